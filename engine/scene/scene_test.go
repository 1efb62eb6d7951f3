package scene

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	esbuild "github.com/evanw/esbuild/pkg/api"

	"pagewalk/engine/event"
)

// anyMoment makes up a moment. Half of what it says stays as in the last one,
// as in a run.
func anyMoment(r *rand.Rand, last *Moment) *Moment {
	m := *last
	word := func() string {
		return []string{"", "a", "cudaMalloc(&a, 4096)", "一个表项", "PDE0[175]", "0x7f12 35e0 0000"}[r.Intn(6)]
	}
	yes := func() bool { return r.Intn(2) == 0 }
	m.Event, m.Events, m.Line, m.Pane = uint32(r.Intn(900)), 1000, uint32(r.Intn(40)), Pane(r.Intn(4))
	m.Kind, m.Sentence, m.Note, m.PS = word(), fmt.Sprint("sentence ", r.Intn(100)), word(), uint64(r.Int63n(1<<50))
	m.Cause = event.None
	if yes() {
		m.Cause = uint32(r.Intn(900))
	}
	m.Seams = [3]string{word(), word(), word()}
	if yes() {
		m.Runtime = anyRuntime(r, word, yes)
	}
	if yes() {
		m.Driver = anyDriver(r, word, yes)
	}
	if yes() {
		m.Translation = anyTranslation(r, word, yes)
	}
	m.Physical = anyPhysical(r, word, yes, m.Physical.Whole)
	if yes() {
		m.Managed, m.Ever = anyManaged(r, word, yes), uint32(r.Intn(32))
	}
	m.Counters = nil
	for range r.Intn(4) {
		m.Counters = append(m.Counters, Counter{word(), word(), word()})
	}
	m.Thread = nil
	for range r.Intn(4) {
		m.Thread = append(m.Thread, Station{Pane(r.Intn(4)), Part(r.Intn(int(Parts))), uint32(r.Intn(500))})
	}
	return &m
}

func anyRuntime(r *rand.Rand, word func() string, yes func() bool) Runtime {
	v := Runtime{Asked: yes(), Unknown: word(), Knows: word(), Empty: word(), HasCall: yes()}
	if v.HasCall {
		v.Call.Text, v.Call.State, v.Call.Result, v.Call.PS = word(), CallState(r.Intn(3)), word(), uint64(r.Int63n(1<<40))
	}
	for range r.Intn(5) {
		v.Pointers = append(v.Pointers, Pointer{word(), r.Uint64(), uint64(r.Int63n(1 << 40)), PointerState(r.Intn(3)), yes(), word()})
	}
	for range r.Intn(4) {
		s := Slab{Kind: SlabKind(r.Intn(3)), Address: r.Uint64(), Bytes: 2 << 20, Now: yes()}
		for range r.Intn(4) {
			s.Pieces = append(s.Pieces, Piece{uint64(r.Intn(4096)), 512, yes(), word(), yes()})
		}
		v.Slabs = append(v.Slabs, s)
	}
	return v
}

func anyDriver(r *rand.Rand, word func() string, yes func() bool) Driver {
	v := Driver{Asked: yes(), Unknown: word(), Knows: word(), Empty: word()}
	for range r.Intn(5) {
		v.Rungs = append(v.Rungs, Rung{word(), word(), []string{"class 0x40", "2 MiB"}[:r.Intn(3)], RungState(r.Intn(3)), uint64(r.Intn(1e9))})
	}
	if yes() {
		v.Path = []string{"uvm_mem_alloc", "uvm_pmm_gpu_alloc_kernel"}
	}
	for range r.Intn(4) {
		v.Lists = append(v.Lists, List{word(), word(), word(), yes()})
		v.Cache = append(v.Cache, Cached{r.Uint64(), 4096, yes()})
	}
	v.Used.Program, v.Used.Driver, v.Used.SMI, v.Used.Total = 1, 2, 3, 150109880320
	return v
}

func anyTranslation(r *rand.Rand, word func() string, yes func() bool) Translation {
	v := Translation{Asked: yes(), Unknown: word(), Knows: word(), Empty: word(), Format: word(), HasAddress: yes(), HasOffset: yes(), HasEntry: yes()}
	if v.HasAddress {
		v.Address = r.Uint64()
	}
	if v.HasOffset {
		v.Offset.Hi, v.Offset.Lo, v.Offset.Bits = 20, 0, "0000"
	}
	if v.HasEntry {
		v.Entry = Entry{word(), word(), []EntryField{{word(), 51, 12, word(), word()}}, yes()}
	}
	for range r.Intn(6) {
		l := Level{Name: word(), Hi: 55, Lo: 47, Bits: word(), Index: 3, Slots: 512, Raw: word(), Target: word(), Now: yes(), Read: yes()}
		for range r.Intn(5) {
			l.Used = append(l.Used, uint32(r.Intn(512)))
		}
		v.Levels = append(v.Levels, l)
		s := TLBSet{Name: word(), Set: 7}
		for range r.Intn(5) {
			s.Ways = append(s.Ways, Way{WayState(r.Intn(6)), r.Uint64()})
		}
		v.TLB = append(v.TLB, s)
	}
	return v
}

