package target

// Kinds of cudaMemcpy (driver_types.h).
const (
	HostToHost = iota
	HostToDevice
	DeviceToHost
	DeviceToDevice
	AnyDirection // cudaMemcpyDefault: the addresses say it
)

// DirectionFits compares what the program said of the two ends of a copy with
// what the card reaches by itself: its own memory, and pinned memory of the host.
// Only the end that a kind calls the device's is looked at: with unified addresses
// a kind says no more (measured on an H200, driver 580.159.04: every kind between
// every two of device, pinned and pageable memory).
func DirectionFits(kind uint64, fromReached, toReached bool) Why {
	if kind == AnyDirection || (kind&DeviceToHost == 0 || fromReached) && (kind&HostToDevice == 0 || toReached) {
		return Why{}
	}
	return Why{ID: WrongDirection, N: [4]uint64{kind}}
}

// HostArguments are the arguments of a copy that may be addresses of the
// program's memory: the position of what is written, of what is read, and of
// the count of bytes; -1 for none.
func HostArguments(op Op) (written, read, bytes int) {
	switch op {
	case CudaMemcpy, CudaMemcpyAsync:
		return 0, 1, 2
	case CudaMemcpyToSymbol:
		return -1, 2, 3
	case CudaMemcpyFromSymbol:
		return 0, -1, 3
	}
	return -1, -1, -1
}
