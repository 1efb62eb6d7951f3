package scenario

import (
	"pagewalk/engine/isa"
	"pagewalk/engine/target"
)

// The structs of the CUDA headers that calls read or fill in. Their fields lie
// where cuda.h and driver_types.h put them, and the prelude too.

// numbersOf reads what a program asks for in the struct at an address: one or
// two numbers for the target; false if the memory is not the program's.
func (v *VM) numbersOf(kind argKind, x, count uint64) (numbers [2]uint64, n int, ok bool) {
	p := target.Properties{Kind: 1, Null: x == 0}
	size := [...]uint64{argAsked: 25, argPlace: 8, argPool: 40, argRights: 12}[kind]
	if kind == argRights {
		if p.Null = p.Null || count == 0; count > 1 && count < 1<<20 {
			x += (count - 1) * size // the last one counts
		}
	}
	var b []byte
	if !p.Null {
		if b, ok = v.Bytes(x, size); !ok {
			return numbers, 0, false
		}
		place := b
		if kind == argAsked || kind == argPool {
			p.Kind, p.Handles, place = b[0], b[4], b[8:]
		}
		p.Place, p.ID = place[0], int16(number32(place[4:]))
		if kind == argAsked {
			p.Compression = b[24]
		}
	}
	numbers[0], n = p.Pack(), 1
	switch {
	case kind == argPool:
		n = 2
		if !p.Null {
			numbers[1] = uint64(number32(b[24:])) | uint64(number32(b[28:]))<<32
		}
	case kind == argRights:
		numbers[1], n = numbers[0], 2
		if numbers[0] = 0; !p.Null {
			numbers[0] = uint64(number32(b[8:]))
		}
	}
	return numbers, n, true
}

func number32(b []byte) uint32 {
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// pointedBytes is how much of cudaPointerAttributes is filled in.
const pointedBytes = 24

// point writes what a card answered to cudaPointerGetAttributes.
func (v *VM) point(x uint64, c *target.Call, r *target.Result) {
	device, host := c.Arg[0], c.Arg[0]
	if r.Out[0] == 0 || r.Out[1]>>32 != 0 {
		device = 0
	}
	if r.Out[0] == 2 {
		host = 0
	}
	v.store(x, isa.I32, r.Out[0])
	v.store(x+4, isa.I32, uint64(int64(int32(r.Out[1]))))
	v.store(x+8, isa.U64, device)
	v.store(x+16, isa.U64, host)
}
