package profile

// SM describes a processor of the card as far as the duration of a kernel
// needs it: how many threads are resident together, and how fast instructions
// and bytes go. How many processors there are is the TLB's business.
type SM struct {
	Source        Source
	Threads       uint32 // resident at most
	Blocks        uint32 // resident at most
	Shared        uint32 // bytes of shared memory
	Issue         uint32 // instructions of warps a cycle
	BytesPerCycle uint32 // of the whole card's memory
	Cache         uint64 // bytes of the second-level cache, for programs that ask
	Start         uint64 // what a kernel takes that does nothing, ps
	Launch        uint64 // what a launch costs the host, ps
}

// hopperSM: CUDA C++ Programming Guide, technical specifications for compute
// capability 9.0; 4.8 TB/s at 1.98 GHz (NVIDIA, H200 data sheet). What a launch
// takes is an assumption of the usual order.
func hopperSM() SM {
	return SM{
		Source:  Source{Documented, "CUDA C++ Programming Guide, technical specifications 9.0; H200 data sheet", "times of a launch are an assumption"},
		Threads: 2048, Blocks: 32, Shared: 228 * kib, Cache: 60 * mib, Issue: 4, BytesPerCycle: 2424, Start: 2 * us, Launch: 4 * us,
	}
}

func textbookSM() SM {
	return SM{Source: textbookSource(), Threads: 2048, Blocks: 16, Shared: 64 * kib, Issue: 1, BytesPerCycle: 32, Start: 5 * us, Launch: 5 * us}
}
