package scenario

import "pagewalk/engine/target"

// Managed memory moves between host and card. The program reaches a page of it
// only while the host has it. An access that finds it elsewhere stops before
// it has done anything, becomes a call of the target (HostTouch), with a
// boundary like any other, and is made again afterwards.

var _ target.Watched = (*VM)(nil)

// Watch says who is asked before an access to memory that the target gave.
func (v *VM) Watch(w target.Watcher) { v.watcher = w }

// reaches says whether the program may touch bytes at once.
func (v *VM) reaches(addr, n uint64, write bool) bool {
	return v.watcher == nil || v.regs.Devices == 0 || v.watcher.HostMay(uint16(v.regs.Context), addr, n, write)
}

// stall makes an access to managed memory wait for the target; false if the
// address is not managed or the access is wrong all the same.
func (v *VM) stall(addr, n uint64, write bool) bool {
	d := v.device(addr)
	if d == nil || !d.managed || v.watcher == nil || v.regs.Phase == failed {
		return false
	}
	n = min(n, d.base+d.size-addr)
	if v.find(addr, n) != nil && v.reaches(addr, n, write) {
		return false // it goes beyond the allocation
	}
	v.regs.Phase, v.regs.TouchAt, v.regs.TouchBytes, v.regs.TouchWrite = touching, addr, n, 0
	if write {
		v.regs.TouchWrite = 1
	}
	return true
}

// reachTouch handles arriving at such an access, as reach does at a call.
func (v *VM) reachTouch(h Host) (stop bool, why Why) {
	if v.ahead() || v.Pause != PauseNever && !v.passed {
		v.regs.Phase, v.passed = running, true
		return true, Call
	}
	v.passed = false
	if !v.mayAsk() {
		return true, Limit
	}
	v.boundary(h)
	if !v.answerTouch(h) {
		return true, Budget
	}
	return v.regs.Phase != running, Fault
}

// answerTouch asks the target to bring the bytes; false while it is at work.
func (v *VM) answerTouch(h Host) bool {
	v.call = target.Call{Op: target.HostTouch, Ctx: uint16(v.regs.Context), Line: uint32(v.regs.Line)}
	v.call.Arg = [8]uint64{v.regs.TouchAt, v.regs.TouchBytes, v.regs.TouchWrite}
	progress := h.Call(&v.call, &v.result)
	if progress == target.Pending {
		return false
	}
	v.regs.Phase = running
	r := &v.result
	switch d := v.device(v.regs.TouchAt); {
	case r.Why.Ends():
		v.fail(TargetLimit, r.Why.ID.Name(), number(bound(r.Why)))
	case r.Code != target.Success || progress == target.Unable:
		v.fail(DevicePointer, hex(v.regs.TouchAt), hex(d.base), number(uint64(d.line)))
	}
	return true
}
