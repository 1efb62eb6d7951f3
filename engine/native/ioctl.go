package native

import "pagewalk/engine/target"

// escapes are the trips by way of /dev/nvidiactl that have a name of their own:
// escape number, then class or control.
var escapes = map[[2]uint32]target.IoctlName{
	{0x2B, 0x40}: target.RMAlloc, {0x2B, 0x3e}: target.RMAllocSystem, {0x27, 0x71}: target.RMAllocOSDesc,
	{0x2A, 0x503c0104}: target.RegisterVidmem, {0x2A, 0x503c0105}: target.UnregisterVidmem,
	{0x2A, 0x20801303}: target.FBGetInfo, {0x2A, 0xd01}: target.RMControlAddrSpace,
	{0x29, 0}: target.RMFree, {0x4E, 0}: target.RMMapMemory,
}

var uvmCommands = map[uint32]target.IoctlName{
	73: target.CreateExternal, 33: target.MapExternal, 34: target.UVMFree, 23: target.CreateRangeGroup, 66: target.UnmapExternal,
}

// ioctlName finds the name of a trip. Those that memory calls do not make as a
// rule share three names, by where they went.
func ioctlName(uvm uint8, number, detail uint32) target.IoctlName {
	if uvm == 1 {
		if n, ok := uvmCommands[number]; ok {
			return n
		}
		return target.OtherUVM
	}
	if uvm == 0 {
		if n, ok := escapes[[2]uint32{number, detail}]; ok {
			return n
		}
		return target.OtherRM
	}
	return target.OtherIoctl
}