func anyPhysical(r *rand.Rand, word func() string, yes func() bool, whole []Cell) Physical {
	v := Physical{Asked: yes(), Unknown: word(), Knows: word(), Pages: 131, Now: event.None, First: 3, Count: 48, Callout: word(), Legend: 0x2f, Free: 1 << 37, Largest: 1 << 36}
	v.Whole = append([]Cell(nil), whole...)
	for len(v.Whole) < 131 {
		v.Whole = append(v.Whole, CellOwned)
	}
	if yes() {
		v.Now = uint32(r.Intn(131))
		v.Whole[v.Now] = Cell(r.Intn(10))
	}
	v.HasRoot = yes()
	if v.HasRoot {
		v.Root = ChunkTree{264, 0x21000000, word(), word(), nil}
		for range r.Intn(3) {
			row := ChunkRow{Bytes: 65536, Label: word(), First: 0, Count: 32}
			for range r.Intn(6) {
				row.Cells = append(row.Cells, ChunkCell{uint8(r.Intn(5)), yes(), yes(), yes(), word()})
			}
			v.Root.Rows = append(v.Root.Rows, row)
		}
	}
	anyMechanisms(r, yes, &v)
	return v
}

func anyMechanisms(r *rand.Rand, yes func() bool, v *Physical) {
	v.Frames = FrameMap{First: 262, Count: 8, NowFirst: 8448, NowCount: uint32(r.Intn(40)), Free: uint32(r.Intn(1e6)), FreePages: 7, Clearing: 32, Queued: 1, Total: 2290495}
	for range 8 * 32 {
		v.Frames.Bits = append(v.Frames.Bits, uint8(r.Intn(3)))
	}
	v.Machine = Machine{Count: [5]uint32{uint32(r.Intn(99)), 1, 2, 3, 4}, Moved: yes(), From: 1, To: 3, Rule: 3, N: 31}
	v.Victim = event.None
	if yes() {
		v.Victim = uint32(r.Intn(131))
	}
	for range r.Intn(4) {
		l := ChunkList{List: uint8(r.Intn(4)), Kernel: yes(), Zero: yes(), Bytes: 65536, Count: 31, Before: 32, Now: yes(), Tail: uint32(r.Intn(4))}
		for range r.Intn(5) {
			l.Chunks = append(l.Chunks, ListedChunk{uint64(r.Int63n(1 << 40)), yes()})
		}
		v.Lists = append(v.Lists, l)
	}
}

func anyManaged(r *rand.Rand, word func() string, yes func() bool) Managed {
	share := func() Share {
		return Share{512, uint32(r.Intn(513)), uint32(r.Intn(513)), uint32(r.Intn(9)), uint32(r.Intn(9))}
	}
	g := Managed{Bytes: 1 << 30, Total: share(), Blocks: 512, First: 3, FaultsFirst: uint32(r.Intn(9)), FaultsAll: 40}
	for range r.Intn(9) {
		g.Shown = append(g.Shown, BlockShare{r.Uint64(), word(), share(), yes(), yes(), yes()})
	}
	if g.Block.Has = yes(); g.Block.Has {
		g.Block = Block{Has: true, Base: r.Uint64(), Policy: 3, NowFirst: 7, NowCount: uint32(r.Intn(9)), From: 1, To: 2, Reason: uint8(r.Intn(5))}
		for range 500 + r.Intn(13) {
			g.Block.Pages = append(g.Block.Pages, uint8(r.Intn(64)))
		}
		for range r.Intn(4) {
			g.Block.Chunks = append(g.Block.Chunks, BlockChunk{uint32(r.Intn(512)), 16, r.Uint64(), yes()})
		}
	}
	for range r.Intn(5) {
		g.Faults = append(g.Faults, FaultRow{r.Uint64(), uint32(r.Intn(512)), yes(), yes(), 16, 16, RungState(r.Intn(3)), uint32(r.Intn(9)), uint32(r.Intn(3))})
	}
	for i := range r.Intn(4) {
		g.Batches = append(g.Batches, BatchRow{uint32(i + 1), 1, 256, uint32(r.Intn(256)), 3, uint32(r.Intn(9)), uint32(r.Intn(99)), 1, 7, 8, 9, RungState(r.Intn(3))})
	}
	g.BatchesAll, g.Buffered = uint32(len(g.Batches)), uint32(r.Intn(99))
	return g
}

// Patches lead from any scene to any other and back.
func TestPatchesGoBothWays(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	texts := NewTexts()
	var last Scene
	m := &Moment{}
	for i := range 300 {
		m = anyMoment(r, m)
		var next Scene
		next.Encode(m, texts)
		var moving Scene
		moving.copyFrom(&last)
		patches := last.Diff(&next, nil)
		moving.Apply(patches)
		if !moving.Equal(&next) {
			t.Fatalf("moment %d: applying the patches does not give the scene", i)
		}
		moving.Revert(patches)
		if !moving.Equal(&last) {
			t.Fatalf("moment %d: reverting the patches does not give the scene before", i)
		}
		last.copyFrom(&next)
	}
}

// The page's decoder reads what Encode wrote, forward and back.
func TestPageDecodesMoments(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed: the page's decoder is not tested")
	}
	dir := t.TempDir()
	r := rand.New(rand.NewSource(2))
	sender, w := NewSender(), &Writer{}
	m := &Moment{}
	var log []byte
	var want []any
	for i := range 60 {
		m = anyMoment(r, m)
		w.Begin(uint32(i))
		w.SetPoint(uint32(i/10), uint32(i%10))
		sender.Send(w, m)
		w.NewTexts(sender.Texts)
		log = append(log, w.End()...)
		want = append(want, pageMoment(m, uint32(i/10), uint32(i%10)))
	}
	write(t, filepath.Join(dir, "log.bin"), log)
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "want.json"), text)
	result := esbuild.Build(esbuild.BuildOptions{
		EntryPoints: []string{"../../web/src/engine/codec.test.ts"}, Bundle: true, Write: true,
		Platform: esbuild.PlatformNode, Format: esbuild.FormatESModule, Outfile: filepath.Join(dir, "codec.test.mjs"),
	})
	for _, e := range result.Errors {
		t.Fatal(e.Text)
	}
	cmd := exec.Command(node, "--test", "codec.test.mjs")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

func write(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
}
