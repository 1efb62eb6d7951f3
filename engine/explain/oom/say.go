package oom

import (
	"strconv"

	"pagewalk/engine/explain"
)

// Spoken is a report in one language, in the shape in which a page shows it.
type Spoken struct {
	Kind     string         `json:"kind"`
	Verdict  string         `json:"verdict"`
	Headline string         `json:"headline"`
	Numbers  []SpokenNumber `json:"numbers"`
	Bars     []SpokenBar    `json:"bars"`
	Reasons  []string       `json:"reasons"`
	Outside  []string       `json:"outside"`
	Next     []SpokenStep   `json:"next"`
}

// SpokenNumber is a figure: "59.49 MiB", and its bytes.
type SpokenNumber struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Exact string `json:"exact"`
}

// SpokenBar is one kind of room beside the request.
type SpokenBar struct {
	Name  string `json:"name"`
	Bytes uint64 `json:"bytes"`
	Asked bool   `json:"asked"`
	Fits  bool   `json:"fits"`
}

// SpokenStep is a thing to do next, with the lines that do it.
type SpokenStep struct {
	Text string `json:"text"`
	Code string `json:"code"`
}

// Say puts the report into words.
func (r *Report) Say(lang explain.Lang) Spoken {
	s := Spoken{
		Kind: r.Kind.String(), Verdict: r.Verdict.String(), Headline: r.headline(lang),
		Numbers: []SpokenNumber{}, Bars: []SpokenBar{}, Reasons: []string{}, Outside: []string{}, Next: r.next(lang), // never null in JSON
	}
	for _, n := range r.Numbers {
		s.Numbers = append(s.Numbers, n.say(lang))
	}
	for i, b := range r.Bars {
		name := explain.Fill(numberNames[b.ID][lang], "", strconv.Itoa(max(b.Process.GPU, 0)), b.Process.Name)
		s.Bars = append(s.Bars, SpokenBar{Name: name, Bytes: b.Amount.Bytes, Asked: i == 0 && b.ID == Asked, Fits: b.Fits == Yes})
	}
	for _, x := range r.Reasons {
		s.Reasons = append(s.Reasons, x.say(lang))
	}
	if len(r.Missing) > 0 && r.Verdict == CannotSay {
		s.Reasons = append(s.Reasons, r.sayMissing(lang))
	}
	for _, c := range r.Outside {
		s.Outside = append(s.Outside, causeTexts[c][lang])
	}
	return s
}

func (x Reason) say(lang explain.Lang) string {
	text := x.Text
	if text == "" {
		text = [...]string{"none", "没有"}[lang]
	}
	number := strconv.FormatUint(x.N, 10)
	return explain.Fill(reasonTexts[x.ID][lang], x.A[0].String(), x.A[1].String(), x.A[2].String(), number, text)
}

func (n Number) say(lang explain.Lang) SpokenNumber {
	pid, name := strconv.FormatUint(n.Process.PID, 10), n.Process.Name
	s := SpokenNumber{Name: explain.Fill(numberNames[n.ID][lang], pid, strconv.Itoa(max(n.Process.GPU, 0)), known(name), n.Process.remark(lang))}
	if n.ID == OOMs || n.ID == Retries {
		s.Value, s.Exact = explain.Commas(n.Count), explain.Commas(n.Count)
		return s
	}
	s.Value, s.Exact = n.Amount.String(), n.Amount.Spell(lang)
	if !n.Amount.Known {
		s.Exact = [...]string{"not shown", "未显示"}[lang]
	}
	return s
}

func known(name string) string {
	if name == "" {
		return "?"
	}
	return name
}

// remark is what is known of a process beside its number.
func (p *Process) remark(lang explain.Lang) string {
	switch {
	case p.Own:
		return [...]string{" (this program, seen from outside its container)", "（就是本程序，容器外的编号）"}[lang]
	case p.Name != "":
		return [...]string{" (", "（"}[lang] + p.Name + [...]string{")", "）"}[lang]
	}
	return ""
}

// sayMissing says what would have to be known.
func (r *Report) sayMissing(lang explain.Lang) string {
	join := [...]string{"; ", "；"}[lang]
	list := ""
	for i, id := range r.Missing {
		if i > 0 {
			list += join
		}
		list += explain.Fill(numberNames[id][lang], "", "0", "")
	}
	return explain.Fill([...]string{"What is missing to say more: {0}.", "要说得更多，还缺：{0}。"}[lang], list)
}

// headline is the verdict in one or two sentences.
func (r *Report) headline(lang explain.Lang) string {
	a := func(id NumberID) string {
		x, _ := r.Number(id)
		return x.String()
	}
	id := r.headlineID()
	return explain.Fill(headlines[id][lang], a(Asked), a(Together), a(Allowed), a(Free), r.Held.String())
}

// next says what to do to know more.
func (r *Report) next(lang explain.Lang) []SpokenStep {
	s := []SpokenStep{}
	if r.Kind == Torch || r.Kind == Summary || r.Kind == CUDA || r.Kind == SMI || r.Kind == Unknown {
		s = append(s, SpokenStep{nextRecord[lang], recordLine + "\n" + dumpLine})
	}
	if r.Advice.Advised != NoSetting && !r.Advice.Conf.Seen {
		s = append(s, SpokenStep{nextConf[lang], "import os; print(os.environ.get(\"PYTORCH_CUDA_ALLOC_CONF\"), os.environ.get(\"PYTORCH_ALLOC_CONF\"))"})
	}
	if r.Verdict == OutsideHolds && r.Kind != Host || r.Verdict == CannotSay && r.Kind != Summary && r.Kind != Unknown {
		s = append(s, SpokenStep{nextSMI[lang], "nvidia-smi --query-compute-apps=pid,process_name,used_gpu_memory --format=csv"})
	}
	return s
}
