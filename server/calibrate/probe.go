package calibrate

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"pagewalk/engine/target"
)

// Verdict says what became of a probe.
type Verdict string

const (
	Measured     Verdict = "measured"
	Inconclusive Verdict = "inconclusive"
)

// Probe is one question and its answer.
type Probe struct {
	Name    string  `json:"name"`
	Field   string  `json:"field,omitempty"` // of the profile that it sets: "Runtime.Granule"
	Value   uint64  `json:"value"`
	Unit    string  `json:"unit"`
	Samples int     `json:"samples"`
	Fit     float64 `json:"fit"` // share of the samples that the value predicts, 0 to 1
	Verdict Verdict `json:"verdict"`
	Note    string  `json:"note,omitempty"`
}

// enough is the share of samples that a measured value predicts at least.
const enough = 0.8

// Report is everything that was found.
type Report struct {
	Card    string  `json:"card"`
	Driver  string  `json:"driver"`
	Date    string  `json:"date"`
	Seconds float64 `json:"seconds"`
	Probes  []Probe `json:"probes"`
}

// Get gives the probe that sets a field; nil if there is none.
func (r *Report) Get(field string) *Probe {
	for i := range r.Probes {
		if r.Probes[i].Field == field {
			return &r.Probes[i]
		}
	}
	return nil
}

// Opener gives a fresh target.
type Opener func() (target.Target, error)

// run is a calibration under way.
type run struct {
	open   Opener
	report *Report
	say    func(string)
}

// Run asks all probes. say is told what is under way.
func Run(open Opener, say func(string)) (*Report, error) {
	begin := time.Now()
	r := &run{open: open, report: &Report{Date: begin.UTC().Format(time.DateOnly)}, say: say}
	for _, step := range []struct {
		what string
		do   func(*run, *session)
	}{
		{"the card's memory and the context", memory}, {"the sub-allocator", pieces}, {"blocks", blocks}, {"arenas", arenas},
		{"trips into the kernel", trips}, {"times", times}, {"clearing of freed memory", clearing}, {"the TLB", translation},
	} {
		say(step.what)
		if err := r.step(step.do); err != nil {
			return r.report, fmt.Errorf("%s: %w", step.what, err)
		}
	}
	r.report.Seconds = time.Since(begin).Seconds()
	return r.report, nil
}

// step gives a group of probes a session.
func (r *run) step(do func(*run, *session)) error {
	t, err := r.open()
	if err != nil {
		return err
	}
	info := t.Info()
	r.report.Card, r.report.Driver = info.Name, info.Driver
	if why := t.Start(1, nowhere{}); why.ID != target.NoReason {
		return fmt.Errorf("no card: %s", why.ID.Name())
	}
	s := &session{t: t}
	do(r, s)
	if s.lost != nil {
		t.Stop()
		return s.lost
	}
	t.Stop()
	return nil
}

// add notes a probe; its verdict follows from the fit.
func (r *run) add(p Probe) {
	if p.Verdict == "" {
		p.Verdict = Inconclusive
		if p.Fit >= enough && p.Samples > 0 {
			p.Verdict = Measured
		}
	}
	r.report.Probes = append(r.report.Probes, p)
}

// nowhere is the memory of a program that has none.
type nowhere struct{}

func (nowhere) Bytes(uint64, uint64) ([]byte, bool) { return nil, false }
func (nowhere) Adopt(uint64, []byte) bool           { return true }
func (nowhere) Abandon(uint64)                      {}

// session is one process on the card.
type session struct {
	t    target.Target
	r    target.Result
	lost error
}

// do makes a call and waits for it. Once the target is lost it does nothing.
func (s *session) do(op target.Op, args ...uint64) *target.Result {
	if s.lost != nil {
		s.r = target.Result{Code: target.Unknown}
		return &s.r
	}
	c := target.Call{Op: op}
	copy(c.Arg[:], args)
	p := s.t.Do(&c, &s.r)
	for p == target.Pending {
		p = s.t.Resume(100_000, &s.r)
	}
	if s.r.Why.Ends() {
		s.lost = fmt.Errorf("%s: %s", op, s.r.Why.ID.Name())
	}
	return &s.r
}

// malloc gives the address, 0 if there is no room.
func (s *session) malloc(n uint64) uint64 {
	if r := s.do(target.CuMemAlloc, n); r.Code == target.Success {
		return r.Out[0]
	}
	return 0
}

func (s *session) release(list ...uint64) {
	for _, p := range list {
		if p != 0 {
			s.do(target.CuMemFree, p)
		}
	}
}

// free gives the free and the total memory.
func (s *session) free() (free, total uint64) {
	r := s.do(target.CuMemGetInfo)
	return r.Out[0], r.Out[1]
}

// cost is what an allocation takes of the free memory, and its address.
func (s *session) cost(n uint64) (cost, at uint64) {
	before, _ := s.free()
	at = s.malloc(n)
	after, _ := s.free()
	return before - after, at
}

// median gives the middle of a list, which it sorts.
func median[T cmp.Ordered](list []T) (m T) {
	if len(list) == 0 {
		return m
	}
	slices.Sort(list)
	return list[len(list)/2]
}

// near is the share of a list that lies within a part of a value.
func near(list []uint64, value uint64, part float64) float64 {
	n := 0
	for _, x := range list {
		d := float64(x) - float64(value)
		if d < 0 {
			d = -d
		}
		if d <= float64(value)*part+1 {
			n++
		}
	}
	if len(list) == 0 {
		return 0
	}
	return float64(n) / float64(len(list))
}
