//go:build linux && cgo

package native

import (
	"fmt"

	"pagewalk/engine/target"
)

// What the parent does beside passing calls on: it compiles kernels and asks
// the management library.

// compiles says whether the program's own kernels can be compiled.
func (r *Remote) compiles() bool {
	if r.compiler == nil && r.none == nil {
		r.compiler, r.none = openCompiler()
	}
	return r.compiler != nil
}

// packLaunch compiles the kernel and adds what the child needs. It says whether
// that was possible; if not, a note says why, once.
func (r *Remote) packLaunch(p *process, c *target.Call, q *request) bool {
	call := *c
	call.Kernel, call.Text, call.Packed = nil, "", ""
	q.Call, q.Packed = &call, []byte(c.Packed)
	if !r.compiles() {
		r.note(r.none.Text)
		return false
	}
	if c.Kernel.Program != nil && c.Kernel.Program.Variables != 0 {
		r.note("kernels are compiled one by one, so __device__ and __constant__ variables would not be shared: the program needs a simulated card")
		return false
	}
	made, err := r.compiler.make(c.Text, c.Kernel, r.card.Capability)
	if err != nil {
		r.note("NVRTC: " + err.Error())
		return false
	}
	q.Key = made.Key
	if !p.has[made.Key] {
		q.Code, p.has[made.Key] = made, true
	}
	return true
}

// note tells something once.
func (r *Remote) note(text string) {
	if r.opt.Notes != nil && !r.noted[text] {
		fmt.Fprintln(r.opt.Notes, text)
		r.noted[text] = true
	}
}

// view puts NVML's count into a row: bytes used on the card and by the process,
// at a checkpoint; used and total, where the program asks as nvidia-smi does.
func (r *Remote) view(op target.Op, p *process, out *target.Result) {
	if !r.asked {
		var problem *Problem
		r.asked = true
		if r.nvml, problem = openManagement(r.card.Bus); problem != nil {
			r.note(problem.Text + "; checkpoints go without the card's own count")
		}
	}
	if r.nvml == nil {
		return
	}
	used, held, total, ok := r.nvml.view(p.cmd.Process.Pid)
	switch {
	case !ok:
	case op == target.PwCheckpoint:
		out.Out = [2]uint64{used, held}
	default:
		out.Out = [2]uint64{used, total}
	}
}
