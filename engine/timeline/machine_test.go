package timeline

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/machine"
	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
	"pagewalk/engine/target"
)

// play runs a program on a real machine to its end.
func play(t testing.TB, profileName, set, source string, budget int) (*Run, *machine.Machine, *scenario.VM) {
	t.Helper()
	program, diagnostics := scenario.Compile([]byte(source), scenario.Options{})
	if program == nil {
		t.Fatalf("%s\n%s", diagnostics[0].Text("en"), source)
	}
	p := profile.Get(profileName)
	if set != "" {
		if err := profile.Set(p, set); err != nil {
			t.Fatal(err)
		}
	}
	m := machine.New(p, 1)
	vm := scenario.NewVM(program, 1)
	r := New(m, vm, vm, 1, p.Limits.Events)
	for n := 0; !r.Step(budget); n++ {
		if n > 1e6 {
			t.Fatal("the program does not end")
		}
	}
	return r, m, vm
}

// randomProgram makes up calls on eight pointers: sizes from nothing to a few
// MiB, frees that are right and wrong, touches, fills, copies, queries.
func randomProgram(seed int64, calls int) string {
	r := rand.New(rand.NewSource(seed))
	var b strings.Builder
	b.WriteString("char *p[8];\nint x = 7;\nsize_t f, t;\nfor (int i = 0; i < 8; i++) p[i] = 0;\n")
	for range calls {
		i := r.Intn(8)
		switch r.Intn(12) {
		case 0, 1, 2, 3:
			fmt.Fprintf(&b, "cudaMalloc(&p[%d], %d);\n", i, []int{0, 1, 512, 4096, 70000, 1 << 20, 3 << 20, 9 << 20}[r.Intn(8)])
		case 4, 5, 6:
			fmt.Fprintf(&b, "cudaFree(p[%d]);\np[%d] = 0;\n", i, i)
		case 7:
			fmt.Fprintf(&b, "if (p[%d]) pw_touch(p[%d], 2048, 512);\n", i, i)
		case 8:
			fmt.Fprintf(&b, "if (p[%d]) cudaMemset(p[%d], %d, 300);\n", i, i, r.Intn(256))
		case 9:
			fmt.Fprintf(&b, "if (p[%d]) cudaMemcpy(p[%d], &x, sizeof x, cudaMemcpyHostToDevice);\n", i, i)
		case 10:
			b.WriteString("cudaMemGetInfo(&f, &t);\n")
		case 11:
			fmt.Fprintf(&b, "printf(\"%%p\\n\", p[%d]);\ncudaGetLastError();\n", i)
		}
	}
	return b.String()
}

var machineCases = []struct{ profile, set string }{
	{"textbook-ampere", "driver.free=lazy"}, {"textbook-volta", "driver.free=immediate"}, {"gh100-small", ""}, {"h200-r580", ""},
}

// The hash after every prefix is the same forward, back and by seeks, the
// incremental one equals the full one, and the state after every call passes
// its checks.
func TestMachineEveryPrefix(t *testing.T) {
	for i, c := range machineCases {
		r, m, vm := play(t, c.profile, c.set, randomProgram(int64(i+1), 25), 500)
		end := r.Hash()
		want := hashes(r)
		if want[len(want)-1] != end {
			t.Fatalf("%s: the end reached by walking is not the end of the recording", c.profile)
		}
		for n := int(r.Len()); n >= 0; n-- {
			r.SeekCount(uint32(n))
			if r.Hash() != want[n] {
				t.Fatalf("%s: back at %d (before %v) the hash differs", c.profile, n, kindAt(r, n))
			}
			if m.FullHash() != m.Hash() {
				t.Fatalf("%s: at %d the incremental hash differs from the full one", c.profile, n)
			}
			if n == 0 || r.Event(uint32(n-1)).Kind == event.Return { // in the middle of a call layers may disagree
				if bad := m.Check(); bad != "" {
					t.Fatalf("%s: at %d: %s", c.profile, n, bad)
				}
			}
		}
		random := rand.New(rand.NewSource(1))
		for range 100 {
			n := random.Intn(int(r.Len()) + 1)
			if r.SeekCount(uint32(n)); r.Hash() != want[n] {
				t.Fatalf("%s: seek to %d: the hash differs", c.profile, n)
			}
		}
		_ = vm
	}
}

func kindAt(r *Run, n int) event.Kind {
	if n < int(r.Len()) {
		return r.Event(uint32(n)).Kind
	}
	return 0
}

// A run that is recorded and one that is not end in the same state, and the
// log alone brings a fresh machine to it.
func TestMachineRecordedUnrecordedReplayed(t *testing.T) {
	for i, c := range machineCases {
		source := randomProgram(int64(i+10), 40)
		r, m, vm := play(t, c.profile, c.set, source, 300)
		p := profile.Get(c.profile)
		if c.set != "" {
			if err := profile.Set(p, c.set); err != nil {
				t.Fatal(err)
			}
		}
		program, _ := scenario.Compile([]byte(source), scenario.Options{})
		bare, bareVM := machine.New(p, 1), scenario.NewVM(program, 1)
		bare.Start(1, bareVM)
		for bareVM.Run(bareHost{bare}, 1000).Why == scenario.Budget {
		}
		if bare.Hash() != m.Hash() {
			t.Errorf("%s: unrecorded, the machine ends in another state", c.profile)
		}
		if bareVM.Hash() != vm.Hash() {
			t.Errorf("%s: unrecorded, the program ends in another state", c.profile)
		}
		fresh := machine.New(p, 1)
		fresh.Recorder().Aside = m.Recorder().Aside // part of the log: long differences
		for e := range r.Len() {
			fresh.Apply(r.Event(e))
		}
		if fresh.Hash() != m.Hash() {
			t.Errorf("%s: the log does not bring a fresh machine to the same state", c.profile)
		}
	}
}

// bareHost answers from a machine and records nothing.
type bareHost struct{ m *machine.Machine }

func (h bareHost) Boundary(*scenario.VM, uint32, uint32) {}
func (h bareHost) Output(uint8, []byte)                  {}
func (h bareHost) Call(c *target.Call, r *target.Result) target.Progress {
	p := h.m.Do(c, r)
	for p == target.Pending {
		p = h.m.Resume(1000, r)
	}
	return p
}

// A long run is reached from keyframes and snapshots of the program; both
// agree with walking.
func TestMachineLongRun(t *testing.T) {
	r, _, _ := play(t, "gh100-small", "", `char *keep, *p; int sum = 0;
cudaMalloc(&keep, 512);
for (int i = 0; i < 16000; i++) { cudaMalloc(&p, 512 + i % 1000); sum += i; cudaFree(p); }
`, 5000)
	if len(r.marks) < 3 || len(r.snapshots) < 3 {
		t.Fatalf("%d keyframes, %d snapshots of the program, %d events", len(r.marks), len(r.snapshots), r.Len())
	}
	random := rand.New(rand.NewSource(5))
	want := map[uint32]uint64{}
	var places []uint32
	r.SeekCount(0)
	for n := uint32(0); n < r.Len(); n += 1 + uint32(random.Intn(4000)) {
		r.rec.Log = nil
		r.walk(n)
		r.redo()
		want[n] = r.Hash()
		places = append(places, n)
	}
	r.rec.Log = &r.log
	for range 100 {
		n := places[random.Intn(len(places))]
		if r.SeekCount(n); r.Hash() != want[n] {
			t.Fatalf("seek to %d gives another state than walking there", n)
		}
	}
}
