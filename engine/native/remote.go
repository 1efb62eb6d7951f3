//go:build linux && cgo

package native

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"syscall"
	"time"

	"pagewalk/engine/target"
)

// Built says whether this program can drive a card.
const Built = true

// contexts is the number of processes that pw_context can name.
const contexts = 8

// Remote answers calls by asking Cards in child processes, one a context.
type Remote struct {
	opt      Options
	memory   target.Memory
	children [contexts]*process
	ctx      uint16 // the present context, for Sample
	card     *card
	calls    uint64
	nvml     *management
	asked    bool // for NVML, at the first checkpoint

	compiler *compiler // of the program's own kernels, opened when one asks
	none     *Problem  // … or why there is none
	noted    map[string]bool
}

// process is a child as its parent sees it.
type process struct {
	cmd *exec.Cmd
	has map[string]bool // kernels of the program's own, by key
	out *os.File
	in  *bufio.Reader
	raw *os.File
}

// Open starts a child that opens the card; it fails with a *Problem if there
// is no card to open.
func Open(o Options) (target.Target, error) {
	r := &Remote{opt: o.orDefaults(), noted: map[string]bool{}}
	p, c, err := r.launch()
	if err != nil {
		return nil, err
	}
	r.children[0], r.card = p, c
	return r, nil
}

// quietChild keeps a child from mapping memory while the program runs: the
// driver's arenas and the host's mappings compete for the same addresses, so
// that threads, their heaps and a growing garbage heap move them. With it, calls
// give the addresses that a plain C program gets (4,500 of 4,500 calls of two
// traces on an H200, driver 580.159.04; without it 22 of them differ).
var quietChild = []string{childVariable + "=1", "MALLOC_ARENA_MAX=1", "GOMAXPROCS=1", "GOGC=off", "GOMEMLIMIT=512MiB"}

// launcher starts children from one thread that lives as long as the program:
// the kernel sends a child its signal when the thread ends that started it
// (prctl(2), PR_SET_PDEATHSIG), also while the child is inside a call of the
// driver.
var launcher = sync.OnceValue(func() chan<- func() {
	work := make(chan func())
	go func() {
		runtime.LockOSThread()
		for do := range work {
			do()
		}
	}()
	return work
})

// launch starts a child and lets it open the card.
func (r *Remote) launch() (*process, *card, error) {
	if !serves {
		panic("native: open: this program does not call ServeIfChild first of all")
	}
	self, err := os.Executable()
	if err != nil {
		return nil, nil, &Problem{ChildLost, "the program cannot start itself: " + err.Error()}
	}
	down, requests, err := os.Pipe()
	if err != nil {
		return nil, nil, &Problem{ChildLost, "no pipe: " + err.Error()}
	}
	replies, up, err := os.Pipe()
	if err != nil {
		return nil, nil, &Problem{ChildLost, "no pipe: " + err.Error()}
	}
	done := make(chan struct{})
	p := &process{cmd: exec.Command(self), has: map[string]bool{}, out: requests, in: bufio.NewReaderSize(replies, 1<<16), raw: replies}
	p.cmd.Env = append(os.Environ(), quietChild...)
	p.cmd.ExtraFiles = []*os.File{down, up}
	p.cmd.Stdout, p.cmd.Stderr = os.Stderr, os.Stderr // what kernels print comes out here
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	launcher() <- func() { err = p.cmd.Start(); done <- struct{}{} }
	<-done
	down.Close()
	up.Close()
	if err != nil {
		requests.Close()
		replies.Close()
		return nil, nil, &Problem{ChildLost, "the child did not start: " + err.Error()}
	}
	a, err := p.ask(&request{Kind: "open", Options: &r.opt})
	switch {
	case err != nil:
		p.end()
		return nil, nil, &Problem{ChildLost, "the process that was to hold the card ended: " + err.Error()}
	case a.Problem != nil:
		p.end()
		return nil, nil, a.Problem
	}
	return p, a.Card, nil
}

// ask sends a request and reads the reply.
func (p *process) ask(q *request) (*reply, error) {
	line, err := json.Marshal(q)
	if err != nil {
		panic("native: request: " + err.Error())
	}
	if _, err := p.out.Write(append(line, '\n')); err != nil {
		return nil, err
	}
	line, err = p.in.ReadBytes('\n')
	if err != nil {
		return nil, err
	}
	a := &reply{}
	if err := json.Unmarshal(line, a); err != nil {
		return nil, fmt.Errorf("a reply that is none: %w", err)
	}
	return a, nil
}

// end closes the pipe, reads what is left in it and waits for the child.
func (p *process) end() error {
	p.out.Close()
	timer := time.AfterFunc(10*time.Second, func() { p.cmd.Process.Kill() })
	defer timer.Stop()
	for _, err := p.in.ReadByte(); err == nil; _, err = p.in.ReadByte() {
	}
	p.raw.Close()
	return p.cmd.Wait()
}

