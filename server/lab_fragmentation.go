package main

import (
	"bytes"
	"io"
	"strings"

	"pagewalk/engine/explain"
	"pagewalk/engine/lab"
	"pagewalk/engine/profile"
)

// fragmentationColumns are what is told of each measure.
var fragmentationColumns = []column[lab.Fragmentation]{
	{"measure", both{"measure", "办法"}, func(f *lab.Fragmentation) any { return lab.MeasureNames[f.Measure] }},
	{"refused", both{"refused", "未满足"}, func(f *lab.Fragmentation) any { return f.Refused }},
	{"asked_bytes", both{"asked", "申请"}, func(f *lab.Fragmentation) any { return size(f.Asked) }},
	{"taken_bytes", both{"taken", "占用"}, func(f *lab.Fragmentation) any { return size(f.Taken) }},
	{"peak_bytes", both{"peak", "峰值"}, func(f *lab.Fragmentation) any { return size(f.Peak) }},
	{"free_bytes", both{"free", "空闲"}, func(f *lab.Fragmentation) any { return size(f.Free) }},
	{"largest_bytes", both{"largest", "最大一块"}, func(f *lab.Fragmentation) any { return size(f.Largest) }},
	{"internal", both{"internal", "内部碎片"}, func(f *lab.Fragmentation) any { return share(f.Internal()) }},
	{"external", both{"external", "外部碎片"}, func(f *lab.Fragmentation) any { return share(f.External()) }},
	{"unusable", both{"unusable", "不可用指数"}, func(f *lab.Fragmentation) any { return share(f.Unusable()) }},
	{"moved_bytes", both{"moved", "搬动"}, func(f *lab.Fragmentation) any { return size(f.Moved) }},
	{"us", both{"time", "用时"}, func(f *lab.Fragmentation) any { return micros(f.PS) }},
	{"ioctls", both{"ioctls", "ioctl"}, func(f *lab.Fragmentation) any { return f.Ioctls }},
}

func labFragmentation(env *environment, o *labOptions, requestText string) error {
	request, ok := profile.ParseSize(requestText)
	if !ok || request == 0 || request > 1<<40 {
		return badUsage("--request: found %q, expected bytes, or a number with KiB, MiB or GiB", requestText)
	}
	p, w, err := loadWorkload(env, o)
	if err != nil {
		return err
	}
	rows := make([]lab.Fragmentation, lab.Measures)
	for i := range rows {
		rows[i] = lab.Govern(p, w, lab.Measure(i), request)
	}
	if err := writeLab(env.out, o.format, o.lang, fragmentationColumns, rows); err != nil || o.format != "text" {
		return err
	}
	return writeMeasureWords(env.out, o.lang, p, len(w))
}

func writeMeasureWords(out io.Writer, lang explain.Lang, p *profile.Profile, steps int) error {
	var t table
	for _, name := range lab.MeasureNames {
		t.add(name, explain.Measure(lang, name))
	}
	io.WriteString(out, "\n")
	if err := t.write(out); err != nil {
		return err
	}
	n, free := explain.Commas(uint64(steps)), explain.Bytes(lab.Free(p))
	said := both{
		n + " requests and frees on " + p.Name + ", " + free + " free at first; the work of the program's own allocator takes no time here",
		p.Name + " 上的 " + n + " 次申请和释放，开始时空闲 " + free + "；程序自己切块的工作不计时",
	}
	_, err := io.WriteString(out, "\n"+said[lang]+"\n")
	return err
}

// loadWorkload gives the machine and the workload: made from the seed, read from
// an op list, or taken from a scenario.
func loadWorkload(env *environment, o *labOptions) (*profile.Profile, lab.Workload, error) {
	gpu, settings := o.gpu, []string(o.settings)
	if gpu == "" {
		gpu = defaultLab
	}
	if o.file == "" {
		p, err := labProfile(gpu, settings)
		if err != nil {
			return nil, nil, err
		}
		return p, lab.Churn(min(lab.Free(p), lab.Capacity), o.seed), nil
	}
	data, err := readInput(env, o.file)
	if err != nil {
		return nil, nil, err
	}
	if !isOpList(data) {
		return scenarioWorkload(env, o, data)
	}
	p, err := loadProfile(gpu, settings)
	if err != nil {
		return nil, nil, err
	}
	ops, err := parseOps(data, displayName(o.file))
	if err != nil {
		return nil, nil, err
	}
	return p, workloadOf(ops), nil
}

// labProfile is a profile whose memory is what the built-in workload fills: 256
// MiB beside the context, unless a setting says otherwise.
func labProfile(gpu string, settings []string) (*profile.Profile, error) {
	p, err := loadProfile(gpu, settings)
	if err != nil {
		return nil, err
	}
	for _, s := range settings {
		if strings.HasPrefix(strings.TrimSpace(s), "memory.bytes") {
			return p, nil
		}
	}
	lab.Cut(p)
	return p, nil
}

// isOpList says whether a file begins with a header that has the columns op, id
// and size.
func isOpList(data []byte) bool {
	header, _, _ := bytes.Cut(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), []byte("\n"))
	words := "," + strings.TrimSpace(string(header)) + ","
	return strings.Contains(words, ",op,") && strings.Contains(words, ",id,") && strings.Contains(words, ",size,")
}

func workloadOf(ops []op) lab.Workload {
	w := make(lab.Workload, len(ops))
	place := map[string]int{}
	next := 0
	for i := range ops {
		x := &ops[i]
		if !x.free {
			place[x.id] = next // an id may come again after its free
			next++
		}
		w[i] = lab.Step{ID: place[x.id], Bytes: x.size, Free: x.free}
	}
	return w
}

// compileForLab compiles a scenario for the laboratories' machine, unless it
// names another.
func compileForLab(env *environment, o *labOptions, source []byte) (*loaded, error) {
	l, err := compileScenario(env, displayName(o.file), source, o.scenarioOptions)
	if err == nil && o.gpu == "" && l.program.Settings.GPU == "" {
		l.profile, err = loadProfile(defaultLab, append(append([]string(nil), l.program.Settings.Set...), o.settings...))
	}
	return l, err
}

// scenarioWorkload plays a scenario and takes its requests and frees.
func scenarioWorkload(env *environment, o *labOptions, source []byte) (*profile.Profile, lab.Workload, error) {
	l, err := compileForLab(env, o, source)
	if err != nil {
		return nil, nil, err
	}
	w := lab.WorkloadOf(l.profile, l.program, l.seed)
	if len(w) == 0 {
		return nil, nil, badUsage("%s: the scenario asks for no memory of the card", l.name)
	}
	return l.profile, w, nil
}
