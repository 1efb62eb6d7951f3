package profile

const (
	kib = 1 << 10
	mib = 1 << 20
	gib = 1 << 30
)

// h200Bytes is the memory of an H200 as cudaMemGetInfo reports it.
const h200Bytes = 150_109_880_320

// The evidence that groups cite.
const (
	refOpenDriver = "NVIDIA open-gpu-kernel-modules 595.45.04"
	refMeasured   = "NVIDIA H200, driver 580.159.04, CUDA 13.0, 2026-11-29"
	refCourses    = "what courses and introductory texts teach"
)

func textbookSource() Source { return Source{Textbook, refCourses, "by definition"} }
func openSource(file string) Source {
	return Source{Documented, refOpenDriver + ", " + file, "read in the source"}
}
func measuredSource(sure string) Source { return Source{Measured, refMeasured, sure} }

// List gives every profile, those to begin with first.
func List() []*Profile {
	return []*Profile{
		textbook("textbook-ampere", "Textbook Ampere, 64 MiB", FormatTextbook5, 64*mib),
		textbook("textbook-volta", "Textbook Volta, 64 MiB", FormatTextbook4, 64*mib),
		h200("h200-r580", "H200 · R580"),
		gh100("gh100", "Hopper GH100", h200Bytes, 264, 19),
		gh100("gh100-small", "Hopper GH100, 256 MiB", 256*mib, 2, 0),
		textbook("textbook-ampere-full", "Textbook Ampere, 40 GiB", FormatTextbook5, 40*gib),
		textbook("textbook-volta-full", "Textbook Volta, 16 GiB", FormatTextbook4, 16*gib),
	}
}

// Get gives a fresh copy of the profile with this name, or nil.
func Get(name string) *Profile {
	for _, p := range List() {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// textbook is the machine that courses draw.
func textbook(name, title string, format *Format, bytes uint64) *Profile {
	return &Profile{
		Name: name, Title: title, Kind: Textbook,
		Memory: Memory{Source: textbookSource(), Bytes: bytes},
		PMM: PMM{
			Source:    textbookSource(),
			UserSizes: halves(), KernelSizes: halves(), BatchRoots: 1,
			OwnsAll: true, LowestFit: true, MergeKeepsRoot: true,
		},
		Managed: Managed{Source: textbookSource(), WholeBlocks: true, Threshold: 51, Oversubscribe: true,
			Lapse: 500, ThrashThreshold: 3, PinThreshold: 10, Nap: 1, Pin: 300, Epoch: 2000, MaxResets: 4,
			MinFaults: 1, AccessThreshold: 256, Faults: driverFaults(), Inert: inertDefaults()},
		MMU:    MMU{Source: textbookSource(), Format: format, TableSpace: TablesOutside},
		TLB:    TLBTextbook,
		Driver: Driver{Source: textbookSource(), Free: FreeLazy, Trim: TrimNever},
		Runtime: Runtime{
			Source: textbookSource(), Granule: 4 * kib, BlockGranule: 2 * mib, PowerOfTwo: true,
			ArenaBytes: 32 * mib, FirstAddress: 0x7f00_0000_0000,
		},
		Cost:   textbookCost(),
		SM:     textbookSM(),
		Limits: limits(),
	}
}

// halves is the ladder of a textbook: every power of two from 2 MiB to 4 KiB.
func halves() []uint32 {
	var sizes []uint32
	for n := uint32(2 * mib); n >= 4*kib; n /= 2 {
		sizes = append(sizes, n)
	}
	return sizes
}

// gh100 is the documented Hopper under the measured runtime.
func gh100(name, title string, bytes uint64, contextPages, slackFrames uint32) *Profile {
	return &Profile{
		Name: name, Title: title, Kind: Documented,
		Memory: Memory{
			Source: openSource("phys_mem_allocator"), Bytes: bytes,
			ContextPages: contextPages, ContextSlackFrames: slackFrames, Scrub: true,
		},
		PMM: PMM{
			Source:    openSource("uvm_pmm_gpu.c"),
			UserSizes: []uint32{2 * mib, 64 * kib, 4 * kib}, KernelSizes: []uint32{2 * mib, 64 * kib, 4 * kib, 256},
			BatchRoots: 64,
		},
		Managed: Managed{Source: openSource("uvm_perf_prefetch.c, uvm_va_block.c"), Prefetch: true, Threshold: 51, Oversubscribe: true,
			Thrashing: true, Lapse: 500, ThrashThreshold: 3, PinThreshold: 10, Nap: 1, Pin: 300, Epoch: 2000, MaxResets: 4,
			MinFaults: 1, AccessThreshold: 256, Faults: driverFaults(), Inert: inertDefaults()},
		MMU:     MMU{Source: openSource("uvm_hopper_mmu.c"), Format: FormatV3, TableSpace: TablesInPMM},
		TLB:     TLBH200,
		Driver:  Driver{Source: openSource("uvm_map_external.c, mem.c"), Free: FreeImmediate},
		Runtime: h200Runtime(),
		Cost:    h200Cost(),
		SM:      hopperSM(),
		Limits:  limits(),
	}
}

// h200 is the measured card: the documented driver below, measured figures
// wherever there are any.
func h200(name, title string) *Profile {
	p := gh100(name, title, h200Bytes, 264, 19)
	p.Kind, p.Card = Measured, "NVIDIA H200"
	p.Memory.Source = measuredSource("exact: every recorded offset follows from these rules and the scrub clock")
	p.Driver.Source = measuredSource("exact: ioctl lists of more than ten thousand calls")
	return p
}

func h200Runtime() Runtime {
	return Runtime{
		Source: measuredSource("exact: every recorded address"),
		Slabs:  true, SlabBytes: 2 * mib, Granule: 512, BlockGranule: 2 * mib,
		ArenaBytes: 32 * mib, ContextBytes: 552_402_944, StreamBytes: 2 * mib, PlainShapes: true, FirstAddress: 0x7f92_35e0_0000,
	}
}

func limits() Limits {
	return Limits{ChunkNodes: 1 << 22, Tables: 1 << 17, ContentBytes: 256 * mib, Events: 1 << 23, Allocations: 1_000_000, Threads: 1 << 22, ThreadSteps: 1 << 28}
}
