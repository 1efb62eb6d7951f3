//go:build linux && cgo

package native

/*
#include <stdlib.h>
#include "bridge.h"
*/
import "C"

import (
	"fmt"
	"os"
	"unsafe"
)

// management is the driver's management library, NVML: what the card as a whole
// and each of its processes holds, whoever asks. It is asked by the parent, at
// checkpoints: in the child it would map memory, which moves the addresses that
// the driver gives.
type management struct {
	functions [managementCalls]unsafe.Pointer
	device    C.uint64_t
}

const (
	nvmlInit = iota
	nvmlDeviceGetHandleByPciBusID
	nvmlDeviceGetMemoryInfo
	nvmlDeviceGetComputeRunningProcesses
	managementCalls
)

var managementNames = [managementCalls]string{"nvmlInit_v2", "nvmlDeviceGetHandleByPciBusId_v2", "nvmlDeviceGetMemoryInfo", "nvmlDeviceGetComputeRunningProcesses_v3"}

// ManagementVariable names the environment variable with the path of the
// library to open instead of libnvidia-ml.so.1.
const ManagementVariable = "PAGEWALK_LIBNVML"

// openManagement opens the library and finds the card by its place on the bus.
func openManagement(bus string) (*management, *Problem) {
	path := os.Getenv(ManagementVariable)
	if path == "" {
		path = "libnvidia-ml.so.1"
	}
	name := C.CString(path)
	defer C.free(unsafe.Pointer(name))
	problem := make([]byte, 512)
	handle := C.pw_open_library(name, (*C.char)(unsafe.Pointer(&problem[0])), C.int(len(problem)))
	if handle == nil {
		return nil, &Problem{NoManagement, fmt.Sprintf("no NVML: %s", C.GoString((*C.char)(unsafe.Pointer(&problem[0]))))}
	}
	m := &management{}
	for i, name := range managementNames {
		text := C.CString(name)
		m.functions[i] = C.pw_symbol(handle, text)
		C.free(unsafe.Pointer(text))
		if m.functions[i] == nil {
			return nil, &Problem{NoManagement, fmt.Sprintf("NVML: %s has no function %s", path, name)}
		}
	}
	text := C.CString(bus)
	defer C.free(unsafe.Pointer(text))
	device := (*C.uint64_t)(C.calloc(1, 8))
	defer C.free(unsafe.Pointer(device))
	if e := m.call(nvmlInit); e != 0 {
		return nil, &Problem{NoManagement, fmt.Sprintf("NVML: nvmlInit answered %d", e)}
	}
	if e := m.call(nvmlDeviceGetHandleByPciBusID, C.uint64_t(uintptr(unsafe.Pointer(text))), C.uint64_t(uintptr(unsafe.Pointer(device)))); e != 0 {
		return nil, &Problem{NoManagement, fmt.Sprintf("NVML: it does not find the card %s (%d)", bus, e)}
	}
	m.device = *device
	return m, nil
}

func (m *management) call(which int, args ...C.uint64_t) int32 {
	var a [C.PW_ARGS]C.uint64_t
	copy(a[:], args)
	var out C.struct_pw_answer
	C.pw_call(m.functions[which], &a[0], 0, &out)
	return int32(out.code)
}

// nvmlProcess is nvmlProcessInfo_t (nvml.h).
type nvmlProcess struct {
	pid      uint32
	_        uint32
	bytes    uint64
	instance [2]uint32
}

// view gives the bytes in use on the card and by one process, the driver's own
// on behalf of it included.
func (m *management) view(pid int) (used, held, total uint64, ok bool) {
	memory := (*[3]uint64)(C.calloc(3, 8)) // total, free, used
	defer C.free(unsafe.Pointer(memory))
	if m.call(nvmlDeviceGetMemoryInfo, m.device, C.uint64_t(uintptr(unsafe.Pointer(memory)))) != 0 {
		return 0, 0, 0, false
	}
	const most = 512
	list := C.calloc(most+1, C.size_t(unsafe.Sizeof(nvmlProcess{})))
	defer C.free(list)
	all := unsafe.Slice((*nvmlProcess)(list), most+1)
	count := (*uint32)(unsafe.Pointer(&all[most])) // the place behind the last
	*count = most
	if m.call(nvmlDeviceGetComputeRunningProcesses, m.device, C.uint64_t(uintptr(unsafe.Pointer(count))), C.uint64_t(uintptr(list))) == 0 {
		for i := range all[:min(*count, most)] {
			if int(all[i].pid) == pid {
				held = all[i].bytes
			}
		}
	}
	return memory[2], held, memory[0], true
}
