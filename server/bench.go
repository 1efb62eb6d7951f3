package main

import (
	"fmt"
	"strconv"
	"time"
)

var benchCommand = command{
	name: "bench",
	usage: `[--ops OPS.csv] [--wasm] [--only WORD]

Each line gives a figure, its unit, the goal, and the figure as a multiple of the
goal: 1.00 or more is met. --ops replays a list of operations of yours instead of
the built-in one (20,000 blocks of 256 bytes, freed in another order). --wasm
compares with the same engine in WebAssembly; it needs Go, Node.js and the
source tree. Figures are
of the fastest lap, so that other programs disturb them little.`,
	summary: "the project's own benchmarks as a table",
	example: "pagewalk bench --only seek",
}

func init() { benchCommand.run = runBench }

// benchmark is one figure.
type benchmark struct {
	name   string
	unit   string
	goal   float64
	less   bool // the figure should be at most the goal
	figure func(o *benchOptions) (float64, error)
}

// benchOptions are what the benchmarks work on.
type benchOptions struct {
	ops  []op
	wasm bool
	env  *environment
}

var benchmarks = []benchmark{
	{"replay, nothing recorded", "M operations/s", 10, false, func(o *benchOptions) (float64, error) { return replaySpeed(o.ops, false) }},
	{"replay, every transition recorded", "M operations/s", 5, false, func(o *benchOptions) (float64, error) { return replaySpeed(o.ops, true) }},
	{"a million calls of a recorded list, nothing recorded", "s", 0.15, true, func(*benchOptions) (float64, error) { return millionCalls() }},
	{"pairs of allocating and freeing a chunk, nothing recorded", "M pairs/s", 10, false, func(*benchOptions) (float64, error) { return pairSpeed(false) }},
	{"pairs of allocating and freeing a chunk, recorded", "M pairs/s", 4, false, func(*benchOptions) (float64, error) { return pairSpeed(true) }},
	{"making an empty card of 141 GB", "ms", 15, true, func(*benchOptions) (float64, error) { return bootTime() }},
	{"memory of an empty card of 141 GB", "MiB", 16, true, func(*benchOptions) (float64, error) { return bootBytes() }},
	{"10 M accesses to 1.5 times the card's memory, prefetched", "s", 10, true, func(*benchOptions) (float64, error) { return oversubscribedTime() }},
	{"a bare store of 8 bytes a page", "ns a page", 1, true, func(*benchOptions) (float64, error) { return storeTime() }},
	{"page tables: mapping 1 GiB in pages of 4 KiB", "ns a page", 4, true, func(*benchOptions) (float64, error) { return mapTime(tableBytes, false) }},
	{"page tables: mapping 1 GiB in pages of 4 KiB, recorded", "ns a page", 5, true, func(*benchOptions) (float64, error) { return mapTime(tableBytes, true) }},
	{"page tables: mapping 4 KiB a call", "ns a page", 14, true, func(*benchOptions) (float64, error) { return mapTime(tablePage, false) }},
	{"page tables: unmapping 1 GiB", "ns a page", 1, true, func(*benchOptions) (float64, error) { return unmapTime() }},
	{"page tables: walks to one page after the other", "ns a walk", 5, true, func(*benchOptions) (float64, error) { return walkTime(tableBytes, false) }},
	{"page tables: walks all over 64 GiB", "ns a walk", 114, true, func(*benchOptions) (float64, error) { return walkTime(64<<30, true) }},
	{"translations that the nearest TLB holds", "M a second", 60, false, func(*benchOptions) (float64, error) { return translateSpeed(16, 16<<20) }},
	{"translations that no TLB holds, each with its walk", "M a second", 8, false, func(*benchOptions) (float64, error) { return translateSpeed(40_000, 32<<20) }},
	{"loads of a machine, with simulated time", "M a second", 3, false, func(*benchOptions) (float64, error) { return timedSpeed() }},
	{"seek in a run of a million events, worst of 100", "ms", 2, true, func(*benchOptions) (float64, error) { return seekTime() }},
	{"memory of an event, keyframes included", "bytes", 80, true, func(*benchOptions) (float64, error) { return eventBytes() }},
	{"one step to its picture, 100,000 chunks", "ms", 16, true, func(*benchOptions) (float64, error) { return pictureTime() }},
	{"compiling a lesson's program", "µs", 1000, true, func(*benchOptions) (float64, error) { return compileTime() }},
	{"replay in WebAssembly, nothing recorded", "times native", 3.5, true, func(o *benchOptions) (float64, error) { return wasmRatio(o, "unrecorded") }},
	{"replay in WebAssembly, recorded", "times native", 3.5, true, func(o *benchOptions) (float64, error) { return wasmRatio(o, "recorded") }},
}

func runBench(env *environment, args []string) error {
	set := benchCommand.flags(env)
	file := set.String("ops", "", "a list of operations to replay")
	wasm := set.Bool("wasm", false, "compare with WebAssembly")
	only := set.String("only", "", "only benchmarks with this word in their name")
	rest, err := parse(set, args)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return badUsage("unexpected argument %q", rest[0])
	}
	o := benchOptions{ops: builtinOps(), wasm: *wasm, env: env}
	if *file != "" {
		data, err := readInput(env, *file)
		if err != nil {
			return err
		}
		if o.ops, err = parseOps(data, *file); err != nil {
			return err
		}
		if len(o.ops) == 0 {
			return badUsage("%s: no operations", *file)
		}
	}
	return benchTable(env, &o, *only)
}

func benchTable(env *environment, o *benchOptions, only string) error {
	var t table
	t.add("benchmark", "figure", "unit", "goal", "of goal")
	for i := range benchmarks {
		b := &benchmarks[i]
		if !containsFold(b.name, only) {
			continue
		}
		fmt.Fprintf(env.err, "%s …\n", b.name)
		figure, err := b.figure(o)
		if err != nil {
			t.add(b.name, "-", b.unit, decimals(b.goal), err.Error())
			continue
		}
		ratio := figure / b.goal
		bound := "≥ "
		if b.less {
			ratio, bound = b.goal/figure, "≤ "
		}
		t.add(b.name, decimals(figure), b.unit, bound+decimals(b.goal), strconv.FormatFloat(ratio, 'f', 2, 64))
	}
	if len(t.rows) == 1 {
		return badUsage("--only: no benchmark has %q in its name", only)
	}
	return t.write(env.out)
}

// decimals writes a figure with as many decimals as are worth reading.
func decimals(x float64) string {
	switch {
	case x >= 100:
		return strconv.FormatFloat(x, 'f', 0, 64)
	case x >= 10:
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return strconv.FormatFloat(x, 'f', 2, 64)
}

// fastest runs a lap again and again for about a second and gives the time of
// the fastest one: what else the computer does makes laps slower, never faster.
// prepare runs before each lap and is not measured.
func fastest(prepare, lap func()) time.Duration {
	best, end := time.Duration(1<<62), time.Now().Add(time.Second)
	for n := 0; n < 3 || time.Now().Before(end); n++ {
		prepare()
		from := time.Now()
		lap()
		best = min(best, time.Since(from))
	}
	return best
}

// milliseconds is the time of d.
func milliseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }
