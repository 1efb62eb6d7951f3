package cuda

import (
	"pagewalk/engine/event"
	"pagewalk/engine/target"
)

// SetError makes code the process's last error, and the sticky one if it is of
// that sort. row is the index + 1 of the call.
func (c *CUDA) SetError(process uint16, code target.Code, row uint32) {
	p := c.State.Processes.Get(uint32(process))
	x := event.ErrorInfo{
		Process: uint32(process), LastBefore: p.Last, LastAfter: uint32(code),
		StickyBefore: p.Sticky, StickyAfter: p.Sticky, RowBefore: p.StickyRow, RowAfter: p.StickyRow,
	}
	if code.Sticky() && p.Sticky == 0 {
		x.StickyAfter, x.RowAfter = uint32(code), row
	}
	if x.LastBefore == x.LastAfter && x.StickyBefore == x.StickyAfter {
		return
	}
	c.doError(x)
	if e := c.rec.Put(event.ErrorSet, uint32(process)); e != nil {
		x.Put(e)
	}
}

// Fail notes the error of a kernel: it stays, but the last error is set only
// when a call reports it, since kernels run on their own.
func (c *CUDA) Fail(process uint16, code target.Code, row uint32) {
	p := c.State.Processes.Get(uint32(process))
	x := event.ErrorInfo{
		Process: uint32(process), LastBefore: p.Last, LastAfter: p.Last,
		StickyBefore: p.Sticky, StickyAfter: uint32(code), RowBefore: p.StickyRow, RowAfter: row,
	}
	c.doError(x)
	if e := c.rec.Put(event.ErrorSet, uint32(process)); e != nil {
		x.Put(e)
	}
}

// Told gives the last error.
func (c *CUDA) Told(process uint16) target.Code { return target.Code(c.Process(process).Last) }

func (c *CUDA) doError(x event.ErrorInfo) {
	p := c.State.Processes.Mut(x.Process)
	p.Last, p.Sticky, p.StickyRow = x.LastAfter, x.StickyAfter, x.RowAfter
}

func (c *CUDA) undoError(x event.ErrorInfo) {
	p := c.State.Processes.Mut(x.Process)
	p.Last, p.Sticky, p.StickyRow = x.LastBefore, x.StickyBefore, x.RowBefore
}

// TakeError is cudaGetLastError: the last error, which is then forgotten, also
// one that stays: only the next call that meets it tells it again (measured on an
// H200, driver 580.159.04).
func (c *CUDA) TakeError(process uint16) target.Code {
	last := c.Told(process)
	c.SetError(process, target.Success, 0)
	return last
}

// setDead notes that the device is gone for the process. The last error is as
// before the reset.
func (c *CUDA) setDead(process uint16) {
	last := c.Process(process).Last
	x := event.ErrorInfo{
		Process: uint32(process), LastBefore: last, LastAfter: last, StickyAfter: uint32(target.DevicesUnavailable),
	}
	c.doError(x)
	if e := c.rec.Put(event.ErrorSet, uint32(process)); e != nil {
		x.Put(e)
	}
}
