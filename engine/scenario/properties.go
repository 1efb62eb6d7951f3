package scenario

import "pagewalk/engine/target"

// property is one number of cudaDeviceProp: where it lies, how wide it is, and
// what every card answers that this playground knows.
type property struct{ offset, width, value uint64 }

// Where the numbers lie that differ from card to card.
const (
	propertiesSize   = 1032
	propertyName     = 256 // bytes from the beginning
	propertyMemory   = 288
	propertyMajor    = 360
	propertyMinor    = 364
	propertyMultiple = 388
	propertyCache    = 616
	propertyThreads  = 624
	propertyShared   = 640
)

// properties are the limits that are the same from compute capability 7.0 to
// 12.1 (CUDA C++ Programming Guide, technical specifications), and what goes
// without saying here: unified addresses and managed memory. Clocks, buses and
// textures are not modelled and stay 0.
var properties = [...]property{
	{296, 8, 48 << 10},                                           // sharedMemPerBlock
	{304, 4, 64 << 10},                                           // regsPerBlock
	{308, 4, 32},                                                 // warpSize
	{312, 8, 1<<31 - 1},                                          // memPitch
	{320, 4, 1024}, {324, 4, 1024}, {328, 4, 1024}, {332, 4, 64}, // maxThreadsPerBlock, maxThreadsDim
	{336, 4, 1<<31 - 1}, {340, 4, 65535}, {344, 4, 65535}, // maxGridSize
	{352, 8, 64 << 10},          // totalConstMem
	{368, 8, 512}, {376, 8, 32}, // textureAlignment, texturePitchAlignment
	{384, 4, 1}, {400, 4, 1}, // deviceOverlap, canMapHostMemory
	{568, 8, 512},                         // surfaceAlignment
	{628, 4, 1}, {632, 4, 1}, {636, 4, 1}, // streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported
	{648, 4, 64 << 10},       // regsPerMultiprocessor
	{576, 4, 1}, {604, 4, 1}, // concurrentKernels, unifiedAddressing
	{652, 4, 1}, {676, 4, 1}, // managedMemory, concurrentManagedAccess
}

// describe writes what a card answered to cudaGetDeviceProperties; false if the
// program gave an address where it cannot be written.
func (v *VM) describe(c *target.Call, r *target.Result) bool {
	if c.Op != target.CudaGetDeviceProperties || r.Code != target.Success {
		return true
	}
	b, ok := v.Bytes(c.Arg[0], propertiesSize)
	if a := v.find(c.Arg[0], propertiesSize); !ok || a.kind == readOnlyArea {
		v.badAccess(c.Arg[0], propertiesSize, true)
		return false
	}
	clear(b)
	copy(b[:propertyName-1], r.Name)
	for _, p := range properties {
		putNumber(b[p.offset:][:p.width], p.value)
	}
	d := target.UnpackDevice(r.Out[1])
	for _, p := range [...]property{
		{propertyMemory, 8, r.Out[0]}, {propertyMajor, 4, d.Major}, {propertyMinor, 4, d.Minor}, {propertyMultiple, 4, d.Processors},
		{propertyCache, 4, d.CacheMiB << 20}, {propertyThreads, 4, d.Threads}, {propertyShared, 8, d.SharedKiB << 10},
	} {
		putNumber(b[p.offset:][:p.width], p.value)
	}
	return true
}

// putNumber writes a number with its low byte first.
func putNumber(b []byte, x uint64) {
	for i := range b {
		b[i] = byte(x >> (8 * i))
	}
}
