package oom

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"pagewalk/engine/explain"
)

const mib, gib = 1 << 20, 1 << 30

// want is what a text must yield. near are figures to within a thousandth,
// exact ones to the byte.
type want struct {
	file    string
	kind    Kind
	verdict Verdict
	within  bool
	exact   map[NumberID]uint64
	near    map[NumberID]float64
	has     []ReasonID
	hasNot  []ReasonID
}

var wants = []want{
	{file: "fragoom_default.json", kind: Torch, verdict: Fragmentation, within: true,
		exact: map[NumberID]uint64{Asked: 50 * mib, Reserved: 240 * mib, Allocated: 210247680, Unallocated: 41410560},
		near:  map[NumberID]float64{Together: 59.49 * mib, UnderLimit: 20 * mib, Allowed: 260 * mib, Capacity: 139.80 * gib, Free: 139.05 * gib, BesideTorch: 518 * mib},
		has:   []ReasonID{CardHasRoom, LimitLeaves, EnoughInSum, NoSinglePiece, BesideAlive, PiecesUnknown, AdviceNotInForce}, hasNot: []ReasonID{AdviceInForce}},
	{file: "fragoom_default_message.txt", kind: Torch, verdict: Fragmentation, within: true,
		exact: map[NumberID]uint64{Asked: 50 * mib, Reserved: 240 * mib},
		near:  map[NumberID]float64{Together: 59.49 * mib, UnderLimit: 20 * mib, Unallocated: 39.49 * mib},
		has:   []ReasonID{AdviceUnseen, AdviceMayHelp}},
	{file: "fragoom_exp.json", kind: Torch, verdict: Fragmentation, within: true,
		exact: map[NumberID]uint64{Asked: 50 * mib, Reserved: 242 * mib},
		near:  map[NumberID]float64{Together: 59.49 * mib, UnderLimit: 18 * mib, Unallocated: 41.49 * mib},
		has:   []ReasonID{AdviceInForce}, hasNot: []ReasonID{AdviceUnseen, AdviceMayHelp}},
	{file: "fragoom_exp_message.txt", kind: Torch, verdict: Fragmentation, within: true,
		near: map[NumberID]float64{Together: 59.49 * mib, UnderLimit: 18 * mib, Unallocated: 41.49 * mib},
		has:  []ReasonID{AdviceUnseen}},
	{file: "torch_gpt_oom.json", kind: Torch, verdict: LimitReached, within: true,
		exact: map[NumberID]uint64{Asked: 822 * mib, PeakAllocated: 3775560192},
		near:  map[NumberID]float64{Allowed: 4.10 * gib, Unallocated: 487.35 * mib},
		has:   []ReasonID{CardHasRoom, NotEnoughInSum, AdviceUseless}},
	{file: "torch_gpt_oom_message.txt", kind: Torch, verdict: LimitReached, within: true, has: []ReasonID{AdviceUseless}},
	{file: "v1.0_cached.txt", kind: Torch, verdict: Fragmentation,
		near: map[NumberID]float64{Unallocated: 212.40 * mib, Reserved: (9.87 + 212.40/1024) * gib, Free: 14.25 * mib}},
	{file: "v1.5_in_total.txt", kind: Torch, verdict: Full,
		near: map[NumberID]float64{Asked: 2 * gib, Reserved: 13.60 * gib, Unallocated: 0.4 * gib, Unaccounted: 1.08 * gib}},
	{file: "v1.10_limit.txt", kind: Torch, verdict: LimitReached, within: true, exact: map[NumberID]uint64{Asked: 512 * mib}},
	{file: "v1.12_hint_fragmented.txt", kind: Torch, verdict: Fragmentation, has: []ReasonID{AdviceUnseen, AdviceMaySplit}},
	{file: "v2.1_capacty_container.txt", kind: Torch, verdict: Full, has: []ReasonID{OwnUnderOtherNumber, AdviceUseless}, hasNot: []ReasonID{OtherHolds}},
	{file: "v2.2_other_process.txt", kind: Torch, verdict: OutsideHolds, near: map[NumberID]float64{OtherProcess: 30.02 * gib}, has: []ReasonID{OtherHolds, WithoutOthers}},
	{file: "v2.4_full.txt", kind: Torch, verdict: Full, has: []ReasonID{NotEnoughInSum, AdviceUseless}},
	{file: "v2.6_graphs_fragmented.txt", kind: Torch, verdict: Fragmentation, near: map[NumberID]float64{PrivatePools: 128 * mib}, has: []ReasonID{PrivateOnly}},
	{file: "v2.9_alloc_conf.txt", kind: Torch, verdict: Fragmentation, within: true, has: []ReasonID{AdviceInForce}},
	{file: "windows.txt", kind: Torch, verdict: OutsideHolds, has: []ReasonID{NotASize, ShouldHaveWorked, WindowsDecides}},
	{file: "windows_spilled.txt", kind: Torch, verdict: Full, has: []ReasonID{NotASize, MoreThanTheCard}},
	{file: "windows_expandable.txt", kind: Torch, verdict: Fragmentation, has: []ReasonID{AdviceImpossible}, hasNot: []ReasonID{AdviceInForce, AdviceMayHelp}},
	{file: "hip_contradiction.txt", kind: Torch, verdict: CannotSay, has: []ReasonID{ShouldHaveWorked}},
	{file: "larger_than_card.txt", kind: Torch, verdict: Full, has: []ReasonID{LargerThanCard}},
	{file: "over_limit.txt", kind: Torch, verdict: LimitReached, within: true, has: []ReasonID{LargerThanLimit}},
	{file: "tensorflow_full.txt", kind: TensorFlow, verdict: LimitReached, within: true, exact: map[NumberID]uint64{Asked: 4 * gib}, has: []ReasonID{NotEnoughInSum}},
	{file: "xpu.txt", kind: Torch, verdict: Full},
	{file: "mps.txt", kind: Torch, verdict: LimitReached, within: true, near: map[NumberID]float64{Asked: 256 * mib, Allocated: 8.71 * gib}},
	{file: "async.txt", kind: Torch, verdict: CannotSay, near: map[NumberID]float64{Asked: 512 * mib, Capacity: 11.60 * gib}, has: []ReasonID{AsyncUnknown}},
	{file: "tensorflow.txt", kind: TensorFlow, verdict: Fragmentation, within: true, exact: map[NumberID]uint64{Asked: 2 * gib, BFCLimit: 1e10, BFCInUse: 7e9}},
	{file: "tensorflow_shape.txt", kind: TensorFlow, verdict: CannotSay, exact: map[NumberID]uint64{Asked: 2 * gib}},
	{file: "jax.txt", kind: JAX, verdict: CannotSay, exact: map[NumberID]uint64{Asked: 5033164800}},
	{file: "cuda_plain.txt", kind: CUDA, verdict: CannotSay, has: []ReasonID{SaysCUDA, NothingElse}},
	{file: "host.txt", kind: Host, verdict: OutsideHolds, exact: map[NumberID]uint64{Asked: 64 * gib}},
	{file: "killed.txt", kind: Host, verdict: OutsideHolds, has: []ReasonID{SaysKilled}},
	{file: "summary.txt", kind: Summary, verdict: CannotSay, near: map[NumberID]float64{Reserved: 70 * gib, NonReleasable: 1204 * mib, PeakReserved: 72 * gib}},
	{file: "smi.txt", kind: SMI, verdict: CannotSay, near: map[NumberID]float64{CardUsed: 21034 * mib, CardTotal: 24576 * mib, ProcessHolds: 110 * mib}},
	{file: "smi_old.txt", kind: SMI, verdict: CannotSay, near: map[NumberID]float64{CardUsed: 9000 * mib, ProcessHolds: 8989 * mib}},
	{file: "smi_mig.txt", kind: SMI, verdict: CannotSay, near: map[NumberID]float64{SliceUsed: 14366 * mib, SliceTotal: 19968 * mib, ProcessHolds: 14340 * mib}},
	{file: "smi_windows.txt", kind: SMI, verdict: CannotSay, has: []ReasonID{TableHides}},
	{file: "smi_query.txt", kind: SMI, verdict: CannotSay, near: map[NumberID]float64{CardUsed: 140100 * mib, CardFree: 3055 * mib, ProcessHolds: 140090 * mib}},
	{file: "smi_query_nounits.txt", kind: SMI, verdict: CannotSay, near: map[NumberID]float64{CardUsed: 1024 * mib, CardTotal: 81559 * mib}},
	{file: "cupy.txt", kind: CUDA, verdict: CannotSay, exact: map[NumberID]uint64{Asked: 6 * gib}, has: []ReasonID{SaysRequest}},
	{file: "xla_device.txt", kind: CUDA, verdict: CannotSay, exact: map[NumberID]uint64{Asked: 12348030976}},
	{file: "llama.txt", kind: CUDA, verdict: CannotSay, near: map[NumberID]float64{Asked: 4608.5 * mib}},
	{file: "java.txt", kind: Host, verdict: OutsideHolds},
	{file: "numpy.txt", kind: Host, verdict: OutsideHolds, near: map[NumberID]float64{Asked: 29.8 * gib}},
	{file: "chat.txt", kind: Unknown, verdict: CannotSay, has: []ReasonID{SaysSomething}, hasNot: []ReasonID{SaysCUDA}},
	{file: "exabyte.txt", kind: Torch, verdict: Full, has: []ReasonID{MoreThanExabyte}},
	{file: "cut_off.txt", kind: Torch, verdict: CannotSay, near: map[NumberID]float64{Asked: 8 * gib, Free: 7.25 * gib}},
	{file: "container_two.txt", kind: Torch, verdict: OutsideHolds, has: []ReasonID{OwnAmongThem, OtherHolds, WithoutOthers}},
	{file: "small_pool_limit.txt", kind: Torch, verdict: Fragmentation, within: true, exact: map[NumberID]uint64{Asked: 2 * mib, Reserved: 1126 * mib}, has: []ReasonID{SmallPoolOnly, PrivateOnly, CardHasRoom}},
	{file: "library_holds.txt", kind: Torch, verdict: OutsideHolds, has: []ReasonID{HeldBeside}},
	{file: "tensorflow_warning.txt", kind: TensorFlow, verdict: CannotSay, near: map[NumberID]float64{Asked: 1.5 * gib}, has: []ReasonID{SaysNoFailure}},
	{file: "pinned.txt", kind: CUDA, verdict: CannotSay, has: []ReasonID{SaysPinned}},
	{file: "nccl.txt", kind: CUDA, verdict: CannotSay, has: []ReasonID{SaysLibrary}},
	{file: "onnxruntime.txt", kind: CUDA, verdict: CannotSay, exact: map[NumberID]uint64{Asked: 805306368}},
	{file: "nothing.txt", kind: Unknown, verdict: CannotSay, has: []ReasonID{NothingFound}},
}

