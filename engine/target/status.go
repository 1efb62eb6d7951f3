package target

// Status is what a call inside the kernel driver answers, by the numbers of
// nvstatuscodes.h of open-gpu-kernel-modules.
type Status uint32

type statusInfo struct {
	number Status
	name   string
}

// Status is the kernel driver's answer that stands for a code.
func (c Code) Status() Status { return c.status().number }

// StatusName is its name: "NV_ERR_NO_MEMORY".
func (c Code) StatusName() string { return c.status().name }

func (c Code) status() statusInfo {
	switch c {
	case Success:
		return statusInfo{0, "NV_OK"}
	case MemoryAllocation:
		return statusInfo{0x51, "NV_ERR_NO_MEMORY"}
	case InvalidValue, InvalidResourceHandle, InvalidDevice:
		return statusInfo{0x1F, "NV_ERR_INVALID_ARGUMENT"}
	case NotPermitted:
		return statusInfo{0x40, "NV_ERR_INVALID_STATE"}
	case NotSupported:
		return statusInfo{0x56, "NV_ERR_NOT_SUPPORTED"}
	}
	return statusInfo{0xFFFF, "NV_ERR_GENERIC"}
}

// KernelDriver is the layer of the calls that only the driver itself can make.
const KernelDriver = "kernel driver"

// Nearest names the real thing that comes nearest to a call which texts name
// and the driver does not have (uvm_pmm_gpu.h of 595.45.04); empty for a call
// that exists.
func (o Op) Nearest() string {
	switch o {
	case PmmMarkEvictable:
		return "uvm_pmm_gpu_unpin_allocated"
	case PmmEvictChunk:
		return "UVM_TEST_EVICT_CHUNK"
	case PmmDefrag:
		return "UVM_TEST_PMM_RELEASE_FREE_ROOT_CHUNKS"
	case PmmPrintStats:
		return "UVM_TEST_PMM_QUERY_PMA_STATS"
	}
	return ""
}
