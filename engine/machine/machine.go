package machine

import (
	"pagewalk/engine/cuda"
	"pagewalk/engine/dram"
	"pagewalk/engine/driver"
	"pagewalk/engine/event"
	"pagewalk/engine/eviction"
	"pagewalk/engine/mmu"
	"pagewalk/engine/pma"
	"pagewalk/engine/pmm"
	"pagewalk/engine/profile"
	"pagewalk/engine/state"
	"pagewalk/engine/target"
	"pagewalk/engine/tlb"
	"pagewalk/engine/va"
	"pagewalk/engine/work"
)

// Machine is a simulated GPU with its driver and runtime. It is a
// target.Target. A Machine belongs to one goroutine.
type Machine struct {
	Profile *profile.Profile
	Clock   *work.Clock
	PMA     *pma.PMA
	PMM     *pmm.PMM
	MMU     *mmu.MMU
	TLB     *tlb.TLB
	VA      *va.VA
	DRAM    *dram.DRAM
	Driver  *driver.Driver
	CUDA    *cuda.CUDA
	Streams *work.Streams

	// Watched: the free memory is asked for after each call, outside the rows, as
	// recorded runs did. The question goes into the kernel, so what the runtime
	// does alone is slower. Set before the first call and left.
	Watched bool

	rec     event.Recorder
	head    state.Column[Head]
	set     state.Set
	hasher  *state.Hasher
	tables  *tableMemory
	memory  target.Memory
	act     act              // what is pending: access or kernel
	pending target.Call      // its call
	sofar   target.Result    // its answer
	access  access           // a touch or chase
	kernel  kernel           // a launch
	bulk    *state.Keyframes // two for each bulk act: before and after
	lab     lab              // who leaves when the card is full
}

// act is a call that takes longer than its first slice.
type act interface {
	run(m *Machine, budget int, r *target.Result) target.Progress
}

// Head is the machine's own state.
type Head struct {
	Rows    uint32 // calls so far
	Entered uint32 // 1 if the last one entered the kernel
}

var _ target.Target = (*Machine)(nil)

// New makes a machine of a profile. Nothing is recorded until Recorder().Log is
// set. seed is for victims that are chosen by chance.
func New(p *profile.Profile, seed uint64) *Machine {
	m := &Machine{Profile: p, head: state.New[Head](1)}
	m.rec.Cause = event.None
	m.Clock = work.NewClock(&m.rec)
	m.PMA = pma.New(p, &m.rec, m.Clock)
	m.PMM = pmm.New(p, &m.rec, m.PMA)
	m.TLB = tlb.New(p, &m.rec)
	m.tables = newTableMemory(p, m.PMM)
	m.MMU = mmu.New(p, &m.rec, m.tables, m.TLB)
	m.VA = va.New(&m.rec)
	m.DRAM = dram.New(p, &m.rec)
	m.Streams = work.NewStreams(cuda.Streams, &m.rec, m.Clock)
	m.Driver = driver.New(p, &m.rec, m.Clock, driver.Below{PMA: m.PMA, PMM: m.PMM, MMU: m.MMU, VA: m.VA, DRAM: m.DRAM, Movable: (*owners)(m).movableOut})
	m.CUDA = cuda.New(p, &m.rec, m.Clock, cuda.Below{Driver: m.Driver, MMU: m.MMU, VA: m.VA, PMA: m.PMA, Streams: m.Streams})
	m.Driver.Tell(m.CUDA)
	m.VA.Wire(va.Below{Profile: p, Clock: m.Clock, PMM: m.PMM, MMU: m.MMU, Copied: m.copied, Serving: m.serving})
	m.PMM.Blocks = (*owners)(m)
	m.PMM.Policy = (*owners)(m)
	if !p.PMM.OwnsAll {
		m.PMA.Evictor = m.PMM
	}
	m.lab.policy = eviction.New(profile.VictimNames[p.Managed.Victims], seed)
	m.lab.on = p.Managed.Victims != 0 && m.lab.policy != nil // the optimum waits for Foresee
	m.boot()
	m.columns()
	return m
}

// columns fixes the order of all columns; it is part of every hash.
func (m *Machine) columns() {
	m.set.Add(&m.head)
	m.PMA.State.Columns(&m.set)
	m.PMM.State.Columns(&m.set)
	m.MMU.Columns(&m.set)
	m.TLB.Columns(&m.set)
	m.VA.Columns(&m.set)
	m.DRAM.Columns(&m.set)
	m.Driver.Columns(&m.set)
	m.CUDA.Columns(&m.set)
	m.tables.columns(&m.set)
	m.Streams.State.Columns(&m.set)
	m.hasher = state.NewHasher(&m.set)
}

// boot brings the machine to the state that a program finds.
func (m *Machine) boot() {
	p := m.Profile
	if pages := p.Memory.ContextPages; pages != 0 {
		// The slack is the last frames of the page before the last one, so that
		// the last one can hold page tables.
		slack := p.Memory.ContextSlackFrames
		m.PMA.Reserve(pma.Run{First: 0, N: (pages-1)*32 - slack})
		m.PMA.Reserve(pma.Run{First: (pages - 1) * 32, N: 32})
		if p.MMU.TableSpace == profile.TablesInPMM {
			m.PMM.AdoptKernelRoot(pages - 1)
		}
	}
	if why := m.CUDA.NewProcess(0, cuda.HeldAt(0, p.Memory.ContextPages, true)); why.ID != target.NoReason {
		panic("machine: boot: no room for the first context")
	}
}

// Set is all columns of all layers.
func (m *Machine) Set() *state.Set { return &m.set }

// Recorder is where events go.
func (m *Machine) Recorder() *event.Recorder { return &m.rec }

// Rebuild says that the columns were replaced as a whole, by a keyframe.
func (m *Machine) Rebuild() {
	m.PMA.Rebuild()
	m.PMM.Rebuild()
	m.MMU.Rebuild()
	m.TLB.Rebuild()
	m.VA.Rebuild()
	m.DRAM.Rebuild()
	m.CUDA.Rebuild()
	m.Streams.Rebuild()
	m.tables.hint = 0
}

// Hash is one number for the whole state and the clock. Only pages written
// since the last call are looked at.
func (m *Machine) Hash() uint64 { return state.Mix(m.hasher.Sum(), m.rec.Now) }

// FullHash is Hash computed afresh.
func (m *Machine) FullHash() uint64 { return state.Mix(m.set.Hash(), m.rec.Now) }

// Check walks the whole state and gives the first broken invariant, or "".
func (m *Machine) Check() string {
	for _, check := range []func() string{
		m.PMA.Check, m.PMM.Check, m.MMU.Check, m.TLB.Check, m.VA.Check, m.DRAM.Check, m.Driver.Check, m.CUDA.Check, m.Streams.Check, m.check,
	} {
		if broken := check(); broken != "" {
			return broken
		}
	}
	return ""
}
