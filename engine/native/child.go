//go:build linux && cgo

package native

import (
	"bufio"
	"encoding/json"
	"os"
	"runtime"
	"sync"
	"time"

	"pagewalk/engine/target"
)

// childVariable is set in the environment of a child; its value is no matter.
const childVariable = "PAGEWALK_NATIVE_CHILD"

// serves says that this program passes through ServeIfChild; one that does not
// would begin anew in every child that it starts.
var serves bool

// ServeIfChild never returns in a child: it answers the parent until that is
// done. Programs that use this package call it first of all.
func ServeIfChild() {
	if serves = true; os.Getenv(childVariable) == "" {
		return
	}
	runtime.LockOSThread()
	os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0) // the first to go
	warmThreads(8)
	c := &child{in: json.NewDecoder(bufio.NewReader(os.NewFile(3, "requests"))), out: bufio.NewWriter(os.NewFile(4, "replies"))}
	os.Exit(c.serve())
}

// warmThreads makes the threads that Go may want later: the stack of a new one
// is mapped where the driver looks for address space, and moves what it finds
// (seen once in nine runs on an H200, driver 580.159.04). A thread that is not
// needed any more stays for the next who needs one.
func warmThreads(n int) {
	var ready, over sync.WaitGroup
	ready.Add(n)
	over.Add(n)
	leave := make(chan struct{})
	for range n {
		go func() {
			runtime.LockOSThread()
			ready.Done()
			<-leave
			runtime.UnlockOSThread()
			over.Done()
		}()
	}
	ready.Wait()
	close(leave)
	over.Wait()
}

// child holds the card on behalf of its parent. It is the program's memory as
// the Card sees it: the bytes that came with the call, and what the driver made.
type child struct {
	in      *json.Decoder
	out     *bufio.Writer
	card    *Card
	opt     Options
	calls   uint64
	spans   []span
	adopted map[uint64][]byte
	reply   reply
}

func (c *child) Bytes(addr, n uint64) ([]byte, bool) {
	for base, b := range c.adopted {
		if addr >= base && addr-base <= uint64(len(b)) && n <= uint64(len(b))-(addr-base) {
			return b[addr-base:][:n], true
		}
	}
	for i := range c.spans {
		if s := &c.spans[i]; s.Addr == addr && s.N == n {
			return s.Bytes, true
		}
	}
	return nil, false
}

func (c *child) Adopt(addr uint64, b []byte) bool {
	c.adopted[addr] = b
	c.reply.Adopted = &span{Addr: addr, N: uint64(len(b))}
	return true
}

func (c *child) Abandon(addr uint64) {
	delete(c.adopted, addr)
	c.reply.Gone = append(c.reply.Gone, addr)
}

// serve answers until the parent says stop or closes the pipe; either way the
// card gets everything back.
func (c *child) serve() int {
	c.adopted = map[uint64][]byte{}
	for {
		var q request
		if c.in.Decode(&q) != nil {
			q.Kind = "stop"
		}
		c.reply = reply{}
		switch q.Kind {
		case "open":
			c.open(q.Options)
		case "call":
			c.call(&q)
		case "sample":
			var s target.Sample
			if c.card.Sample(&s) {
				c.reply.Sample = &s
			}
		}
		if q.Kind == "stop" && c.card != nil {
			c.card.Stop()
		}
		line, err := json.Marshal(&c.reply)
		if err != nil {
			panic("native: reply: " + err.Error())
		}
		c.out.Write(append(line, '\n'))
		if c.out.Flush() != nil || q.Kind == "stop" {
			return 0
		}
	}
}

func (c *child) open(o *Options) {
	c.opt = o.orDefaults()
	opened, err := OpenCard()
	if err == nil {
		err = opened.Begin(c)
	}
	if p, ok := err.(*Problem); ok {
		c.reply.Problem = p
		return
	}
	c.card = opened
	info := opened.Info()
	c.reply.Card = &card{Name: info.Name, Driver: info.Driver, Bus: opened.bus, Capability: opened.compute, Cannot: map[uint16]string{}}
	for op := range target.Ops {
		if ok, why := info.Can(target.Op(op)); !ok {
			c.reply.Card.Cannot[uint16(op)] = why
		}
	}
	time.AfterFunc(c.opt.Wall, func() { os.Exit(statusTime) })
}

// statusTime is the exit status of a child whose time was up.
const statusTime = 3

// call answers a call within the limits.
func (c *child) call(q *request) {
	if c.calls++; c.calls > c.opt.Calls {
		c.reply.Result.Why = target.Why{ID: target.LimitRows, N: [4]uint64{c.opt.Calls}}
		return
	}
	c.card.own.take(q)
	c.spans = append(c.spans[:0], q.In...)
	for _, s := range q.Out {
		if b, ok := c.Bytes(s.Addr, s.N); !ok || b == nil {
			s.Bytes = make([]byte, s.N)
			c.spans = append(c.spans, s)
		}
	}
	for _, s := range q.In { // what the program wrote to memory that the driver made
		if b, ok := c.Bytes(s.Addr, s.N); ok {
			copy(b, s.Bytes)
		}
	}
	if c.tooMuch(q.Call) {
		c.reply.Result.Code = target.MemoryAllocation
		c.reply.Result.Why = target.Why{ID: target.LimitMemory, N: [4]uint64{c.opt.Bytes}}
		return
	}
	c.reply.Progress = c.card.Do(q.Call, &c.reply.Result)
	for _, s := range q.Out {
		if b, ok := c.Bytes(s.Addr, s.N); ok {
			c.reply.Out = append(c.reply.Out, span{Addr: s.Addr, N: s.N, Bytes: b})
		}
	}
}

// tooMuch says whether an allocation would exceed the bound of ours.
func (c *child) tooMuch(call *target.Call) bool {
	switch call.Op {
	case target.CudaMalloc, target.CuMemAlloc, target.CuMemCreate, target.CudaMallocAsync, target.CudaMallocFromPoolAsync, target.CudaMallocManaged:
	default:
		return false
	}
	held := uint64(0)
	for _, n := range c.card.live {
		held += n
	}
	return c.opt.Bytes < 1<<62 && (call.Arg[0] > c.opt.Bytes || held > c.opt.Bytes-call.Arg[0])
}
