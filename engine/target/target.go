package target

// Progress is how far a call has come.
type Progress uint8

const (
	Done    Progress = iota // answered
	Pending                 // Resume must be called
	Unable                  // this target cannot do the call; Result.Why says why
)

// Call is one call of the program that reaches the target.
type Call struct {
	Op   Op
	Ctx  uint16    // the process on whose behalf (pw_context)
	Line uint32    // source line, 1-based; 0 = none
	Arg  [8]uint64 // by position; pointers and sizes as numbers, see the row of Ops
	Null bool      // a place for an output is a null pointer
	Text string    // the text of pw_note, printed output; of a launch: the source for the card

	// Of a launch; see kernel.go.
	Kernel *Kernel
	Packed string
}

// Result is the answer to a Call. A Result may be reused for many calls.
type Result struct {
	Code        Code
	Why         Why
	Out         [2]uint64 // pointer, size, handle: see the row of Ops
	Begin, End  uint64    // picoseconds, simulated or measured
	First, Last uint32    // events of the row, inclusive (simulated only)
	Ioctls      []Ioctl   // valid until the next Do
	Steps       uint64    // of threads, in kernels; they count against the program's own
	Printed     []uint64  // what kernels printed, see Printed in kernel.go; valid until the next Do
	Name        string    // of the card, from cudaGetDeviceProperties
}

// Target answers calls.
type Target interface {
	Info() Info
	// Start begins a run. m is the memory of the program that will call.
	Start(seed uint64, m Memory) Why
	// Do answers a call. r is overwritten.
	Do(c *Call, r *Result) Progress
	// Resume goes on with a pending call for about budget steps.
	Resume(budget int, r *Result) Progress
	// Sample reads the memory in use without leaving a trace: neither its time
	// nor its ioctls count. It says whether the target can.
	Sample(*Sample) bool
	// Stop gives everything back.
	Stop() Why
}

// Memory is the program's memory as a target sees it: host addresses of the
// program that cudaMemcpy reads and writes.
type Memory interface {
	// Bytes gives the n bytes at addr for reading and writing; false if they
	// are not all the program's.
	Bytes(addr, n uint64) ([]byte, bool)
	// Adopt adds host memory that the driver made (cudaMallocHost).
	Adopt(addr uint64, b []byte) bool
	// Abandon removes memory that Adopt added.
	Abandon(addr uint64)
}

// Sample is the memory in use at one moment, in bytes.
type Sample struct {
	Free, Total uint64
	Process     uint64 // held on behalf of the current process, its context included
}

// Info describes a target.
type Info struct {
	Kind   string // "simulated", "native", "recorded"
	Name   string // the profile or the card
	Driver string // driver version; empty for a simulated one
	Can    func(Op) (ok bool, why string)
}

// Ioctl is one trip into the kernel driver during a call.
type Ioctl struct {
	Name   IoctlName
	Length uint64 // bytes, where it has a length
	VA     uint64 // virtual address, where it has one
	Offset uint64 // physical offset that RM_ALLOC gave
	Failed bool
	// Foreign: another thread of the process went, while the row was open
	// (native and recorded only).
	Foreign bool
	PS      uint64 // picoseconds inside the kernel
}

// IoctlName is which trip it was, by the real driver's names.
type IoctlName uint8

// The ioctls that memory calls make. Numbers: escape numbers of
// /dev/nvidiactl, commands of /dev/nvidia-uvm (open-gpu-kernel-modules,
// nv_escape.h, uvm_ioctl.h); controls as measured on an H200, driver 580.159.04.
const (
	RMAlloc            IoctlName = iota + 1 // NV_ESC_RM_ALLOC 0x2B, class 0x40
	RegisterVidmem                          // NV_ESC_RM_CONTROL 0x2A, control 0x503c0104
	UnregisterVidmem                        // NV_ESC_RM_CONTROL 0x2A, control 0x503c0105
	FBGetInfo                               // NV_ESC_RM_CONTROL 0x2A, control 0x20801303
	CreateExternal                          // UVM_CREATE_EXTERNAL_RANGE 73
	MapExternal                             // UVM_MAP_EXTERNAL_ALLOCATION 33
	UVMFree                                 // UVM_FREE 34
	RMFree                                  // NV_ESC_RM_FREE 0x29
	RMAllocOSDesc                           // NV_ESC_RM_ALLOC_MEMORY 0x27, class 0x71
	CreateRangeGroup                        // UVM_CREATE_RANGE_GROUP 23
	UnmapExternal                           // UVM_UNMAP_EXTERNAL 66
	RMMapMemory                             // NV_ESC_RM_MAP_MEMORY 0x4E
	RMControlAddrSpace                      // NV_ESC_RM_CONTROL 0x2A, control 0xd01
	RMAllocSystem                           // NV_ESC_RM_ALLOC 0x2B, class 0x3e
	OtherRM                                 // any other trip into RM; Length and VA say nothing
	OtherUVM                                // any other command of UVM
	OtherIoctl                              // a device that is neither
	ioctlNames
)

