package machine

import (
	"strconv"
	"strings"
	"testing"

	"pagewalk/engine/event"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
	"pagewalk/engine/target"
)

// saboteur plays a program and does something to the machine at each note.
type saboteur struct {
	player
	acts []func(m *Machine, p uint64)
	p    uint64 // what cudaMalloc gave
}

func (s *saboteur) Call(c *target.Call, r *target.Result) target.Progress {
	if c.Op == target.PwNote && len(s.acts) > 0 {
		s.acts[0](s.Machine, s.p)
		s.acts = s.acts[1:]
	}
	progress := s.player.Call(c, r)
	if c.Op == target.CudaMalloc && s.p == 0 {
		s.p = r.Out[0]
	}
	return progress
}

const faulty = `
__global__ void use(int *p, int how) {
    if (how == 0) { if (p[0] == 77) p[1] = 1; }
    if (how == 1) p[0] = 1;
    if (how == 2) atomicAdd(p, 1);
}
int *p, *q;
cudaMalloc(&p, 8 << 20);
pw_note("break it");
if (HOW == 3) pw_touch((char *)p + OFFSET, 4, 4);
else use<<<1, 1>>>((int *)((char *)p + OFFSET), HOW);
printf("%s ", cudaGetErrorName(cudaDeviceSynchronize()));
printf("%s", cudaGetErrorName(cudaMalloc(&q, 16)));
pw_note("mend it");
`

const process = 0

// Every fault that an access of a program can raise, with the error that CUDA
// answers, which stays.
func TestFaultsAndTheirErrors(t *testing.T) {
	const read, write, atomic, touch = 0, 1, 2, 3
	protect := func(f profile.Flags) func(*Machine, uint64) {
		return func(m *Machine, p uint64) { m.MMU.Protect(process, p, 2<<20, f, 0) }
	}
	nothing := func(*Machine, uint64) {}
	var root uint32
	for _, c := range []struct {
		name   string
		how    int
		offset string
		act    func(*Machine, uint64)
		want   mmu.FaultType
		code   target.Code
	}{
		{"nothing wrong", write, "0", nothing, mmu.NoFault, target.Success},
		{"no directory entry", read, "(1l << 40)", nothing, mmu.FaultPDE, target.IllegalAddress},
		{"no page-table entry", read, "(1l << 40) + 4096", func(m *Machine, p uint64) { m.MMU.Map(process, p+1<<40, 0, 4096, 4096, mmu.Attr{}) }, mmu.FaultPTE, target.IllegalAddress},
		{"a write to a read-only page", write, "0", protect(profile.ReadOnly), mmu.FaultReadOnly, target.IllegalAddress},
		{"a read of it", read, "0", protect(profile.ReadOnly), mmu.NoFault, target.Success},
		{"an atomic on it", atomic, "0", protect(profile.ReadOnly), mmu.FaultReadOnly, target.IllegalAddress},
		{"an atomic where none are allowed", atomic, "0", protect(profile.NoAtomic), mmu.FaultAtomic, target.IllegalAddress},
		{"a write there", write, "0", protect(profile.NoAtomic), mmu.NoFault, target.Success},
		{"a page of the kernel's", read, "0", protect(profile.Privileged), mmu.FaultPrivilege, target.IllegalAddress},
		{"an address with too many bits", touch, "(1l << 57)", nothing, mmu.FaultVALimit, target.IllegalAddress},
		{"a context without page tables", read, "0", func(m *Machine, _ uint64) {
			root = m.MMU.State.Spaces.At(process).Root
			m.MMU.State.Spaces.Mut(process).Root = 0
			m.MMU.Rebuild()
		}, mmu.FaultUnbound, target.IllegalAddress},
		{"a damaged page", read, "0", func(m *Machine, p uint64) {
			leaf, _ := m.MMU.Walk(process, p, mmu.Read, nil)
			m.MMU.Poison(leaf.Physical)
		}, mmu.FaultPoisoned, target.ECCUncorrectable},
		{"its neighbour", read, "4096", func(m *Machine, p uint64) {
			leaf, _ := m.MMU.Walk(process, p, mmu.Read, nil)
			m.MMU.Poison(leaf.Physical)
		}, mmu.NoFault, target.Success},
		{"a damaged page table", read, "0", func(m *Machine, p uint64) { m.MMU.Poison(m.MMU.PDB(process)) }, mmu.FaultPoisoned, target.ECCUncorrectable},
	} {
		var log event.Log
		s := &saboteur{player: player{Machine: New(profile.Get("h200-r580"), 0)}}
		s.Recorder().Log = &log
		s.acts = []func(*Machine, uint64){c.act, func(m *Machine, p uint64) {
			m.MMU.Poison(0)
			m.MMU.Protect(process, p, 2<<20, 0, profile.Privileged)
			if root != 0 { // that of the context without
				m.MMU.State.Spaces.Mut(process).Root, root = root, 0
			}
		}}
		source := strings.NewReplacer("OFFSET", c.offset, "HOW", strconv.Itoa(c.how)).Replace(faulty)
		program, diagnostics := scenario.Compile([]byte(source), scenario.Options{})
		if program == nil {
			t.Fatalf("%s: %v", c.name, diagnostics[0].Text("en"))
		}
		vm := scenario.NewVM(program, 0)
		s.Start(0, vm)
		for vm.Run(s, 1<<20).Why == scenario.Budget {
		}
		raised := mmu.NoFault
		for i := range log.Len() {
			if e := log.At(i); e.Kind == event.MMUFault {
				raised = mmu.FaultType(event.MMUFaultOf(e).Type)
			}
		}
		if raised != c.want {
			t.Errorf("%s: raises %q, want %q", c.name, raised, c.want)
		}
		if want := c.code.Name() + " " + c.code.Name(); s.printed != want {
			t.Errorf("%s: prints %q, want %q", c.name, s.printed, want)
		}
		if broken := s.Check(); broken != "" {
			t.Errorf("%s: %s", c.name, broken)
		}
	}
}
