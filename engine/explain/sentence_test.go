package explain

import (
	"strings"
	"testing"
	"unicode"

	"pagewalk/engine/event"
	"pagewalk/engine/mmu"
	"pagewalk/engine/pma"
	"pagewalk/engine/pmm"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// places is a Context with fixed answers, like those of a small machine.
type places struct{ Bare }

func (places) Row(row uint32) Row {
	if row == 1 {
		return Row{Text: "cudaMalloc(&b, 4096)", Op: target.CudaMalloc}
	}
	if row == 2 {
		return Row{Op: target.CudaMalloc, Why: target.Why{ID: target.NoRoom, N: [4]uint64{4 << 20, 2 << 20, 2 << 20, 2 << 20}}}
	}
	if row == managedRow {
		return Row{Op: target.CudaMemPrefetchAsync}
	}
	return Row{Op: target.CudaMalloc}
}

// managedRow is a row whose call is about managed memory.
const managedRow = 90

func (places) Chunk(id uint32) Chunk {
	if id < 1000 {
		return Chunk{Known: true, Page: id, IsRoot: true, Bytes: 2 << 20}
	}
	return Chunk{Known: true, Page: 264, Index: id - 1000, Bytes: 64 << 10}
}

func (places) Table(id uint32) Table { return Table{Known: true, Level: int(id)} }

func (places) Name(a uint64) string {
	if a == 0x7f1235e01000 {
		return "b"
	}
	return ""
}

func hopper(t testing.TB) *profile.Profile {
	p := &profile.Profile{}
	p.MMU.Format = profile.FormatV3
	p.TLB = profile.TLBTextbook
	p.Runtime = profile.Runtime{Slabs: true, SlabBytes: 2 << 20, Granule: 512, BlockGranule: 2 << 20}
	return p
}

// level finds a level of the Hopper format by its name.
func level(t testing.TB, name string) uint32 {
	for i, l := range profile.FormatV3.Levels {
		if l.Name == name {
			return uint32(i)
		}
	}
	t.Fatalf("no level %s", name)
	return 0
}

// leafAt is the word of a Hopper entry of 2 MiB that points at an address.
func leafAt(t testing.TB, address uint64) uint64 {
	e := mmu.Entry{State: profile.Leaf}
	e.Half[0] = mmu.Half{Aperture: profile.Vid, Address: address}
	w, ok := mmu.Encode(profile.FormatV3, int(level(t, "PDE0")), &e)
	if !ok {
		t.Fatal("the leaf cannot be encoded")
	}
	return w[0]
}

func made(kind event.Kind, put func(e *event.Event)) *event.Event {
	e := &event.Event{Kind: kind, Time: 100_000_000}
	put(e)
	return e
}

// sentenceCase is an event and what it must read like.
type sentenceCase struct {
	name   string
	e      *event.Event
	en, zh string
}

// programCases are events from the program down to the kernel.
func programCases() []sentenceCase {
	return []sentenceCase{
		{"call", made(event.Call, func(e *event.Event) {
			event.CallInfo{Row: 1, Op: uint16(target.CudaMalloc), Arg: [4]uint64{4096}}.Put(e)
		}), "cudaMalloc(&b, 4096) is called. 4,096 B is already a multiple of 512 B.", "调用 cudaMalloc(&b, 4096)。4,096 B 正好是 512 B 的倍数，不用取整。"},
		{"return without ioctl", made(event.Return, func(e *event.Event) { event.ReturnInfo{Row: 0, Begin: 98_700_000}.Put(e) }),
			"cudaMalloc returns cudaSuccess after 1.3 µs. The driver was never asked.", "1.3 µs 后，cudaMalloc 返回 cudaSuccess。没有问过驱动。"},
		{"return of managed memory", made(event.Return, func(e *event.Event) { event.ReturnInfo{Row: managedRow, Begin: 98_700_000}.Put(e) }),
			"cudaMemPrefetchAsync returns cudaSuccess after 1.3 µs.", "1.3 µs 后，cudaMemPrefetchAsync 返回 cudaSuccess。"},
		{"return after four", made(event.Return, func(e *event.Event) { event.ReturnInfo{Row: 0, Ioctls: 4, Begin: 45_000_000}.Put(e) }),
			"cudaMalloc returns cudaSuccess after 4 ioctls and 55.0 µs.", "4 次 ioctl、55.0 µs 后，cudaMalloc 返回 cudaSuccess。"},
		{"return refused", made(event.Return, func(e *event.Event) { event.ReturnInfo{Row: 2, Code: 2, Begin: 99_000_000}.Put(e) }),
			"cudaMalloc returns cudaErrorMemoryAllocation after 1.0 µs. 4 MiB were asked for, and only 2 MiB are free.",
			"1.0 µs 后，cudaMalloc 返回 cudaErrorMemoryAllocation。请求 4 MiB，空闲只有 2 MiB。"},
		{"rm alloc", made(event.Ioctl, func(e *event.Event) {
			event.IoctlInfo{Name: uint8(target.RMAlloc), Length: 2 << 20, Offset: 0x21000000}.Put(e)
		}), "RM_ALLOC enters the kernel: class 0x40, 2 MiB of video memory. It lies at 0x2100 0000 on the card.", "RM_ALLOC 进入内核：class 0x40，要 2 MiB 显存。它在卡上的 0x2100 0000。"},
		{"range", made(event.Ioctl, func(e *event.Event) {
			event.IoctlInfo{Name: uint8(target.CreateExternal), Length: 2 << 20, VA: 0x7f1235e00000}.Put(e)
		}), "UVM_CREATE_EXTERNAL_RANGE reserves 2 MiB of addresses at 0x7f12 35e0 0000.", "UVM_CREATE_EXTERNAL_RANGE 在 0x7f12 35e0 0000 占住 2 MiB 地址。"},
	}
}

// hardwareCases are events of tables, chunks, frames and TLBs.
func hardwareCases(t *testing.T) []sentenceCase {
	pde0 := level(t, "PDE0")
	leaf := leafAt(t, 264<<21)
	return []sentenceCase{
		{"one entry", made(event.EntryRun, func(e *event.Event) {
			event.EntryRunInfo{Table: pde0, Start: 350, N: 1, Stride: 1, New: leaf}.Put(e)
		}), "One entry is written: PDE0[175] is now a 2 MiB leaf that points at page 264.", "写入一个表项：PDE0[175] 现在是 2 MiB 叶子，指向第 264 页。"},
		{"one entry cleared", made(event.EntryRun, func(e *event.Event) {
			event.EntryRunInfo{Table: pde0, Start: 350, N: 1, Stride: 1, Old: leaf}.Put(e)
		}), "One entry is cleared: PDE0[175] was a 2 MiB leaf that points at page 264.", "清零一个表项：PDE0[175] 原来是 2 MiB 叶子，指向第 264 页。"},
		{"sixteen entries", made(event.EntryRun, func(e *event.Event) {
			event.EntryRunInfo{Table: pde0, Start: 0, N: 16, Stride: 2, New: leaf, NewStep: leafAt(t, 265<<21) - leaf}.Put(e)
		}), "16 entries are written: PDE0[0] to [15]. The first is now a 2 MiB leaf that points at page 264; each next one points 2 MiB further.",
			"写入 16 个表项：PDE0[0] 到 [15]。第一个现在是 2 MiB 叶子，指向第 264 页；后面每个依次往后 2 MiB。"},
		{"walk ends", made(event.WalkRead, func(e *event.Event) {
			event.WalkReadInfo{Table: 1, Address: 0x200004af0, Low: leaf, Index: 175, Level: uint8(pde0), Number: 5, VA: 0x7f1235e00000}.Put(e)
		}), "Read 5: PDE0[175] at 0x2 0000 4af0. It is a 2 MiB leaf that points at page 264: the walk ends here.", "第 5 次读：PDE0[175]，在 0x2 0000 4af0。它是 2 MiB 叶子，指向第 264 页：到此为止。"},
		{"claimed", made(event.ChunkState, func(e *event.Event) {
			c := event.ChunkInfo{Chunk: 1007, N: 1, From: uint8(pmm.Free), To: uint8(pmm.TempPinned)}
			c.Put(e)
		}), "Child 7 of root 264 is claimed: FREE → TEMP_PINNED.", "占住根 264 的子 7：FREE → TEMP_PINNED。"},
		{"root comes", made(event.ChunkState, func(e *event.Event) {
			c := event.ChunkInfo{Chunk: 264, N: 1, From: uint8(pmm.PMAOwned), To: uint8(pmm.TempPinned)}
			c.Put(e)
		}), "Root 264: PMA_OWNED → TEMP_PINNED. PMA hands over one page.", "根 264：PMA_OWNED → TEMP_PINNED。PMA 交出一页。"},
		{"split", made(event.ChunkSplit, func(e *event.Event) {
			event.SplitInfo{Chunk: 264, State: uint8(pmm.TempPinned), ChildSize: 16, Children: 32, FirstChild: 1000}.Put(e)
		}), "Root 264: TEMP_PINNED → IS_SPLIT. It becomes 32 children of 64 KiB.", "根 264：TEMP_PINNED → IS_SPLIT，变成 32 个 64 KiB 子 chunk。"},
		{"siblings", made(event.ChunkRun, func(e *event.Event) {
			c := event.ChunkInfo{Chunk: 1001, N: 31, From: uint8(pmm.TempPinned), To: uint8(pmm.Free)}
			c.Put(e)
		}), "Children 1 to 31 of root 264 are set free: TEMP_PINNED → FREE. They wait on their free list.", "根 264 的子 1 到 31 放回空闲：TEMP_PINNED → FREE。排进空闲链表。"},
		{"small malloc", made(event.HoleTake, func(e *event.Event) {
			(&event.PieceInfo{ID: 2, Address: 0x7f1235e01000, Asked: 4096, Taken: 8, Hole: 4088, Rest: 3}).Put(e)
		}), "Best fit over all holes: b, at 0x7f12 35e0 1000, takes the low end of a hole of 2,093,056 B. 2,088,960 B of it remain a hole.",
			"在所有空洞里找最合适的：0x7f12 35e0 1000 处的 b 取一个 2,093,056 B 空洞的低端。还剩 2,088,960 B 是空洞。"},
		{"page to clear", made(event.ScrubQueued, func(e *event.Event) {
			event.ScrubInfo{ID: 1, First: 264 * 32, N: 32, Done: 107_000_000}.Put(e)
		}), "Page 264 joins the clearing queue: about 7.0 µs until it can be used again.", "第 264 页进入清零队列：约 7.0 µs 后才能再用。"},
		{"page taken", made(event.FrameRun, func(e *event.Event) {
			event.FrameRunInfo{First: 264 * 32, N: 32, To: pma.AllocPin}.Put(e)
		}), "Page 264 is taken and pinned: it cannot be evicted. Bits: none → ALLOC_PIN.", "取走第 264 页并固定：不会被驱逐。位：无 → ALLOC_PIN。"},
		{"tlb fill", made(event.TLBFill, func(e *event.Event) {
			(&event.TLBFillInfo{Entry: 6, Level: 1, Span: 0x7f1235e00000 | uint64(pde0+1), N: 1, Asked: true, Fresh: true}).Put(e)
		}), "L2 TLB keeps the translation of 0x7f12 35e0 0000 in set 1, way 2. The place was empty, or has just been emptied.",
			"二级 TLB 把 0x7f12 35e0 0000 的翻译记在第 1 组第 2 路。那里原来是空的，或刚刚腾空。"},
	}
}

func TestSentences(t *testing.T) {
	for _, c := range append(programCases(), hardwareCases(t)...) {
		t.Run(c.name, func(t *testing.T) {
			ctx := places{Bare{hopper(t)}}
			if got := Sentence(EN, c.e, ctx); got != c.en {
				t.Errorf("\n got %s\nwant %s", got, c.en)
			}
			if got := Sentence(ZH, c.e, ctx); got != c.zh {
				t.Errorf("\n得到 %s\n应为 %s", got, c.zh)
			}
		})
	}
}

// TestEveryKind: each kind of the vocabulary has a sentence of its own in each
// language, whatever its words hold and however little the context knows.
func TestEveryKind(t *testing.T) {
	p := hopper(t)
	for _, info := range event.Table {
		n := 0
		for i := range tellers {
			if tellers[i].kind == info.Kind {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%v has %d sentences, want one", info.Kind, n)
			continue
		}
		for _, c := range []Context{Bare{p}, places{Bare{p}}, Bare{&profile.Profile{}}} {
			for _, w := range words() {
				e := &event.Event{Kind: info.Kind, Subject: uint32(w[0]) % 8, Time: 5_000_000, W: w}
				if info.Kind.Layer() == event.MMU { // levels and tables are small numbers
					e.W[3] &^= 0xff << 32
				}
				en, zh := Sentence(EN, e, c), Sentence(ZH, e, c)
				checkSentence(t, info.Kind.String(), en, zh)
			}
		}
	}
}

// words are contents for events that every layer should bear.
func words() [][5]uint64 {
	list := [][5]uint64{{}, {1, 1, 1, 1, 1}, {1 | 2<<8, 3, 1, 2, 0}}
	x := uint64(88172645463325252)
	for i := 0; i < 200; i++ {
		var w [5]uint64
		for j := range w {
			x ^= x << 13
			x ^= x >> 7
			x ^= x << 17
			w[j] = x >> (x & 63)
		}
		list = append(list, w)
	}
	return list
}

func checkSentence(t *testing.T, what, en, zh string) {
	t.Helper()
	for _, s := range [...]string{en, zh} {
		if s == "" || strings.ContainsAny(s, "{}!！") || strings.HasPrefix(s, " ") {
			t.Fatalf("%s: %q", what, s)
		}
	}
	if strings.IndexFunc(en, func(r rune) bool { return r >= 0x3000 }) >= 0 || en[len(en)-1] != '.' {
		t.Fatalf("%s, English: %q", what, en)
	}
	if !strings.ContainsFunc(zh, func(r rune) bool { return unicode.Is(unicode.Han, r) }) || !strings.HasSuffix(zh, "。") {
		t.Fatalf("%s, Chinese: %q", what, zh)
	}
	if n := strings.Count(en, ". ") + 1; n > 3 {
		t.Fatalf("%s has %d sentences: %q", what, n, en)
	}
}

func TestReasons(t *testing.T) {
	for id := target.WhyID(0); id.Name() != "unknown"; id++ {
		if int(id) >= len(whyTexts) || whyTexts[id].Text[EN] == "" {
			t.Errorf("%s (%d) has no sentence", id.Name(), id)
			continue
		}
		w := target.Why{ID: id, N: [4]uint64{4096, 8192, 3, 16384}}
		checkSentence(t, id.Name(), Why(EN, w), Why(ZH, w))
	}
	w := target.Why{ID: target.InteriorPointer, N: [4]uint64{0x7f1235e00200, 0x7f1235e00000, 4096}}
	if got := Why(EN, w); got != "0x7f12 35e0 0200 lies inside the block of 4 KiB that begins at 0x7f12 35e0 0000. Only its first address may be given." {
		t.Error(got)
	}
	w = target.Why{ID: target.RuleTransition, N: [4]uint64{uint64(pmm.Free), uint64(pmm.IsSplit), 77}}
	if got := Why(ZH, w); got != "chunk 77 是 FREE，不能变成 IS_SPLIT：没有规则允许这一步。" {
		t.Error(got)
	}
	w = target.Why{ID: target.StickyError, N: [4]uint64{700, 3}}
	if got := Why(EN, w); got != "Call 3 caused cudaErrorIllegalAddress; it stays until the context ends." {
		t.Error(got)
	}
	w = target.Why{ID: target.RuleMapped, N: [4]uint64{0x1000, 0}}
	if Why(EN, w) == Why(EN, target.Why{ID: target.RuleMapped, N: [4]uint64{0x1000, 4096}}) {
		t.Error("a table and a page in the way read the same")
	}
}

func TestCodes(t *testing.T) {
	found := 0
	for c := target.Code(0); c < 1000; c++ {
		if c.Name() == "unrecognized error code" {
			continue
		}
		found++
		if _, ok := codeTexts[c]; !ok {
			t.Errorf("%s (%d) has no text", c.Name(), c)
		}
		checkSentence(t, c.Name(), CodeText(EN, c), CodeText(ZH, c))
	}
	if found != len(codeTexts) {
		t.Errorf("%d codes, %d texts", found, len(codeTexts))
	}
}

func TestIoctls(t *testing.T) {
	for n := target.RMAlloc; n <= target.RMAllocSystem; n++ {
		p, ok := ioctlTexts[n]
		if !ok {
			t.Errorf("%s has no sentence", n.Short())
			continue
		}
		checkSentence(t, n.Short(), Fill(p[EN], "2 MiB", "0x0"), Fill(p[ZH], "2 MiB", "0x0"))
	}
}

func TestTransitions(t *testing.T) {
	for _, x := range pmm.Transitions {
		_, ok := stepTexts[step{x.From, x.To}]
		if splits := x.From == pmm.IsSplit || x.To == pmm.IsSplit; ok == splits {
			t.Errorf("rule T%d %s → %s: sentence %v", x.Rule, pmm.StateName(x.From), pmm.StateName(x.To), ok)
		}
	}
	if len(stepTexts) != 8 {
		t.Errorf("%d steps have sentences", len(stepTexts))
	}
}

func TestRails(t *testing.T) {
	for p := range Panes {
		for _, kernel := range []bool{false, true} {
			for _, slabs := range []bool{false, true} {
				en, zh := Rails(EN, p, kernel, slabs), Rails(ZH, p, kernel, slabs)
				if !strings.HasPrefix(en.Unknown, "Does not know ") || en.Knows == "" || zh.Knows == "" || !strings.Contains(zh.Unknown, "不") {
					t.Errorf("pane %d: %+v %+v", p, en, zh)
				}
			}
		}
	}
}

func TestSeams(t *testing.T) {
	for _, c := range []struct {
		x      Crossing
		en, zh [3]string
	}{
		{Crossing{}, [3]string{"nothing has crossed yet", "no table touched", "no page taken"}, [3]string{"还没有越界", "没有动页表", "没有取页"}},
		{Crossing{Asked: true, Name: "a", Ioctls: 4, Written: 1, Invalidated: 1, Pages: 1, FirstPage: 264},
			[3]string{"4 ioctls cross here for a", "1 entry written, 1 range invalidated", "page 264 taken"},
			[3]string{"4 次 ioctl 为 a 越过这里", "写入 1 个表项，1 段作废", "取走 1 页，从第 264 页起"}},
		{Crossing{Asked: true, Name: "b"}, [3]string{"0 ioctls cross here for b", "no table touched", "no page taken"}, [3]string{"0 次 ioctl 为 b 越过这里", "没有动页表", "没有取页"}},
		{Crossing{Asked: true, Frees: true, Ioctls: 3, Cleared: 1, Invalidated: 1, PagesToClear: 1, FirstPage: 264},
			[3]string{"3 ioctls give it back", "1 entry cleared, 1 range invalidated", "page 264 is being cleared"},
			[3]string{"3 次 ioctl 归还", "清零 1 个表项，1 段作废", "1 页正在清零"}},
		{Crossing{Asked: true, Reads: 5, LeafSize: 2 << 20}, [3]string{"0 ioctls cross here", "no table touched", "5 reads per walk: a 2 MiB leaf"}, [3]string{"0 次 ioctl 越过这里", "没有动页表", "5 次读走完：2 MiB 叶子"}},
		{Crossing{Kernel: true, Chunks: 1}, [3]string{"inside the kernel module: simulated only", "no entry written: not mapped yet", "one chunk claimed"},
			[3]string{"在内核模块里：只能模拟", "没有写表项：还没映射", "占住 1 个 chunk"}},
	} {
		if got := Seams(EN, c.x); got != c.en {
			t.Errorf("%q, want %q", got, c.en)
		}
		if got := Seams(ZH, c.x); got != c.zh {
			t.Errorf("%q, want %q", got, c.zh)
		}
	}
}

func TestGlossary(t *testing.T) {
	seen := map[string]bool{}
	for _, g := range Glossary {
		if seen[g.ID] {
			t.Errorf("%s stands twice", g.ID)
		}
		seen[g.ID] = true
		checkSentence(t, g.ID, g.Meaning[EN], g.Meaning[ZH])
		for _, name := range g.Name {
			if name == "" || seen[name] && name != g.ID {
				t.Errorf("%s: the name %q is nobody's or another's", g.ID, name)
			}
			seen[name] = true
		}
	}
	for _, must := range []string{"chunk", "slab", "page-walk", "tlb", "sticky-error", "caching-allocator"} {
		if !seen[must] {
			t.Errorf("%s is missing", must)
		}
	}
}

func TestSpace(t *testing.T) {
	for _, c := range [][2]string{
		{"在4 KiB 处的a取", "在 4 KiB 处的 a 取"}, {"第264页，共 2 MiB 。", "第 264 页，共 2 MiB。"}, {"占住 根 264", "占住根 264"}, {"程序打印“ a b ”。", "程序打印“a b”。"},
		{"PDE0[175]现在", "PDE0[175] 现在"}, {"FREE → TEMP_PINNED", "FREE → TEMP_PINNED"}, {"打印“too big:  x”。", "打印“too big:  x”。"},
	} {
		if got := space(ZH, c[0]); got != c[1] {
			t.Errorf("%q became %q, want %q", c[0], got, c[1])
		}
	}
	if got := space(EN, "a  b"); got != "a  b" {
		t.Errorf("English was changed: %q", got)
	}
}
