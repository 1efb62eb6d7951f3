package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"pagewalk/engine/compare"
	"pagewalk/engine/explain"
	"pagewalk/engine/native"
	"pagewalk/engine/target"
)

// captured is a program's calls twice: as the card and as a simulated machine
// answered them.
type captured struct {
	t         target.Target
	real      []compare.Row
	results   []target.Result // of the card
	simulated []compare.Row
	skipped   map[string]int // calls that the model does not have, by name
	trips     int            // ioctls of those
	processes []int          // by number of the context
	names     []map[uint64]uint64
	blocks    [][]capturedBlock
	own       []ownMemory // of the driver, by number of the context
	taken     int         // pieces of it
}

// capturedBlock is an allocation: where it lies on the card and here.
type capturedBlock struct{ real, bytes, here uint64 }

// simulateCapture plays captured calls on a target.
func simulateCapture(t target.Target, calls []native.Captured) *captured {
	s := &captured{t: t, skipped: map[string]int{}}
	t.Start(0, &adoptedMemory{})
	defer t.Stop()
	epoch := uint64(0)
	if len(calls) > 0 {
		epoch = calls[0].Begin
	}
	for i := range calls {
		s.play(&calls[i], epoch)
	}
	return s
}

// adoptedMemory is the memory of a program that is not here: only what the
// driver made.
type adoptedMemory struct{}

func (m *adoptedMemory) Bytes(uint64, uint64) ([]byte, bool) { return nil, false }

func (m *adoptedMemory) Adopt(uint64, []byte) bool { return true }

func (m *adoptedMemory) Abandon(uint64) {}

// play adds one call to both sides.
func (s *captured) play(c *native.Captured, epoch uint64) {
	if b, ok := s.t.(besides); ok && c.Begin > epoch {
		b.Idle((c.Begin - epoch) * 1000)
	}
	call, ok := c.Target()
	if !ok {
		s.skipped[c.Name]++
		s.trips += len(c.Ioctls)
		s.follow(c)
		return
	}
	call.Ctx = s.process(c.Process)
	card := target.Result{Code: c.Code, Out: c.Out, Begin: (c.Begin - epoch) * 1000, End: (c.End - epoch) * 1000, Ioctls: c.Ioctls}
	if target.Ops[call.Op].Out == "" {
		card.Out = [2]uint64{}
	}
	s.real = append(s.real, row(&call, &card, c.Free))
	s.results = append(s.results, card)
	here := call
	s.translate(&here)
	var r target.Result
	p := s.do(&here, &r)
	var sample target.Sample
	free := uint64(0)
	if c.Free != 0 && s.t.Sample(&sample) {
		free = sample.Free
	}
	s.learn(&call, &card, &r)
	x := row(&call, &r, free)
	x.Unable, x.Ioctls = p == target.Unable, slices.Clone(r.Ioctls)
	s.simulated = append(s.simulated, x)
}

// do lets the target answer a call to its end.
func (s *captured) do(c *target.Call, r *target.Result) target.Progress {
	p := s.t.Do(c, r)
	for p == target.Pending {
		p = s.t.Resume(100_000, r)
	}
	return p
}

func row(c *target.Call, r *target.Result, free uint64) compare.Row {
	return compare.Row{Call: *c, Code: r.Code, Why: r.Why.ID, Out: r.Out, PS: r.End - r.Begin, Free: free, Ioctls: r.Ioctls}
}

// process numbers the processes in order of their first call.
func (s *captured) process(pid int) uint16 {
	i := slices.Index(s.processes, pid)
	if i < 0 {
		i = len(s.processes)
		s.processes = append(s.processes, pid)
		s.names = append(s.names, map[uint64]uint64{})
		s.blocks = append(s.blocks, nil)
		s.own = append(s.own, ownMemory{map[uint64]ownBlock{}, map[int]*ownTrips{}})
	}
	return uint16(i)
}

// translate puts the simulated machine's addresses and handles in the place of
// the card's.
func (s *captured) translate(c *target.Call) {
	words := strings.Split(target.Ops[c.Op].Args, ", ")
	for i := range min(len(words), len(c.Arg)) {
		switch words[i] {
		case "pointer", "host pointer", "address", "dst", "src":
			c.Arg[i] = s.address(c.Ctx, c.Arg[i])
		case "stream", "event", "pool", "handle":
			if here, ok := s.names[c.Ctx][c.Arg[i]]; ok {
				c.Arg[i] = here
			}
		}
	}
}