func load(t testing.TB, file string) []byte {
	b, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (w *want) check(t *testing.T, r Report) {
	t.Helper()
	if r.Kind != w.kind || r.Verdict != w.verdict || r.Within != w.within {
		t.Errorf("got %v %v within=%v, want %v %v within=%v", r.Kind, r.Verdict, r.Within, w.kind, w.verdict, w.within)
	}
	for id, n := range w.exact {
		if a, ok := r.Number(id); !ok || !a.Exact() || a.Bytes != n {
			t.Errorf("%s = %d (%d to %d), want exactly %d", numberNames[id][0], a.Bytes, a.Lo, a.Hi, n)
		}
	}
	for id, n := range w.near {
		a, ok := r.Number(id)
		if d := float64(a.Bytes) - n; !ok || d > n/1000 || d < -n/1000 {
			t.Errorf("%s = %d, want about %.0f", numberNames[id][0], a.Bytes, n)
		}
	}
	for _, id := range w.has {
		if !r.Has(id) {
			t.Errorf("reason missing: %s", reasonTexts[id][0])
		}
	}
	for _, id := range w.hasNot {
		if r.Has(id) {
			t.Errorf("reason must not be given: %s", reasonTexts[id][0])
		}
	}
}

func TestTexts(t *testing.T) {
	listed := map[string]bool{"README.md": true}
	for _, w := range wants {
		listed[w.file] = true
		t.Run(w.file, func(t *testing.T) { w.check(t, Read(load(t, w.file))) })
	}
	files, _ := os.ReadDir("testdata")
	for _, f := range files {
		if !listed[f.Name()] && !f.IsDir() {
			t.Errorf("testdata/%s is read by no test", f.Name())
		}
	}
}

// TestDress reads each text as people paste it: in a log with Windows line
// ends, in JSON, in JSON inside JSON, in Python's notation, in colours, quoted,
// and with its lines broken.
func TestDress(t *testing.T) {
	quote := func(b []byte) []byte { q, _ := json.Marshal(map[string]any{"x": 1, "log": string(b)}); return q }
	dresses := map[string]func([]byte) []byte{
		"log":    func(b []byte) []byte { return append([]byte("step 1\nstep 2\n"), append(b, "\nbye\n"...)...) },
		"crlf":   func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n")) },
		"json":   quote,
		"json2":  func(b []byte) []byte { return quote(quote(b)) },
		"python": func(b []byte) []byte { return []byte("{'log': " + strconv.Quote(string(b)) + "}") },
		"colour": func(b []byte) []byte {
			return []byte("\x1b[31;1m" + strings.ReplaceAll(string(b), "memory", "\x1b[0mmemory\x1b[31m") + "\x1b[0m")
		},
		"quoted": func(b []byte) []byte { return []byte("> " + strings.ReplaceAll(string(b), "\n", "\n> ")) },
	}
	for name, high := range map[string]int{"utf16le": 1, "utf16be": 0} {
		dresses[name] = func(b []byte) []byte { return wide(b, high) }
	}
	for _, w := range wants {
		for name, dress := range dresses {
			if strings.HasSuffix(w.file, ".json") && (name == "quoted" || name == "colour") {
				continue
			}
			t.Run(w.file+"/"+name, func(t *testing.T) { w.check(t, Read(dress(load(t, w.file)))) })
		}
		if w.kind == Torch && strings.HasSuffix(w.file, ".txt") && w.file != "async.txt" {
			t.Run(w.file+"/broken", func(t *testing.T) { w.check(t, Read(breakLines(load(t, w.file), 40))) })
		}
	}
}

// wide writes a text in UTF-16 with its mark; high is the place of the high
// byte.
func wide(b []byte, high int) []byte {
	out := []byte{0xff, 0xfe}
	if high == 0 {
		out = []byte{0xfe, 0xff}
	}
	for _, u := range utf16.Encode([]rune(string(b))) {
		pair := []byte{byte(u), byte(u)}
		pair[high], pair[1-high] = byte(u>>8), byte(u)
		out = append(out, pair...)
	}
	return out
}

// breakLines breaks lines at spaces, as terminals and mail programs do.
func breakLines(b []byte, width int) []byte {
	out, col := []byte{}, 0
	for _, c := range b {
		col++
		if c == ' ' && col >= width {
			c, col = '\n', 0
		}
		out = append(out, c)
	}
	return out
}

// TestTogether reads several texts in one paste.
func TestTogether(t *testing.T) {
	join := func(files ...string) []byte {
		var all [][]byte
		for _, f := range files {
			all = append(all, load(t, f))
		}
		return bytes.Join(all, []byte("\n$\n"))
	}
	r := Read(join("v1.5_in_total.txt", "smi.txt"))
	w := want{kind: Torch, verdict: Full, near: map[NumberID]float64{CardUsed: 21034 * mib, Asked: 2 * gib}, has: []ReasonID{TableProcess, TableOtherMoment}}
	w.check(t, r)
	for _, n := range r.Numbers {
		if n.ID == CardUsed && n.Process.GPU != 0 {
			t.Error("the table of another card is shown")
		}
	}
	r = Read(join("summary.txt", "v2.4_full.txt", "smi_query.txt"))
	w = want{kind: Torch, verdict: Full, has: []ReasonID{NotEnoughInSum}, near: map[NumberID]float64{PeakReserved: 72 * gib}}
	w.check(t, r)
	r = Read(join("cuda_plain.txt", "smi_old.txt"))
	w = want{kind: CUDA, verdict: CannotSay, has: []ReasonID{SaysCUDA, TableProcess}, near: map[NumberID]float64{ProcessHolds: 8989 * mib}}
	w.check(t, r)
	r = Read(join("v2.4_full.txt", "v2.4_full.txt", "fragoom_default_message.txt"))
	if r.Messages != 3 || !r.Has(SeveralMessages) {
		t.Errorf("%d messages counted, want 3", r.Messages)
	}
}

// TestLong reads logs of 80 MiB with one message somewhere.
func TestLong(t *testing.T) {
	line := []byte("2025-03-04 10:06:13 INFO step 12 loss 0.25 memory allocated 12.3 GiB\n")
	big := bytes.Repeat(line, 40<<20/len(line))
	w := want{kind: Torch, verdict: Fragmentation, within: true, near: map[NumberID]float64{Together: 59.49 * mib}, has: []ReasonID{LookedAtPart}}
	for _, at := range []int{0, len(big) / 2 / len(line) * len(line), len(big)} {
		text := append(append(append([]byte{}, big[:at]...), load(t, "fragoom_default_message.txt")...), big[at:]...)
		r := Read(text)
		w.check(t, r)
		if r.Looked > 2<<20 || r.Total != uint64(len(text)) {
			t.Errorf("looked at %d of %d", r.Looked, r.Total)
		}
	}
	if r := Read(big); r.Kind != Unknown {
		t.Errorf("a log without any error is %v", r.Kind)
	}
}

func TestConf(t *testing.T) {
	for _, c := range []struct {
		text string
		seen bool
		conf string
	}{
		{`{"conf": "expandable_segments:True", "x": 1}`, true, "expandable_segments:True"},
		{`{"conf": "", "x": 1}`, true, ""},
		{`# torch 2.11.0+cu130 NVIDIA H200 conf=max_split_size_mb:64 cap_mb=3000`, true, "max_split_size_mb:64"},
		{`# torch 2.11.0+cu130 NVIDIA H200 conf= cap_mb=0`, true, ""},
		{`PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True python train.py`, true, "expandable_segments:True"},
		{`$env:PYTORCH_CUDA_ALLOC_CONF = "expandable_segments:True"`, true, "expandable_segments:True"},
		{`os.environ["PYTORCH_CUDA_ALLOC_CONF"] = "max_split_size_mb:128,garbage_collection_threshold:0.6"`, true, "max_split_size_mb:128,garbage_collection_threshold:0.6"},
		{`os.environ.setdefault('PYTORCH_ALLOC_CONF', 'expandable_segments:True')`, true, "expandable_segments:True"},
		{`'PYTORCH_CUDA_ALLOC_CONF': 'backend:cudaMallocAsync'`, true, "backend:cudaMallocAsync"},
		{`{"allocator_settings": {"PYTORCH_CUDA_ALLOC_CONF": "", "max_split_size": -1, "expandable_segments": true}}`, true, "expandable_segments:True"},
		{`'allocator_settings': {'expandable_segments': False}`, true, "expandable_segments:False"},
		{`torch.cuda.memory._set_allocator_settings("expandable_segments:True")`, true, "expandable_segments:True"},
		{`try setting PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True to avoid fragmentation.`, false, ""},
		{`See documentation for Memory Management and PYTORCH_CUDA_ALLOC_CONF`, false, ""},
		{`loaded conf=/etc/train.conf and conf: 3`, false, ""},
	} {
		if got := findConf(c.text); got.Seen != c.seen || got.Text != c.conf {
			t.Errorf("findConf(%q) = %v %q", c.text, got.Seen, got.Text)
		}
	}
}

// TestWords says every reason, number, cause and headline in both languages.
func TestWords(t *testing.T) {
	full := func(what string, s [2]string) {
		if s[0] == "" || s[1] == "" || s[0] == s[1] && s[0] != "" {
			t.Errorf("%s: %q / %q", what, s[0], s[1])
		}
		for _, bad := range []string{"!", "！", "请您", "轻松", "一键"} {
			if strings.Contains(s[0]+s[1], bad) {
				t.Errorf("%s: contains %s", what, bad)
			}
		}
		if strings.Contains(strings.ReplaceAll(s[1], ", ", ""), ",") && strings.ContainsAny(s[1], "。") && !strings.Contains(s[1], "3,276,800") {
			t.Errorf("%s: half-width comma in %q", what, s[1])
		}
	}
	for i := range reasonTexts {
		full("reason "+strconv.Itoa(i), reasonTexts[i])
	}
	for i := range numberNames {
		full("number "+strconv.Itoa(i), numberNames[i])
	}
	for i := range causeTexts {
		full("cause "+strconv.Itoa(i), causeTexts[i])
	}
	for i := range headlines {
		full("headline "+strconv.Itoa(i), headlines[i])
	}
	for _, w := range wants {
		r := Read(load(t, w.file))
		for lang := range explain.Langs {
			s := r.Say(lang)
			b, err := json.Marshal(s)
			if err != nil || strings.Contains(string(b), "{0}") || strings.Contains(string(b), "{1}") || strings.Contains(string(b), "{4}") {
				t.Errorf("%s: %v %s", w.file, err, b)
			}
			if s.Headline == "" || len(s.Reasons) == 0 {
				t.Errorf("%s: says nothing", w.file)
			}
			if r.Kind == Torch && (len(s.Next) == 0 || s.Next[0].Code != recordLine+"\n"+dumpLine) {
				t.Errorf("%s: the two lines of the snapshot are missing", w.file)
			}
			if r.Kind == Torch && len(s.Bars) > 0 && !s.Bars[0].Asked {
				t.Errorf("%s: the first bar is not the request", w.file)
			}
		}
	}
}

func TestAmounts(t *testing.T) {
	for _, c := range []struct {
		number, unit string
		lo, mid, hi  uint64
	}{
		{"0", "bytes", 0, 0, 0}, {"512", "bytes", 512, 512, 512}, {"1.00", "KiB", 1018, 1024, 1030},
		{"39.49", "MiB", 41403023, 41408266, 41413509},
	} {
		a, ok := amountOf(c.number, c.unit)
		if !ok || a.Lo != c.lo || a.Bytes != c.mid || a.Hi != c.hi {
			t.Errorf("%s %s = %+v", c.number, c.unit, a)
		}
	}
	for _, bad := range []string{"", ".", "x", "1.2.3"} {
		if a, ok := amountOf(bad, "MiB"); ok {
			t.Errorf("%q = %+v", bad, a)
		}
	}
	if a, ok := amountOf("17179869184.00", "GiB"); !ok || !a.absurd() {
		t.Errorf("2^64 bytes = %+v", a)
	}
	a, _ := amountOf("200.51", "MiB")
	b, _ := amountOf("39.49", "MiB")
	if s := a.plus(b).multipleOf(segment); !s.Exact() || s.Bytes != 240*mib {
		t.Errorf("sum = %+v", s)
	}
}

// FuzzRead: no text makes it panic, take long, or contradict itself.
func FuzzRead(f *testing.F) {
	for _, w := range wants {
		f.Add(load(f, w.file))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r := Read(text)
		for _, n := range r.Numbers {
			if a := n.Amount; a.Known && (a.Lo > a.Bytes || a.Bytes > a.Hi) {
				t.Errorf("%s: %d is not between %d and %d", numberNames[n.ID][0], a.Bytes, a.Lo, a.Hi)
			}
		}
		if r.Verdict == Fragmentation && r.Kind == Torch {
			sum, asked := amountIn(r, Together), amountIn(r, Asked)
			if sum.Lo < asked.Hi {
				t.Errorf("fragmentation, but %d < %d", sum.Lo, asked.Hi)
			}
		}
		for lang := range explain.Langs {
			if s := r.Say(lang); s.Headline == "" || len(s.Reasons) == 0 {
				t.Error("says nothing")
			}
		}
	})
}

func amountIn(r Report, id NumberID) Amount {
	a, _ := r.Number(id)
	return a
}