type ioctlInfo struct {
	short  string // as replay and run print it
	full   string
	number uint32
	detail string
	va     bool // carries a virtual address
	length bool // carries a length
}

var ioctlTable = [ioctlNames]ioctlInfo{
	RMAlloc:            {"RM_ALLOC", "NV_ESC_RM_ALLOC", 0x2B, "class 0x40 NV01_MEMORY_LOCAL_USER", false, true},
	RegisterVidmem:     {"REGISTER_VIDMEM", "NV_ESC_RM_CONTROL", 0x2A, "0x503c0104 REGISTER_VIDMEM", false, false},
	UnregisterVidmem:   {"UNREGISTER_VIDMEM", "NV_ESC_RM_CONTROL", 0x2A, "0x503c0105 UNREGISTER_VIDMEM", false, false},
	FBGetInfo:          {"FB_GET_INFO_V2", "NV_ESC_RM_CONTROL", 0x2A, "0x20801303 FB_GET_INFO_V2", false, false},
	CreateExternal:     {"UVM_CREATE_EXTERNAL_RANGE", "UVM_CREATE_EXTERNAL_RANGE", 73, "", true, true},
	MapExternal:        {"UVM_MAP_EXTERNAL_ALLOCATION", "UVM_MAP_EXTERNAL_ALLOCATION", 33, "", true, true},
	UVMFree:            {"UVM_FREE", "UVM_FREE", 34, "", true, true},
	RMFree:             {"RM_FREE", "NV_ESC_RM_FREE", 0x29, "", false, false},
	RMAllocOSDesc:      {"RM_ALLOC_MEMORY", "NV_ESC_RM_ALLOC_MEMORY", 0x27, "class 0x71 NV01_MEMORY_SYSTEM_OS_DESCRIPTOR", false, true},
	CreateRangeGroup:   {"UVM_CREATE_RANGE_GROUP", "UVM_CREATE_RANGE_GROUP", 23, "", false, false},
	UnmapExternal:      {"UVM_UNMAP_EXTERNAL", "UVM_UNMAP_EXTERNAL", 66, "", true, true},
	RMMapMemory:        {"RM_MAP_MEMORY", "NV_ESC_RM_MAP_MEMORY", 0x4E, "", false, true},
	RMControlAddrSpace: {"CLIENT_GET_ADDR_SPACE_TYPE", "NV_ESC_RM_CONTROL", 0x2A, "0xd01 CLIENT_GET_ADDR_SPACE_TYPE", false, false},
	OtherRM:            {"RM_OTHER", "NV_ESC", 0, "", false, false},
	OtherUVM:           {"UVM_OTHER", "UVM", 0, "", false, false},
	OtherIoctl:         {"OTHER", "ioctl", 0, "", false, false},
	RMAllocSystem:      {"RM_ALLOC_SYSTEM", "NV_ESC_RM_ALLOC", 0x2B, "class 0x3e NV01_MEMORY_SYSTEM", false, true},
}

// Short is the name as the command line's ioctls column writes it.
func (n IoctlName) Short() string { return ioctlTable[n].short }

// Full is the name in the driver's headers.
func (n IoctlName) Full() string { return ioctlTable[n].full }

// Number is the escape number or UVM command.
func (n IoctlName) Number() uint32 { return ioctlTable[n].number }

// Detail names the class or the control, where there is one.
func (n IoctlName) Detail() string { return ioctlTable[n].detail }

// HasVA says whether the ioctl carries a virtual address.
func (n IoctlName) HasVA() bool { return ioctlTable[n].va }

// HasLength says whether the ioctl carries a length in bytes.
func (n IoctlName) HasLength() bool { return ioctlTable[n].length }
