package driver

import "pagewalk/engine/target"

// The trips with which the library takes a context down, one by one.

// Other is a trip that changes nothing here: a channel, an event or a control
// that the model does not have.
func (d *Driver) Other(name target.IoctlName, cost uint64) {
	d.leave(d.enter(name, 0, 0), cost)
}

// FreeOwn is UVM_FREE of the context's own memory, which do removes.
func (d *Driver) FreeOwn(base, bytes, cost uint64, do func()) {
	t := d.enter(target.UVMFree, bytes, base)
	do()
	d.leave(t, cost)
}
