package target

// PackDevice is the second answer of cudaGetDeviceProperties: how many
// processors the card has and its compute capability, in one number.
func PackDevice(processors, major, minor uint64) uint64 {
	return processors<<16 | major<<8 | minor
}

// UnpackDevice takes such a number apart.
func UnpackDevice(x uint64) (processors, major, minor uint64) {
	return x >> 16, x >> 8 & 0xFF, x & 0xFF
}
