package target

// Device is what cudaGetDeviceProperties answers beside the card's name and its
// bytes, as far as it differs from card to card.
type Device struct {
	Processors, Major, Minor uint64
	Threads                  uint64 // resident on a processor at most
	SharedKiB                uint64 // shared memory of a processor
	CacheMiB                 uint64 // second-level cache
}

// Pack makes one number of it, the second answer of the call. A recorded run may
// know the first three only.
func (d Device) Pack() uint64 {
	return d.CacheMiB&0xFFF<<52 | d.SharedKiB&0xFFF<<40 | d.Threads/32&0xFF<<32 | d.Processors&0xFFFF<<16 | d.Major<<8 | d.Minor
}

// UnpackDevice takes such a number apart.
func UnpackDevice(x uint64) Device {
	return Device{
		Processors: x >> 16 & 0xFFFF, Major: x >> 8 & 0xFF, Minor: x & 0xFF,
		Threads: x >> 32 & 0xFF * 32, SharedKiB: x >> 40 & 0xFFF, CacheMiB: x >> 52,
	}
}
