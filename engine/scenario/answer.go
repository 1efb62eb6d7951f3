package scenario

import (
	"pagewalk/engine/isa"
	"pagewalk/engine/target"
)

// answer asks the host about the call that the machine stands at, and gives
// the program what came back; false while the target is still at work.
func (v *VM) answer(h Host) bool {
	s := &v.p.sites[v.p.Code[v.regs.PC].C]
	c := &v.call
	if !v.prepare(s, c) {
		return true
	}
	r := &v.result
	progress := h.Call(c, r)
	if progress == target.Pending {
		return false
	}
	if v.regs.Phase == failed { // in the program's own choice of a victim
		return true
	}
	if progress == target.Unable && r.Code == target.Success {
		r.Code = target.NotSupported
	}
	if r.Why.Ends() {
		v.fail(TargetLimit, r.Why.ID.Name(), number(bound(r.Why)))
		return true
	}
	v.deliver(s, c, r)
	return true
}

// bound is the number of a limit: of a launch with too many threads not how many
// it has, but how many may be.
func bound(w target.Why) uint64 {
	if w.ID == target.LimitThreads {
		return w.N[1]
	}
	return w.N[0]
}

// prepare fills in the call from the values on the stack.
func (v *VM) prepare(s *site, c *target.Call) bool {
	*c = target.Call{Op: s.op, Ctx: uint16(v.regs.Context), Line: uint32(v.regs.Line)}
	if s.op == target.Launch {
		return v.prepareLaunch(s, c)
	}
	if s.kernel != nil { // of a variable on the card
		c.Kernel, c.Text, c.Arg[7] = s.kernel, v.p.card, v.p.image
	}
	n, k := uint64(len(s.kinds)), 0
	for i, kind := range s.kinds {
		x := *v.top(n - 1 - uint64(i))
		switch kind {
		case argNumber:
			c.Arg[k] = x
			k++
		case argText:
			text, ok := v.text(x)
			if !ok {
				v.badAccess(x, 1, false)
				return false
			}
			c.Text = text
		case argAsked, argPlace, argPool, argRights:
			count := uint64(1)
			if kind == argRights {
				count = *v.top(n - 2 - uint64(i))
			}
			numbers, more, ok := v.numbersOf(kind, x, count)
			if !ok {
				v.badAccess(x, 1, false)
				return false
			}
			copy(c.Arg[k:], numbers[:more])
			k += more
		case argOut, argMillis, argMaybe, argPointed:
			if x == 0 {
				c.Null = c.Null || kind != argMaybe // the target answers cudaErrorInvalidValue
				continue
			}
			size := isa.Bytes[s.cells[i]]
			if kind == argPointed {
				size = pointedBytes
			}
			if a := v.find(x, size); a == nil || a.kind == readOnlyArea || a.kind == adoptedArea && !v.reaches(x, size, true) {
				v.badAccess(x, size, true)
				return false
			}
		}
	}
	return true
}

// deliver writes what the target answered where the program wants it and goes
// on behind the call. Out pointers are written only when the call succeeded,
// as CUDA does, or to make a pointer null.
func (v *VM) deliver(s *site, c *target.Call, r *target.Result) {
	n, k := uint64(len(s.kinds)), 0
	for i, kind := range s.kinds {
		x := *v.top(n - 1 - uint64(i))
		switch kind {
		case argOut, argMaybe:
			if x != 0 && (r.Code == target.Success || !c.Null && clears(c.Op, r.Code)) {
				v.store(x, s.cells[i], r.Out[k])
			}
			k++
		case argPointed:
			if x != 0 && r.Code == target.Success {
				v.point(x, c, r)
			}
		case argMillis:
			if x != 0 && r.Code == target.Success {
				v.store(x, s.cells[i], isa.BitsOf(float64(int64(r.Out[k]))/1e9, s.cells[i]))
			}
			k++
		}
	}
	v.learn(c, r)
	if !v.describe(c, r) {
		return
	}
	v.hear(c, r)
	v.regs.Steps += r.Steps / cardSteps
	r.Steps = 0
	if (c.Op == target.PwTouch || c.Op == target.PwChase) && c.Arg[2] > 0 && r.Code == target.Success {
		v.regs.Steps += c.Arg[1] / c.Arg[2] // what the target did costs time, too
	}
	if c.Op == target.PmmPrintStats && r.Code == target.Success {
		v.output(2, []byte("pmm: "+number(r.Out[0])+" bytes free, largest hole "+number(r.Out[1])+"\n"), v.host)
	}
	if c.Op == target.PwContext && r.Code == target.Success {
		v.regs.Context = c.Arg[0]
	}
	v.regs.Depth -= n
	v.push(resultOf(s.result, r))
	v.regs.PC++
	v.regs.Phase = running
}

// clears says whether a call that failed writes its answers all the same, a null
// pointer and the pitch: cudaMalloc and its kin do (measured on an H200, driver
// 580.159.04). Most of the driver's calls leave the program's variables as they
// are.
func clears(op target.Op, code target.Code) bool {
	switch op {
	case target.CudaMalloc, target.CudaMallocAsync, target.CudaMallocFromPoolAsync:
		return code == target.MemoryAllocation
	case target.CuMemGetAccess:
		return code == target.InvalidValue
	case target.CudaMallocPitch, target.CuMemAlloc, target.CudaMallocHost, target.CudaHostGetDevicePointer:
		return code == target.MemoryAllocation || code == target.InvalidValue
	}
	return false
}

func resultOf(k resultKind, r *target.Result) uint64 {
	switch k {
	case resultCode:
		return uint64(r.Code)
	case resultStatus:
		return uint64(r.Code.Status())
	case resultOut:
		return r.Out[0]
	case resultChase:
		return isa.BitsOf(float64(r.Out[0])/1000, isa.F64)
	}
	return 0
}

// learn remembers memory of a card that the program was given.
func (v *VM) learn(c *target.Call, r *target.Result) {
	if r.Code != target.Success || r.Out[0] == 0 {
		return
	}
	size := c.Arg[0]
	switch c.Op {
	case target.CudaMalloc, target.CudaMallocAsync, target.CudaMallocFromPoolAsync, target.CudaMallocManaged, target.CuMemAlloc, target.CuMemAddressReserve:
	case target.CudaMallocPitch:
		size = r.Out[1] * c.Arg[1]
	default:
		return
	}
	d := deviceRange{r.Out[0], size, uint32(v.regs.Line), c.Op == target.CudaMallocManaged}
	v.devices = append(v.devices[:v.regs.Devices], d)
	v.regs.Devices++
}

// device finds the device memory that an address lies in; the newest counts.
func (v *VM) device(addr uint64) *deviceRange {
	for i := int(v.regs.Devices) - 1; i >= 0; i-- {
		if d := &v.devices[i]; addr >= d.base && addr-d.base < max(d.size, 1) {
			return d
		}
	}
	return nil
}
