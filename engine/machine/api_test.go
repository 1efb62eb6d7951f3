package machine

import (
	"encoding/csv"
	"os"
	"strconv"
	"strings"
	"testing"

	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// apiPlay translates a recorded run into calls of a machine: addresses of the
// arenas differ by one distance in each context, handles have other names.
type apiPlay struct {
	*testing.T
	m       *Machine
	ops     map[string]target.Op
	handles map[uint64]uint64
	shift   map[uint16]uint64
	calls   []target.Call
}

// high says whether a value is an address that the system chose.
func high(v uint64) bool { return v >= 1<<46 && v < 1<<47 }

func (p *apiPlay) translate(ctx uint16, v uint64) uint64 {
	if h, ok := p.handles[v]; ok {
		return h
	}
	if high(v) {
		return v + p.shift[ctx]
	}
	return v
}

// row plays one recorded call and compares what the card answered.
func (p *apiPlay) row(n int, x []string) {
	ctx64, _ := strconv.ParseUint(x[0], 10, 16)
	ctx := uint16(ctx64)
	op, known := p.ops[x[1]]
	if !known {
		p.Fatalf("row %d: no operation %s", n, x[1])
	}
	c := target.Call{Op: op, Ctx: ctx}
	for i, word := range strings.Fields(x[2]) {
		v, err := strconv.ParseUint(word, 10, 64)
		if err != nil {
			p.Fatal(err)
		}
		c.Arg[i] = p.translate(ctx, v)
	}
	p.calls = append(p.calls, c)
	var r target.Result
	p.m.Do(&c, &r)
	if r.Code.Name() != x[3] {
		p.Errorf("row %d: %s(%s) answers %s, recorded %s", n, x[1], x[2], r.Code.Name(), x[3])
	}
	if value, err := strconv.ParseUint(x[4], 10, 64); err == nil {
		p.value(n, ctx, op, value, r.Out[0])
	}
	var s target.Sample
	if p.m.Sample(&s); strconv.FormatUint(s.Free, 10) != x[5] {
		p.Errorf("row %d: %d bytes free, recorded %s", n, s.Free, x[5])
	}
	p.trips(n, ctx, x[6], r.Ioctls)
}

// trips compares the ioctls of a row: name, length and address of each.
func (p *apiPlay) trips(n int, ctx uint16, recorded string, got []target.Ioctl) {
	var want []string
	for i, one := range strings.Split(recorded, ";") {
		if word := strings.Fields(one); len(word) == 3 {
			at, _ := strconv.ParseUint(word[2], 10, 64)
			if _, known := p.shift[ctx]; high(at) && !known && i < len(got) {
				p.shift[ctx] = got[i].VA - at
			}
			one = word[0] + " " + word[1] + " " + strconv.FormatUint(p.translate(ctx, at), 10)
		}
		want = append(want, one)
	}
	var text []string
	for _, x := range got {
		one := x.Name.Short()
		if x.Name.HasLength() {
			one += " " + strconv.FormatUint(x.Length, 10)
		}
		if x.Name.HasVA() {
			one += " " + strconv.FormatUint(x.VA, 10)
		}
		text = append(text, one)
	}
	if a, b := strings.Join(text, ";"), strings.Join(want, ";"); a != b {
		p.Errorf("row %d: trips %s, recorded %s", n, a, b)
	}
}

func (p *apiPlay) value(n int, ctx uint16, op target.Op, recorded, got uint64) {
	switch op {
	case target.CuMemCreate, target.CudaStreamCreate, target.CudaEventCreate, target.CudaDeviceGetDefaultMemPool:
		p.handles[recorded] = got
		return
	}
	if _, known := p.shift[ctx]; high(recorded) && !known {
		p.shift[ctx] = got - recorded
	}
	if want := p.translate(ctx, recorded); got != want {
		p.Errorf("row %d: gives %#x, recorded %#x", n, got, want)
	}
}

// TestAPIAsRecorded plays programs that a real H200 answered call by call, and
// takes them back.
func TestAPIAsRecorded(t *testing.T) {
	for _, name := range []string{"memset", "reserve", "reserve_low", "mixed", "mixed_2", "streams", "streams_2", "streams_3", "streams_4", "host", "host_flags", "host_sizes", "host_big", "host_combined",
		"free_async", "free_marks", "free_busy", "pool", "pool_2"} {
		t.Run(name, func(t *testing.T) {
			f, err := os.Open("testdata/api/" + name + ".csv")
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			rows, err := csv.NewReader(f).ReadAll()
			if err != nil || len(rows) < 15 {
				t.Fatalf("%d rows, %v", len(rows), err)
			}
			p := apiPlay{T: t, m: New(profile.Get("h200-r580"), 0), ops: map[string]target.Op{}, handles: map[uint64]uint64{}, shift: map[uint16]uint64{}}
			for op := range target.Ops {
				p.ops[target.Op(op).String()] = target.Op(op)
			}
			for i, x := range rows[1:] {
				p.row(i, x)
				if broken := p.m.Check(); broken != "" {
					t.Fatalf("row %d: %s", i, broken)
				}
			}
			undoEverywhere(t, profile.Get("h200-r580"), p.calls)
		})
	}
}

// TestResetGivesStreamsBack: what streams took comes back with a reset only, as
// recorded.
func TestResetGivesStreamsBack(t *testing.T) {
	a := newAPI(t)
	free := a.want(target.Success, target.CudaMemGetInfo)
	var streams []uint64
	for range 10 {
		streams = append(streams, a.want(target.Success, target.CudaStreamCreate))
	}
	for _, s := range streams {
		a.want(target.Success, target.CudaStreamDestroy, s)
	}
	if now := a.want(target.Success, target.CudaMemGetInfo); free-now != 3*2<<20 {
		t.Errorf("ten streams took %d bytes", free-now)
	}
	a.want(target.Success, target.CudaDeviceReset)
	if now := a.want(target.Success, target.CudaMemGetInfo); now != free {
		t.Errorf("after the reset %d bytes are missing", free-now)
	}
	if broken := a.m.Check(); broken != "" {
		t.Error(broken)
	}
}
