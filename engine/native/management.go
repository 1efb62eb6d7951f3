//go:build linux && cgo

package native

import (
	"encoding/binary"
	"fmt"
)

// management is the driver's management library, NVML: what the card as a whole
// and each of its processes holds, whoever asks. It is asked by the parent, at
// checkpoints: in the child it would map memory, which moves the addresses that
// the driver gives.
type management struct {
	*opened
	device uint64
}

const (
	nvmlInit = iota
	nvmlDeviceGetHandleByPciBusID
	nvmlDeviceGetMemoryInfo
	nvmlDeviceGetComputeRunningProcesses
)

var managementNames = []string{"nvmlInit_v2", "nvmlDeviceGetHandleByPciBusId_v2", "nvmlDeviceGetMemoryInfo", "nvmlDeviceGetComputeRunningProcesses_v3"}

// ManagementVariable names the environment variable with the path of the
// library to open instead of libnvidia-ml.so.1.
const ManagementVariable = "PAGEWALK_LIBNVML"

// openManagement opens the library and finds the card by its place on the bus.
func openManagement(bus string) (*management, *Problem) {
	o, missing, why := openOther(ManagementVariable, []string{"libnvidia-ml.so.1"}, managementNames)
	switch {
	case missing != "":
		return nil, &Problem{NoManagement, fmt.Sprintf("NVML: %s has no function %s", why, missing)}
	case o == nil:
		return nil, &Problem{NoManagement, "no NVML: " + why}
	}
	m := &management{opened: o}
	if e := m.call(nvmlInit); e != 0 {
		return nil, &Problem{NoManagement, fmt.Sprintf("NVML: nvmlInit answered %d", e)}
	}
	text, device := newText(bus), newMemory(8)
	defer text.free()
	defer device.free()
	if e := m.call(nvmlDeviceGetHandleByPciBusID, text.addr(), device.addr()); e != 0 {
		return nil, &Problem{NoManagement, fmt.Sprintf("NVML: it does not find the card %s (%d)", bus, e)}
	}
	m.device = device.word(0)
	return m, nil
}

// nvmlMost is the most processes that are looked at, nvmlBytes the size of an
// nvmlProcessInfo_t (nvml.h): process, bytes, instances.
const (
	nvmlMost  = 512
	nvmlBytes = 24
)

// view gives the bytes in use on the card and by one process, the driver's own
// on behalf of it included.
func (m *management) view(pid int) (used, held, total uint64, ok bool) {
	info, count, list := newMemory(3*8), newMemory(8), newMemory(nvmlMost*nvmlBytes)
	defer info.free()
	defer count.free()
	defer list.free()
	if m.call(nvmlDeviceGetMemoryInfo, m.device, info.addr()) != 0 {
		return 0, 0, 0, false
	}
	binary.NativeEndian.PutUint32(count.bytes(4), nvmlMost)
	if m.call(nvmlDeviceGetComputeRunningProcesses, m.device, count.addr(), list.addr()) == 0 {
		n := min(binary.NativeEndian.Uint32(count.bytes(4)), nvmlMost)
		for all := list.bytes(int(n) * nvmlBytes); len(all) > 0; all = all[nvmlBytes:] {
			if int(binary.NativeEndian.Uint32(all)) == pid {
				held = binary.NativeEndian.Uint64(all[8:])
			}
		}
	}
	return info.word(2), held, info.word(0), true
}
