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
// what they are.
func DirectionFits(kind uint64, fromDevice, toDevice bool) Why {
	fits := kind == AnyDirection ||
		kind == HostToHost && !fromDevice && !toDevice || kind == HostToDevice && !fromDevice && toDevice ||
		kind == DeviceToHost && fromDevice && !toDevice || kind == DeviceToDevice && fromDevice && toDevice
	if fits {
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
