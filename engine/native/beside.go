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

// needsCode says whether a call is about code of the program's own.
func needsCode(op target.Op) bool {
	switch op {
	case target.Launch, target.CudaMemcpyToSymbol, target.CudaMemcpyFromSymbol, target.CudaGetSymbolAddress, target.CudaGetSymbolSize:
		return true
	}
	return false
}

// packCode compiles the program's code for the card and adds what the child
// needs. It says whether that was possible; if not, a note says why, once.
func (r *Remote) packCode(p *process, c *target.Call, q *request) bool {
	call := *c
	call.Kernel, call.Text, call.Packed = nil, "", ""
	q.Call, q.Packed, q.Name = &call, []byte(c.Packed), c.Kernel.Name
	if c.Op != target.Launch {
		q.Name = "&" + q.Name
	}
	if !r.compiles() {
		r.note(r.none.Text)
		return false
	}
	made, err := r.compiler.make(c.Text, c.Kernel.Program.Outside, r.card.Capability)
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
