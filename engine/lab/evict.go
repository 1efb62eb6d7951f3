package lab

import (
	"slices"

	"pagewalk/engine/event"
	"pagewalk/engine/eviction"
	"pagewalk/engine/machine"
	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
	"pagewalk/engine/target"
)

// Eviction is what a program or a trace cost under one policy.
type Eviction struct {
	Policy    string
	Misses    uint64
	Evictions uint64
	In, Out   uint64 // bytes copied to the card and from it
	PS        uint64 // simulated time; 0 of a trace
	Ended     bool   // the program came to its end
}

// OwnPolicy names the policy of a program that defines pw_victim.
const OwnPolicy = "pw_victim"

// NewMachine makes a machine for a program. Where the profile asks for the
// optimum the program is played once before, unseen, to know its touches. Which
// block is touched when does not depend on who leaves, unless the program looks
// at the time and acts on it: then the optimum knows a future that does not
// quite come.
func NewMachine(p *profile.Profile, program *scenario.Program, seed uint64) *machine.Machine {
	m := machine.New(p, seed)
	if profile.VictimNames[p.Managed.Victims] == eviction.Optimum {
		m.Foresee(Foresee(p, program, seed))
	}
	return m
}

// Foresee plays a program and writes down what it touches.
func Foresee(p *profile.Profile, program *scenario.Program, seed uint64) *eviction.Future {
	f := &eviction.Future{}
	m := machine.New(under(p, 0), seed)
	m.Witness(f)
	scenario.RunOn(deaf{m}, program, scenario.RunOptions{Seed: seed})
	return f
}

// under is a profile with another policy of eviction.
func under(p *profile.Profile, policy int) *profile.Profile {
	own := *p
	own.Managed.Victims = profile.Victims(policy)
	return &own
}

// deaf is a machine that does not ask the program for victims.
type deaf struct{ *machine.Machine }

// Start hides that the program could choose.
func (d deaf) Start(seed uint64, memory target.Memory) target.Why {
	if w, ok := memory.(target.Watched); ok {
		w.Watch(d.Machine)
	}
	return d.Machine.Start(seed, onlyMemory{memory})
}

type onlyMemory struct{ target.Memory }

// Policies names what a program can be played under, the optimum last; a policy
// of the program's own comes before it.
func Policies(program *scenario.Program) (names []string) {
	for _, name := range profile.VictimNames {
		if name == eviction.Optimum && scenario.NewVM(program, 0).Chooses() {
			names = append(names, OwnPolicy)
		}
		names = append(names, name)
	}
	return names
}

// Evict plays a program under every policy.
func Evict(p *profile.Profile, program *scenario.Program, seed uint64) (rows []Eviction) {
	for _, name := range Policies(program) {
		rows = append(rows, EvictUnder(p, program, seed, name))
	}
	return rows
}

// EvictUnder plays a program under one policy.
func EvictUnder(p *profile.Profile, program *scenario.Program, seed uint64, name string) Eviction {
	i := slices.Index(profile.VictimNames, name)
	switch {
	case name == OwnPolicy:
		return evict(name, machine.New(under(p, 0), seed), program, seed)
	case i < 0:
		panic("lab: evict under: there is no policy " + name)
	}
	return evict(name, deaf{NewMachine(under(p, i), program, seed)}, program, seed)
}

// tallied is a target that says what managed memory has cost.
type tallied interface {
	target.Target
	Moved() machine.Moved
	Recorder() *event.Recorder
}

func evict(name string, t tallied, program *scenario.Program, seed uint64) Eviction {
	begin := t.Recorder().Now
	out := scenario.RunOn(t, program, scenario.RunOptions{Seed: seed})
	x := t.Moved()
	return Eviction{
		Policy: name, Misses: x.Misses, Evictions: x.Evictions, In: x.In, Out: x.Out, PS: t.Recorder().Now - begin,
		Ended: out.Status.Why == scenario.Done && !out.Why.Ends(),
	}
}

// blockBytes is what moves at a time.
const blockBytes = 2 << 20

// EvictTrace plays a trace of touches with room for a number of blocks. A block
// that comes for the first time brings nothing; one that leaves is copied to
// the host.
func EvictTrace(trace []uint32, room int, seed uint64) (rows []Eviction) {
	for _, name := range append(append([]string(nil), eviction.Names...), eviction.Optimum) {
		policy := eviction.New(name, seed)
		if policy == nil {
			policy = eviction.NewBelady(eviction.NewFuture(trace))
		}
		r := eviction.Play(trace, room, policy)
		rows = append(rows, Eviction{
			Policy: name, Misses: uint64(r.Misses), Evictions: uint64(r.Evictions),
			In: uint64(r.Returns) * blockBytes, Out: uint64(r.Evictions) * blockBytes, Ended: true,
		})
	}
	return rows
}
