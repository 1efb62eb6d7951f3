package target

// Code is what CUDA answers, by the runtime API's numbers (driver_types.h).
type Code uint32

// The codes that this project's targets answer.
const (
	Success                Code = 0
	InvalidValue           Code = 1
	MemoryAllocation       Code = 2
	InitializationError    Code = 3
	InvalidConfiguration   Code = 9
	InvalidPitch           Code = 12
	InvalidMemcpyDirection Code = 21
	InvalidDeviceFunction  Code = 98
	DevicesUnavailable     Code = 46
	NoDevice               Code = 100
	InvalidDevice          Code = 101
	DeviceUninitialized    Code = 201
	ECCUncorrectable       Code = 214
	InvalidResourceHandle  Code = 400
	IllegalState           Code = 401
	SymbolNotFound         Code = 500
	NotReady               Code = 600
	IllegalAddress         Code = 700
	LaunchOutOfResources   Code = 701
	LaunchTimeout          Code = 702
	ContextDestroyed       Code = 709
	Assert                 Code = 710
	HostAlreadyRegistered  Code = 712
	HostNotRegistered      Code = 713
	MisalignedAddress      Code = 716
	LaunchFailure          Code = 719
	NotPermitted           Code = 800
	NotSupported           Code = 801
	Unknown                Code = 999
)

type codeInfo struct {
	name, driverName, text string
}

var codes = map[Code]codeInfo{
	Success:                {"cudaSuccess", "CUDA_SUCCESS", "no error"},
	InvalidValue:           {"cudaErrorInvalidValue", "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
	MemoryAllocation:       {"cudaErrorMemoryAllocation", "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
	InitializationError:    {"cudaErrorInitializationError", "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
	InvalidConfiguration:   {"cudaErrorInvalidConfiguration", "CUDA_ERROR_INVALID_VALUE", "invalid configuration argument"},
	InvalidDeviceFunction:  {"cudaErrorInvalidDeviceFunction", "CUDA_ERROR_NOT_FOUND", "invalid device function"},
	LaunchOutOfResources:   {"cudaErrorLaunchOutOfResources", "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "too many resources requested for launch"},
	LaunchTimeout:          {"cudaErrorLaunchTimeout", "CUDA_ERROR_LAUNCH_TIMEOUT", "the launch timed out and was terminated"},
	ContextDestroyed:       {"cudaErrorContextIsDestroyed", "CUDA_ERROR_CONTEXT_IS_DESTROYED", "context is destroyed"},
	Assert:                 {"cudaErrorAssert", "CUDA_ERROR_ASSERT", "device-side assert triggered"},
	InvalidPitch:           {"cudaErrorInvalidPitchValue", "CUDA_ERROR_INVALID_VALUE", "invalid pitch argument"},
	InvalidMemcpyDirection: {"cudaErrorInvalidMemcpyDirection", "CUDA_ERROR_INVALID_VALUE", "invalid copy direction for memcpy"},
	DevicesUnavailable:     {"cudaErrorDevicesUnavailable", "CUDA_ERROR_DEVICE_UNAVAILABLE", "CUDA-capable device(s) is/are busy or unavailable"},
	InvalidDevice:          {"cudaErrorInvalidDevice", "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
	DeviceUninitialized:    {"cudaErrorDeviceUninitialized", "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
	ECCUncorrectable:       {"cudaErrorECCUncorrectable", "CUDA_ERROR_ECC_UNCORRECTABLE", "uncorrectable ECC error encountered"},
	InvalidResourceHandle:  {"cudaErrorInvalidResourceHandle", "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
	IllegalState:           {"cudaErrorIllegalState", "CUDA_ERROR_ILLEGAL_STATE", "the operation cannot be performed in the present state"},
	NotReady:               {"cudaErrorNotReady", "CUDA_ERROR_NOT_READY", "device not ready"},
	IllegalAddress:         {"cudaErrorIllegalAddress", "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
	NoDevice:               {"cudaErrorNoDevice", "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
	SymbolNotFound:         {"cudaErrorSymbolNotFound", "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
	HostAlreadyRegistered:  {"cudaErrorHostMemoryAlreadyRegistered", "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED", "part or all of the requested memory range is already mapped"},
	HostNotRegistered:      {"cudaErrorHostMemoryNotRegistered", "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED", "pointer does not correspond to a registered memory region"},
	MisalignedAddress:      {"cudaErrorMisalignedAddress", "CUDA_ERROR_MISALIGNED_ADDRESS", "misaligned address"},
	LaunchFailure:          {"cudaErrorLaunchFailure", "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
	NotPermitted:           {"cudaErrorNotPermitted", "CUDA_ERROR_NOT_PERMITTED", "operation not permitted"},
	NotSupported:           {"cudaErrorNotSupported", "CUDA_ERROR_NOT_SUPPORTED", "operation not supported"},
	Unknown:                {"cudaErrorUnknown", "CUDA_ERROR_UNKNOWN", "unknown error"},
}

// Name is the runtime API's name: "cudaErrorMemoryAllocation".
func (c Code) Name() string {
	if i, ok := codes[c]; ok {
		return i.name
	}
	return "unrecognized error code"
}

// DriverName is the driver API's name: "CUDA_ERROR_OUT_OF_MEMORY".
func (c Code) DriverName() string {
	if i, ok := codes[c]; ok {
		return i.driverName
	}
	return "CUDA_ERROR_UNKNOWN"
}

// Text is what cudaGetErrorString answers.
func (c Code) Text() string {
	if i, ok := codes[c]; ok {
		return i.text
	}
	return "unrecognized error code"
}

// Sticky says whether the error stays until the context is destroyed.
func (c Code) Sticky() bool {
	return c == IllegalAddress || c == MisalignedAddress || c == LaunchFailure || c == Assert || c == LaunchTimeout || c == ECCUncorrectable
}
