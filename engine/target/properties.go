package target

// What a program asks for in CUmemAllocationProp, CUmemAccessDesc, CUmemLocation
// and cudaMemPoolProps (cuda.h, driver_types.h) goes into a call as one word. It
// is 0 for what nearly every program asks for: pinned memory of the first
// device that no other process shares. So a call without the word means that.

// Properties is such a word, taken apart.
type Properties struct {
	Null        bool  // a null pointer stands where the struct should
	Kind        uint8 // of allocation: 1 = pinned
	Handles     uint8 // for other processes: 0 = none, 1 = file descriptor, 8 = fabric
	Place       uint8 // where the memory is: 1 = a device, 2 and up = the host
	Compression uint8
	ID          int16 // of the device
}

const (
	pinnedKind  = 1
	devicePlace = 1
	nullBit     = 1 << 63
)

// Pack makes the word.
func (p Properties) Pack() uint64 {
	if p.Null {
		return nullBit
	}
	return uint64(p.Kind^pinnedKind) | uint64(p.Handles)<<8 | uint64(p.Place^devicePlace)<<16 | uint64(p.Compression)<<24 | uint64(uint16(p.ID))<<32
}

// UnpackProperties takes a word apart.
func UnpackProperties(w uint64) Properties {
	return Properties{
		Null: w&nullBit != 0, Kind: uint8(w) ^ pinnedKind, Handles: uint8(w >> 8), Place: uint8(w>>16) ^ devicePlace,
		Compression: uint8(w >> 24), ID: int16(w >> 32),
	}
}

// OnDevice says whether the memory is of the first device.
func (p Properties) OnDevice() bool { return !p.Null && p.Place == devicePlace && p.ID == 0 }
