package compare

import "pagewalk/engine/target"

// lowRange is where addresses begin that are drawn by lot; below it, pools,
// large reservations and parts of the context's own memory have fixed ones.
const lowRange = 1 << 44

// Places are the first drawn addresses of each process of a run: what addresses
// are relative to. A reset takes the context's arenas away, and where the next
// ones begin is drawn anew, by what the host has mapped meanwhile: of 15 recorded
// first resets of a process 3 moved them, by 32 MiB up.
type Places struct{ first [16]uint64 }

// Of is an address relative to the first one of its process. The first address
// asked about is that first one; fixed says that the address is not drawn by lot
// and stays as it is.
func (p *Places) Of(ctx uint16, address uint64) (relative int64, fixed bool) {
	if address < lowRange {
		return int64(address), true
	}
	f := &p.first[ctx%16]
	if *f == 0 {
		*f = address
	}
	return int64(address - *f), false
}

// Forget says that a process's context ends.
func (p *Places) Forget(ctx uint16) { p.first[ctx%16] = 0 }

// place is Of as one number that can be compared.
func (p *Places) place(ctx uint16, address uint64) int64 {
	n, fixed := p.Of(ctx, address)
	if fixed {
		return n
	}
	return n | 1<<62
}

// Takes says which addresses a call took: where they begin and how many; nothing
// if it took none.
func Takes(r *Row) (address, bytes uint64) {
	if r.Code != target.Success || r.Unable || !pointer(r.Call.Op) {
		return 0, 0
	}
	switch r.Call.Op {
	case target.CudaMallocPitch:
		return r.Out[0], r.Out[1] * r.Call.Arg[1]
	case target.CudaHostGetDevicePointer, target.CuMemGetAddressRange:
		return 0, 0
	}
	return r.Out[0], r.Call.Arg[0]
}

// Gives says which address a call gave back, and all of a process's at once if
// everything went; 0 and false if none.
func Gives(r *Row) (address uint64, all bool) {
	if r.Code != target.Success || r.Unable {
		return 0, false
	}
	switch r.Call.Op {
	case target.CudaFree, target.CuMemFree, target.CudaFreeAsync, target.CudaFreeHost, target.CuMemAddressFree:
		return r.Call.Arg[0], false
	case target.CudaDeviceReset, target.CuCtxDestroy:
		return 0, true
	}
	return 0, false
}
