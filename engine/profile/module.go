package profile

import (
	"math/bits"
	"strconv"
)

// Parameters of the nvidia-uvm module, by their names there (uvm_global.c,
// uvm_perf_*.c, uvm_va_block.c, uvm_pmm_gpu.c, uvm_gpu_replayable_faults.c,
// uvm_gpu_access_counters.c of open-gpu-kernel-modules 595.45.04). All of the
// performance parameters are accepted. Those that concern what is not modelled
// are kept and change nothing; each says why.

var moduleParameters = []Setting{
	flag("uvm_fault_force_sysmem", func(p *Profile) *bool { return &p.Managed.ForceSysmem }),
	flag("uvm_global_oversubscription", func(p *Profile) *bool { return &p.Managed.Oversubscribe }),
	{
		Key: "uvm_perf_access_counter_migration_enable", Values: "-1 (off unless the system is coherent) | 0 | 1",
		get: func(p *Profile) string { return strconv.Itoa(bit(p.Managed.AccessCounters)) },
		set: func(p *Profile, v string) bool {
			p.Managed.AccessCounters = v == "1"
			return v == "-1" || v == "0" || v == "1"
		},
	},
	number("uvm_perf_access_counter_threshold", func(p *Profile) *uint32 { return &p.Managed.AccessThreshold }, 1, 65535),
	number("uvm_perf_fault_batch_count", func(p *Profile) *uint32 { return &p.Managed.Faults.Batch }, 1, 65536),
	flag("uvm_perf_fault_coalesce", func(p *Profile) *bool { return &p.Managed.Faults.Coalesce }),
	number("uvm_perf_fault_max_batches_per_service", func(p *Profile) *uint32 { return &p.Managed.Faults.MaxBatches }, 1, 65536),
	{
		Key: "uvm_perf_fault_replay_policy", Values: "0 (block) | 1 (batch) | 2 (batch flush) | 3 (once)",
		get: func(p *Profile) string { return strconv.Itoa(int(p.Managed.Faults.Replay)) },
		set: func(p *Profile, v string) bool {
			n, err := strconv.ParseUint(v, 10, 8)
			if err != nil || n > uint64(ReplayOnce) {
				return false
			}
			p.Managed.Faults.Replay = Replay(n)
			return true
		},
	},
	number("uvm_perf_fault_replay_update_put_ratio", func(p *Profile) *uint32 { return &p.Managed.Faults.UpdatePut }, 0, 100),
	{
		Key: "uvm_perf_pma_batch_nonpinned_order", Values: "0 to 9: a power of two of root chunks (pmm.batch)",
		get: func(p *Profile) string { return strconv.Itoa(bits.Len32(max(p.PMM.BatchRoots, 1)) - 1) },
		set: func(p *Profile, v string) bool {
			n, err := strconv.ParseUint(v, 10, 8)
			if err != nil || n > 9 {
				return false
			}
			p.PMM.BatchRoots = 1 << n
			return true
		},
	},
	flag("uvm_perf_prefetch_enable", func(p *Profile) *bool { return &p.Managed.Prefetch }),
	number("uvm_perf_prefetch_min_faults", func(p *Profile) *uint32 { return &p.Managed.MinFaults }, 1, 20),
	number("uvm_perf_prefetch_threshold", func(p *Profile) *uint32 { return &p.Managed.Threshold }, 1, 100),
	flag("uvm_perf_thrashing_enable", func(p *Profile) *bool { return &p.Managed.Thrashing }),
	number("uvm_perf_thrashing_epoch", func(p *Profile) *uint32 { return &p.Managed.Epoch }, 1, 100_000),
	number("uvm_perf_thrashing_lapse_usec", func(p *Profile) *uint32 { return &p.Managed.Lapse }, 5, 500_000),
	number("uvm_perf_thrashing_max_resets", func(p *Profile) *uint32 { return &p.Managed.MaxResets }, 0, 255),
	number("uvm_perf_thrashing_nap", func(p *Profile) *uint32 { return &p.Managed.Nap }, 1, 1000),
	number("uvm_perf_thrashing_pin", func(p *Profile) *uint32 { return &p.Managed.Pin }, 0, 100_000),
	number("uvm_perf_thrashing_pin_threshold", func(p *Profile) *uint32 { return &p.Managed.PinThreshold }, 1, 127),
	number("uvm_perf_thrashing_threshold", func(p *Profile) *uint32 { return &p.Managed.ThrashThreshold }, 1, 127),
}

// flag is a parameter that is 0 or 1.
func flag(key string, field func(*Profile) *bool) Setting {
	return choice(key, []string{"0", "1"},
		func(p *Profile) int { return bit(*field(p)) }, func(p *Profile, i int) { *field(p) = i == 1 })
}

// inert is a parameter that is accepted and changes nothing.
type inert struct {
	key              string
	lo, hi, normally uint32
	why              string
}

const (
	noSkip    = "a page that thrashes makes its fault wait, so no batch leaves one for later"
	oneGPU    = "there is one GPU"
	noCPUWork = "taking the host's mappings away costs nothing here"
)

var inertTable = [...]inert{
	{"uvm_perf_access_counter_batch_count", 1, 65536, 256, "a notification is served as soon as it comes"},
	{"uvm_perf_fault_max_throttle_per_service", 1, 65536, 5, noSkip},
	{"uvm_perf_map_remote_on_eviction", 0, 1, 1, "evicted pages that the GPU is to reach are mapped at its next fault"},
	{"uvm_perf_map_remote_on_native_atomics_fault", 0, 1, 0, oneGPU},
	{"uvm_perf_migrate_cpu_preunmap_block_order", 0, 10, 2, noCPUWork},
	{"uvm_perf_migrate_cpu_preunmap_enable", 0, 1, 1, noCPUWork},
	{"uvm_perf_reenable_prefetch_faults_lapse_msec", 0, 1_000_000, 1000, "prefetch instructions of a kernel are not modelled"},
}

const inertCount = len(inertTable)

func inertDefaults() (values [inertCount]uint32) {
	for i := range inertTable {
		values[i] = inertTable[i].normally
	}
	return values
}

func inertParameters() (list []Setting) {
	for i := range inertTable {
		x := &inertTable[i]
		s := number(x.key, func(p *Profile) *uint32 { return &p.Managed.Inert[i] }, uint64(x.lo), uint64(x.hi))
		s.Inert = x.why
		list = append(list, s)
	}
	return list
}
