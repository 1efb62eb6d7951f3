package lab

import (
	"pagewalk/engine/machine"
	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
	"pagewalk/engine/target"
)

// Step is one request of a workload, or the free of one.
type Step struct {
	ID    int // names a request; the free of it has the same
	Bytes uint64
	Free  bool
}

// Workload is a list of requests and frees.
type Workload []Step

// generator is a sequence of numbers that looks random, the same for a seed.
type generator uint64

func (g *generator) below(n uint64) uint64 {
	*g = *g*6364136223846793005 + 1442695040888963407
	return uint64(*g>>33) % n
}

// size is mostly small, sometimes middling, seldom large: KiB and MiB.
func (g *generator) size() uint64 {
	const kib, mib = 1 << 10, 1 << 20
	switch r := g.below(100); {
	case r < 60:
		return 4*kib + g.below(60*kib)
	case r < 90:
		return 64*kib + g.below(960*kib)
	}
	return mib + g.below(7*mib)
}

// Churn is the built-in workload: requests of many sizes until six tenths of
// capacity are asked for, as many replaced one by one, and then three of four
// small ones freed, so that what is left lies scattered; at last some requests
// larger than any before.
func Churn(capacity, seed uint64) Workload {
	c := churn{random: generator(seed*2 + 1), room: capacity / 10 * 6}
	for c.live < c.room {
		c.request(c.random.size())
	}
	for range len(c.there) {
		c.free(int(c.random.below(uint64(len(c.there)))))
		for c.live < c.room {
			c.request(c.random.size())
		}
	}
	for i := len(c.there) - 1; i >= 0; i-- {
		if c.bytes[c.there[i]] < 1<<20 && c.random.below(4) != 0 {
			c.free(i)
		}
	}
	for range 4 {
		c.request(capacity / 16)
	}
	return c.steps
}

// churn is a workload in the making.
type churn struct {
	random     generator
	steps      Workload
	there      []int    // requests not freed
	bytes      []uint64 // of each request
	live, room uint64
}

func (c *churn) request(bytes uint64) {
	c.steps = append(c.steps, Step{ID: len(c.bytes), Bytes: bytes})
	c.there = append(c.there, len(c.bytes))
	c.bytes = append(c.bytes, bytes)
	c.live += bytes
}

func (c *churn) free(i int) {
	id := c.there[i]
	c.there[i] = c.there[len(c.there)-1]
	c.there = c.there[:len(c.there)-1]
	c.steps = append(c.steps, Step{ID: id, Free: true})
	c.live -= c.bytes[id]
}

// Capacity is what the built-in workload is made for.
const Capacity = 256 << 20

// Cut gives a profile the memory that the built-in workload fills, beside what
// the context takes.
func Cut(p *profile.Profile) { p.Memory.Bytes = uint64(p.Memory.ContextPages)<<21 + Capacity }

// Free is the free memory of a profile at the start.
func Free(p *profile.Profile) uint64 {
	free, _ := machine.New(p, 0).Driver.Memory()
	return free
}

// WorkloadOf plays a program and takes its requests for memory of the card, and
// its frees.
func WorkloadOf(p *profile.Profile, program *scenario.Program, seed uint64) (w Workload) {
	live, next := map[uint64]int{}, 0
	scenario.RunOn(machine.New(p, seed), program, scenario.RunOptions{Seed: seed, Row: func(r *scenario.Row) {
		switch r.Call.Op {
		case target.CudaMalloc, target.CuMemAlloc, target.CudaMallocAsync:
			if r.Call.Arg[0] == 0 {
				return
			}
			if r.Code == target.Success {
				live[r.Out[0]] = next
			}
			w = append(w, Step{ID: next, Bytes: r.Call.Arg[0]})
			next++
		case target.CudaFree, target.CuMemFree, target.CudaFreeAsync:
			if id, known := live[r.Call.Arg[0]]; known && r.Code == target.Success {
				w = append(w, Step{ID: id, Free: true})
				delete(live, r.Call.Arg[0])
			}
		}
	}})
	return w
}
