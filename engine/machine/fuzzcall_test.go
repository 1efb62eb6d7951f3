package machine

import "pagewalk/engine/target"

// fuzzed is every call that a fuzzer makes, by the first byte of four, and what
// it is about: kinds of things that earlier calls gave.
var fuzzed = []struct {
	op    target.Op
	about string
}{
	{target.CudaMalloc, ""}, {target.CudaFree, "dm"}, {target.CudaMallocManaged, ""}, {target.PwTouch, "dmmp"}, {target.HostTouch, "mmh"},
	{target.CudaMemPrefetchAsync, "m"}, {target.CudaMemAdvise, "m"}, {target.CudaMemset, "dmp"}, {target.PwChase, "dmmp"},
	{target.PmmAllocUser, ""}, {target.PmmAllocKernel, ""}, {target.PmmUnpinAllocated, "c"}, {target.PmmFree, "c"},
	{target.PmmSplitChunk, "c"}, {target.PmmMergeChunk, "c"}, {target.PmmMarkEvictable, "c"}, {target.PmmEvictChunk, "c"}, {target.PmmDefrag, "c"},
	{target.UvmMemAlloc, ""}, {target.UvmMemFree, "k"}, {target.UvmMemMapGpuKernel, "k"},
	{target.CudaMallocAsync, ""}, {target.CudaFreeAsync, "p"}, {target.CudaStreamSynchronize, ""},
	{target.CuMemAddressReserve, ""}, {target.CuMemCreate, ""}, {target.CuMemMap, "r"}, {target.CuMemSetAccess, "r"}, {target.CuMemUnmap, "r"},
	{target.CuMemRelease, "b"}, {target.CudaMallocHost, ""}, {target.CudaFreeHost, "h"}, {target.CudaDeviceReset, ""}, {target.CudaMemcpy, "dmp"},
	{target.CudaMemDiscardBatchAsync, "m"}, {target.CudaHostRegister, ""}, {target.CudaHostUnregister, ""}, {target.CudaMallocPitch, ""},
	{target.CudaMemPoolCreate, ""}, {target.CudaMemPoolDestroy, "q"}, {target.CudaMemPoolTrimTo, "q"}, {target.CudaMallocFromPoolAsync, "q"},
	{target.CuMemAddressFree, "r"},
}

// gives says what kind of thing a call gives.
var gives = map[target.Op]byte{
	target.CudaMalloc: 'd', target.CudaMallocPitch: 'd', target.CudaMallocManaged: 'm', target.CudaMallocHost: 'h',
	target.CudaMallocAsync: 'p', target.CudaMallocFromPoolAsync: 'p', target.CuMemAddressReserve: 'r', target.CuMemCreate: 'b',
	target.PmmAllocUser: 'c', target.PmmAllocKernel: 'c', target.UvmMemAlloc: 'k', target.CudaMemPoolCreate: 'q',
}

// thing is what a call gave: an address, a chunk, a handle.
type thing struct {
	kind        byte
	value, size uint64
}

// given is what there is to be called about, the newest last. Some of it is gone
// by now.
type given []thing

func (g *given) keep(c *target.Call, out uint64) {
	if kind := gives[c.Op]; kind != 0 && out != 0 {
		*g = append(*g, thing{kind, out, c.Arg[0]})
	}
}

// drop forgets what has been given back, as a rule.
func (g *given) drop(c *target.Call) {
	switch c.Op {
	case target.CudaDeviceReset:
		*g = nil
	case target.CudaFree, target.CudaFreeHost, target.CudaFreeAsync, target.UvmMemFree, target.CuMemAddressFree, target.CudaMemPoolDestroy:
		for i, x := range *g {
			if x.value == c.Arg[0] {
				*g = append((*g)[:i:i], (*g)[i+1:]...)
				return
			}
		}
	}
}

// source is a call that gives what another is about.
func source(about string) target.Op {
	for op := range target.Ops {
		if gives[target.Op(op)] == about[0] {
			return target.Op(op)
		}
	}
	panic("nothing gives " + about)
}

// pick chooses one of the newest things of the kinds that fit; now and then
// whatever there is.
func (g given) pick(about string, b byte) thing {
	var fit []thing
	for i := len(g) - 1; i >= 0 && len(fit) < 6; i-- {
		for k := range len(about) {
			if g[i].kind == about[k] || b>>4 == 0xF {
				fit = append(fit, g[i])
			}
		}
	}
	if len(fit) == 0 {
		return thing{size: 1 << 20}
	}
	return fit[int(b)%len(fit)]
}