// Info says what the card is.
func (r *Remote) Info() target.Info {
	return target.Info{Kind: "native", Name: r.card.Name, Driver: r.card.Driver, Can: func(op target.Op) (bool, string) {
		why, cannot := r.card.Cannot[uint16(op)]
		if needsCode(op) && !cannot && !r.compiles() {
			return false, r.none.Text
		}
		return !cannot, why
	}}
}

// Start begins a run; the card is open since Open.
func (r *Remote) Start(_ uint64, memory target.Memory) target.Why {
	r.memory = memory
	if r.children[0] == nil {
		p, _, err := r.launch()
		if err != nil {
			return target.Why{ID: target.NoCard}
		}
		r.children[0] = p
	}
	return target.Why{}
}

// Stop ends all children; the driver then gives everything back.
func (r *Remote) Stop() target.Why {
	for i, p := range r.children {
		if p != nil {
			p.ask(&request{Kind: "stop"})
			p.end()
			r.children[i] = nil
		}
	}
	return target.Why{}
}

// Kill ends all children at once, from any goroutine: the call under way is
// answered with TargetLost.
func (r *Remote) Kill() {
	for _, p := range r.children {
		if p != nil {
			p.cmd.Process.Kill()
		}
	}
}

// Resume has nothing to do: Do answers every call to its end.
func (r *Remote) Resume(int, *target.Result) target.Progress { return target.Done }

// Sample asks the child of the present context.
func (r *Remote) Sample(s *target.Sample) bool {
	p := r.children[r.ctx]
	if p == nil {
		return false
	}
	a, err := p.ask(&request{Kind: "sample"})
	if err != nil || a.Sample == nil {
		return false
	}
	*s = *a.Sample
	return true
}

// Do answers a call.
func (r *Remote) Do(c *target.Call, out *target.Result) target.Progress {
	ctx := c.Ctx
	if c.Op == target.PwContext {
		ctx = uint16(min(c.Arg[0], contexts))
	}
	if ctx >= contexts {
		*out = target.Result{Code: target.InvalidValue, Why: target.Why{ID: target.BadArgument, N: [4]uint64{0, uint64(ctx)}}}
		return target.Done
	}
	r.ctx = ctx
	p := r.children[ctx]
	if p == nil {
		var err error
		if p, _, err = r.launch(); err != nil {
			*out = target.Result{Code: target.MemoryAllocation, Why: target.Why{ID: target.NoCard}}
			return target.Done
		}
		r.children[ctx] = p
	}
	q := r.pack(c)
	if c.Kernel != nil && !r.packCode(p, c, q) {
		*out = target.Result{Code: target.NotSupported, Why: target.Why{ID: target.NotOnThisTarget, N: [4]uint64{uint64(c.Op)}}}
		return target.Unable
	}
	a, err := p.ask(q)
	if err != nil {
		r.lose(ctx, out)
		return target.Done
	}
	r.calls++
	r.unpack(a)
	*out = a.Result
	if c.Op == target.PwCheckpoint || c.Op == target.PwNvidiaSmi {
		r.view(c.Op, p, out)
	}
	return a.Progress
}

// pack adds the program's bytes that the call reads, and asks for those that it
// writes.
func (r *Remote) pack(c *target.Call) *request {
	q := &request{Kind: "call", Call: c}
	written, read, bytes := target.HostArguments(c.Op)
	if bytes < 0 || c.Arg[bytes] == 0 {
		return q
	}
	n := c.Arg[bytes]
	if read >= 0 {
		if b, ok := r.memory.Bytes(c.Arg[read], n); ok {
			q.In = append(q.In, span{Addr: c.Arg[read], N: n, Bytes: b})
		}
	}
	if written >= 0 {
		if _, ok := r.memory.Bytes(c.Arg[written], n); ok {
			q.Out = append(q.Out, span{Addr: c.Arg[written], N: n})
		}
	}
	return q
}

// unpack gives the program what the call wrote.
func (r *Remote) unpack(a *reply) {
	if a.Adopted != nil {
		r.memory.Adopt(a.Adopted.Addr, make([]byte, a.Adopted.N))
	}
	for _, addr := range a.Gone {
		r.memory.Abandon(addr)
	}
	if a.Result.Code != target.Success {
		return
	}
	for _, s := range a.Out {
		if b, ok := r.memory.Bytes(s.Addr, s.N); ok {
			copy(b, s.Bytes)
		}
	}
}

// lose answers for a child that is gone.
func (r *Remote) lose(ctx uint16, out *target.Result) {
	p := r.children[ctx]
	r.children[ctx] = nil
	err := p.end()
	*out = target.Result{Code: target.Unknown, Why: target.Why{ID: target.TargetLost, N: [4]uint64{r.calls}}}
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == statusTime {
		out.Why = target.Why{ID: target.LimitTime, N: [4]uint64{uint64(r.opt.Wall.Milliseconds())}}
	}
}

// orDefaults fills in the bounds that were left open.
func (o Options) orDefaults() Options {
	if o.Calls == 0 {
		o.Calls = 1_000_000
	}
	if o.Bytes == 0 {
		o.Bytes = 1 << 62
	}
	if o.Wall == 0 {
		o.Wall = 10 * time.Minute
	}
	return o
}
