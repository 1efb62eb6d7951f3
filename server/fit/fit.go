package fit

import (
	_ "embed"
	"encoding/json"
	"sync"

	"pagewalk/engine/machine"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// Share is how many of how many agree.
type Share struct {
	Same int `json:"same"`
	Of   int `json:"of"`
}

func (s *Share) add(same bool) {
	s.Of++
	if same {
		s.Same++
	}
}

// Fit is how well a profile agrees with its card.
type Fit struct {
	Profile string `json:"profile"`
	Card    string `json:"card"`
	Driver  string `json:"driver"`
	CUDA    string `json:"cuda"`
	Date    string `json:"date"`

	Traces    []string `json:"traces"`
	Calls     int      `json:"calls"`
	Addresses Share    `json:"addresses"`
	FreeBytes Share    `json:"free_bytes"`
	Errors    Share    `json:"errors"`
	Ioctls    Share    `json:"ioctls"`
	Physical  []Placed `json:"physical"` // one step ahead, by trace
	Alone     []Placed `json:"physical_alone"`
	Times     []Time   `json:"times"`
	TLB       []Curve  `json:"tlb"`
}

// Placed is how many blocks of a trace were found where the card found them.
type Placed struct {
	Trace string `json:"trace"`
	Share
}

//go:embed h200-r580.json
var stored []byte

// fits are the stored fits, by profile.
var fits = sync.OnceValue(func() map[string]*Fit {
	f := &Fit{}
	if err := json.Unmarshal(stored, f); err != nil {
		panic("fit: h200-r580.json: " + err.Error())
	}
	return map[string]*Fit{f.Profile: f}
})

// Of gives the stored fit of a profile; nil for one that was never measured.
func Of(profileName string) *Fit { return fits()[profileName] }

// Measure plays everything that was recorded and counts.
func Measure() (*Fit, error) {
	f := &Fit{Profile: "h200-r580", Card: "NVIDIA H200", Driver: "580.159.04", CUDA: "13.0", Date: "2026-11-29", Traces: traces[:]}
	times := timer{cost: &profile.Get(f.Profile).Cost}
	for _, name := range traces {
		rows, err := readTrace(name)
		if err != nil {
			return nil, err
		}
		f.Calls += len(rows)
		f.Alone = append(f.Alone, Placed{name, f.play(rows, &times)})
		f.Physical = append(f.Physical, Placed{name, follow(rows)})
	}
	f.Times = times.sum()
	var err error
	f.TLB, err = curves(profile.Get(f.Profile))
	return f, err
}

// play plays a trace on its own and compares every row. It gives how many blocks
// lie where the card put them.
func (f *Fit) play(rows []row, times *timer) (placed Share) {
	m := machine.New(profile.Get(f.Profile), 0)
	live := map[string]uint64{}
	var first uint64
	var r, q target.Result
	times.begin()
	for i := range rows {
		x := &rows[i]
		c := x.call(live)
		m.Do(&c, &r)
		address := c.Arg[0]
		if !x.free {
			address = r.Out[0]
			live[x.id] = address
		}
		if first == 0 {
			first = address
		}
		f.Errors.add((r.Code != target.Success) == x.failed)
		if !x.failed {
			f.Addresses.add(int64(address-first) == x.offset)
		}
		f.Ioctls.add(trips(r.Ioctls, first) == placeless(x.ioctls))
		if truth := x.truth(); truth.Placed {
			placed.add(len(r.Ioctls) > 0 && r.Ioctls[0].Offset == truth.Offset)
		}
		times.row(x, &r)
		m.Do(&target.Call{Op: target.CuMemGetInfo}, &q)
		f.FreeBytes.add(q.Out[0] == x.bytes)
	}
	return placed
}

// call is a row as a call; live holds the addresses of what is allocated.
func (x *row) call(live map[string]uint64) target.Call {
	if !x.free {
		return target.Call{Op: target.CuMemAlloc, Arg: [8]uint64{x.size}}
	}
	c := target.Call{Op: target.CuMemFree, Arg: [8]uint64{live[x.id]}}
	delete(live, x.id)
	return c
}

// follow plays a trace one step ahead: after each call physical memory and clock
// are made those of the card.
func follow(rows []row) Share {
	f := machine.NewFollower(machine.New(profile.Get("h200-r580"), 0))
	live := map[string]uint64{}
	var r target.Result
	for i := range rows {
		x := &rows[i]
		c := x.call(live)
		f.Step(&c, &r, x.truth())
		if !x.free {
			live[x.id] = r.Out[0]
		}
	}
	return Share{f.Predicted, f.Judged}
}