// fuzzCall makes a call of four bytes: which one, about what, a size, and what
// else it takes.
func fuzzCall(b []byte, g given) target.Call {
	row := fuzzed[int(b[0])%len(fuzzed)]
	c := target.Call{Op: row.op, Ctx: uint16(b[3]>>7) & uint16(b[2]>>7) & uint16(b[1]>>6)}
	what := g.pick(row.about, b[1])
	if row.about != "" && what.kind == 0 && b[1] < 0xF8 { // nothing fits: get something
		c.Op = source(row.about)
	} else if c.Op == target.CudaDeviceReset && b[1] < 0xC0 {
		c.Op = target.CudaMallocManaged
	}
	size := uint64(b[2]&31+1) << (b[2] >> 5 * 3) // 1 byte to 64 MiB
	x := uint64(b[3])
	pages := []uint64{256, 4 << 10, 64 << 10, 2 << 20}[x%4]
	p, within := what.value, min(size, what.size, 4<<20)
	switch c.Op {
	case target.CudaMalloc, target.CudaMallocHost, target.CudaMallocAsync:
		c.Arg = [8]uint64{size}
	case target.CudaMallocManaged:
		c.Arg = [8]uint64{size, 1}
	case target.CudaMallocFromPoolAsync:
		c.Arg = [8]uint64{size, p}
	case target.PwTouch, target.PwChase:
		c.Arg = [8]uint64{p, within, max(1<<(x%14+3), within/mostSteps)}
	case target.HostTouch:
		c.Arg = [8]uint64{p, within, x % 2}
	case target.CudaMemPrefetchAsync:
		c.Arg = [8]uint64{p, min(size, what.size), x%2 - 1}
	case target.CudaMemAdvise:
		c.Arg = [8]uint64{p, min(size, what.size), x % 8, x>>3%2 - 1}
	case target.CudaMemset, target.CudaMemcpy:
		c.Arg = [8]uint64{p, hostBase, min(within, 1<<15), x % 5}
	case target.PmmAllocUser, target.PmmAllocKernel:
		c.Arg = [8]uint64{1, x%3 + 1, pages, x >> 2 % 4, hostBase}
	case target.UvmMemAlloc:
		c.Arg = [8]uint64{min(size, 8<<20), []uint64{0, pages}[x>>2%2], x >> 3 % 2, 0, 0, x >> 4 % 2}
	case target.CudaMemDiscardBatchAsync: // fuzzMachine writes the pointer and the size there
		c.Arg = [8]uint64{hostBase, hostBase + 8, 1, 0, p, min(size, what.size)}
	case target.CudaHostRegister, target.CudaHostUnregister:
		c.Arg = [8]uint64{hostBase + x&7<<12, (x>>3 + 1) << 10}
	case target.CudaMallocPitch:
		c.Arg = [8]uint64{size, x%64 + 1}
	case target.CudaMemPoolDestroy, target.CudaMemPoolTrimTo:
		c.Arg = [8]uint64{p, size}
	case target.CudaStreamSynchronize, target.CudaMemPoolCreate, target.CudaDeviceReset:
	default:
		return rareCall(c, what, g.pick("b", b[2]), pages, x)
	}
	return c
}

// rareCall fills in the calls of chunks, of the driver's own memory and of
// virtual memory.
func rareCall(c target.Call, what, handle thing, pages, x uint64) target.Call {
	p, size := what.value, what.size
	if x%8 == 7 {
		size = (x>>3%4 + 1) << 21
	}
	switch c.Op {
	case target.PmmUnpinAllocated:
		c.Arg = [8]uint64{1, p, x%3 + 1}
	case target.PmmFree, target.PmmSplitChunk, target.PmmMergeChunk, target.PmmMarkEvictable, target.PmmEvictChunk, target.PmmDefrag:
		c.Arg = [8]uint64{1, p, pages, hostBase}
	case target.UvmMemFree, target.UvmMemMapGpuKernel:
		c.Arg = [8]uint64{p, 1}
	case target.CuMemAddressReserve, target.CuMemCreate:
		c.Arg = [8]uint64{(x%4 + 1) << 21}
	case target.CuMemMap:
		c.Arg = [8]uint64{p, min(size, handle.size), 0, handle.value}
	case target.CuMemSetAccess:
		c.Arg = [8]uint64{p, min(size, 2<<20), x>>2%2<<1 + 1}
	case target.CuMemUnmap:
		c.Arg = [8]uint64{p, min(size, (x>>3%4+1)<<21)}
	case target.CuMemAddressFree:
		c.Arg = [8]uint64{p, size}
	default:
		c.Arg = [8]uint64{p}
	}
	return c
}