func (s *captured) address(ctx uint16, at uint64) uint64 {
	list := s.blocks[ctx]
	for i := len(list) - 1; i >= 0; i-- { // the newest first: addresses are used again
		if b := &list[i]; at >= b.real && at < b.real+max(b.bytes, 1) {
			return b.here + (at - b.real)
		}
	}
	return at
}

// learn remembers what both sides gave.
func (s *captured) learn(c *target.Call, card, here *target.Result) {
	if card.Code != target.Success || card.Out[0] == 0 {
		return
	}
	switch words := target.Ops[c.Op].Out; {
	case strings.HasPrefix(words, "pointer"), strings.HasPrefix(words, "host pointer"), strings.HasPrefix(words, "address"):
		n := c.Arg[0]
		if c.Op == target.CudaMallocPitch {
			n = card.Out[1] * c.Arg[1]
		}
		s.blocks[c.Ctx] = append(s.blocks[c.Ctx], capturedBlock{card.Out[0], n, here.Out[0]})
	case words == "stream" || words == "event" || words == "pool" || words == "handle":
		s.names[c.Ctx][card.Out[0]] = here.Out[0]
	}
}

// shownCalls is the most rows of the table.
const shownCalls = 500

// writeCalls writes the table of all calls.
func (c *capture) writeCalls(out io.Writer) error {
	t := &table{}
	t.add(strings.Split([...]string{"row|call|card|simulated|card µs|simulated µs|free on the card|ioctls of the card", "结果|调用|显卡|模拟|显卡 µs|模拟 µs|显卡空闲|显卡的 ioctl"}[c.lang], "|")...)
	for i := range min(len(c.runs[1].Rows), shownCalls) {
		here, card := &c.runs[0].Rows[i], &c.runs[1].Rows[i]
		t.add(strconv.Itoa(i), captureCall(card), captureAnswer(card), captureAnswer(here), string(appendMicros(nil, card.PS)), string(appendMicros(nil, here.PS)), freeWords(card.Free), countNames(card.Ioctls))
	}
	if err := t.write(out); err != nil {
		return err
	}
	if more := len(c.runs[1].Rows) - shownCalls; more > 0 {
		fmt.Fprintln(out, explain.Fill(both{"… and {0} more calls.", "……还有 {0} 次调用。"}[c.lang], strconv.Itoa(more)))
	}
	return nil
}

func freeWords(n uint64) string {
	if n == 0 {
		return "–"
	}
	return explain.Commas(n)
}

// captureCall is a call with its numbers.
func captureCall(r *compare.Row) string {
	op := target.Ops[r.Call.Op]
	var words []string
	if op.Args != "" {
		for i, what := range strings.Split(op.Args, ", ") {
			n := r.Call.Arg[min(i, 7)]
			if what == "bytes" || what == "flags" || what == "alignment" || what == "offset" || what == "width" || what == "height" || what == "value" || what == "attribute" || what == "device" {
				words = append(words, explain.Commas(n))
			} else {
				words = append(words, explain.Hex(n))
			}
		}
	}
	return op.Name + "(" + strings.Join(words, ", ") + ")"
}

// captureAnswer is what a side gave.
func captureAnswer(r *compare.Row) string {
	out := target.Ops[r.Call.Op].Out
	if r.Code != target.Success || out == "" {
		return r.Code.DriverName()
	}
	if strings.HasPrefix(out, "free") {
		return explain.Commas(r.Out[0])
	}
	return explain.Hex(r.Out[0])
}

// leftOut says what was seen and has no counterpart.
func (s *captured) leftOut(lang explain.Lang, o native.Outside) string {
	var names []string
	for name, n := range s.skipped {
		names = append(names, name+" "+strconv.Itoa(n))
	}
	slices.Sort(names)
	list := strings.Join(names, ", ")
	if list == "" {
		list = "–"
	}
	pattern := both{"Calls that the model does not have: {0}, with {1} ioctls. Outside all calls: {2} ioctls.", "模型没有的调用：{0}，共 {1} 次 ioctl。在所有调用之外：{2} 次 ioctl。"}
	return explain.Fill(pattern[lang], list, strconv.Itoa(s.trips), strconv.FormatUint(o.Trips, 10))
}
