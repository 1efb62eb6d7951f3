package explain

import (
	"pagewalk/engine/event"
	"pagewalk/engine/target"
)

var driverTellers = []teller{
	{event.Ioctl, (*speaker).ioctl},
	{event.ObjectNew, (*speaker).objectNew},
	{event.ObjectRef, (*speaker).objectRef},
	{event.ObjectFree, (*speaker).objectFree},
	{event.ObjectRun, (*speaker).objectRun},
	{event.CachePut, (*speaker).cachePut},
	{event.CacheTake, (*speaker).cacheTake},
}

// ioctlTexts: {0} a length, {1} an address.
var ioctlTexts = map[target.IoctlName]pair{
	target.RMAlloc:            {"RM_ALLOC enters the kernel: class 0x40, {0} of video memory.", "RM_ALLOC 进入内核：class 0x40，要 {0} 显存。"},
	target.RegisterVidmem:     {"RM_CONTROL 503c0104 registers the new memory with the address space.", "RM_CONTROL 503c0104 把这块显存登记到地址空间。"},
	target.UnregisterVidmem:   {"RM_CONTROL 503c0105 unregisters the memory.", "RM_CONTROL 503c0105 注销这块显存。"},
	target.FBGetInfo:          {"RM_CONTROL 20801303 asks the kernel how much memory is free.", "RM_CONTROL 20801303 问内核还有多少显存空闲。"},
	target.CreateExternal:     {"UVM_CREATE_EXTERNAL_RANGE reserves {0} of addresses at {1}.", "UVM_CREATE_EXTERNAL_RANGE 在 {1} 占住 {0} 地址。"},
	target.MapExternal:        {"UVM_MAP_EXTERNAL_ALLOCATION asks for the mapping of {0} at {1}.", "UVM_MAP_EXTERNAL_ALLOCATION 请求在 {1} 建立 {0} 的映射。"},
	target.UVMFree:            {"UVM_FREE gives up the address range at {1}.", "UVM_FREE 放弃 {1} 处的地址段。"},
	target.RMFree:             {"RM_FREE releases the memory object.", "RM_FREE 释放内存对象。"},
	target.RMAllocOSDesc:      {"RM_ALLOC_MEMORY makes a memory object of host memory: class 0x71, {0}.", "RM_ALLOC_MEMORY 把主机内存登记为内存对象：class 0x71，{0}。"},
	target.CreateRangeGroup:   {"UVM_CREATE_RANGE_GROUP makes a group of address ranges.", "UVM_CREATE_RANGE_GROUP 建立一个地址段组。"},
	target.UnmapExternal:      {"UVM_UNMAP_EXTERNAL asks for the mapping of {0} at {1} to be removed.", "UVM_UNMAP_EXTERNAL 请求拆掉 {1} 处 {0} 的映射。"},
	target.RMMapMemory:        {"RM_MAP_MEMORY makes {0} of memory visible to the program.", "RM_MAP_MEMORY 让程序看得到 {0} 内存。"},
	target.RMControlAddrSpace: {"RM_CONTROL 0d01 asks which kind of memory the object is.", "RM_CONTROL 0d01 问这个对象是哪种内存。"},
	target.RMAllocSystem:      {"RM_ALLOC enters the kernel: class 0x3e, {0} of system memory.", "RM_ALLOC 进入内核：class 0x3e，要 {0} 系统内存。"},
}

// ioctlNowhere says the same where the address is not known.
var ioctlNowhere = map[target.IoctlName]pair{
	target.CreateExternal: {"UVM_CREATE_EXTERNAL_RANGE reserves {0} of addresses.", "UVM_CREATE_EXTERNAL_RANGE 占住 {0} 地址。"},
	target.MapExternal:    {"UVM_MAP_EXTERNAL_ALLOCATION asks for a mapping of {0}.", "UVM_MAP_EXTERNAL_ALLOCATION 请求建立 {0} 的映射。"},
	target.UVMFree:        {"UVM_FREE gives up the address range.", "UVM_FREE 放弃地址段。"},
	target.UnmapExternal:  {"UVM_UNMAP_EXTERNAL asks for the mapping of {0} to be removed.", "UVM_UNMAP_EXTERNAL 请求拆掉 {0} 的映射。"},
}

func (s *speaker) ioctl() (string, string) {
	i := event.IoctlOf(s.e)
	p, ok := ioctlTexts[target.IoctlName(i.Name)]
	if !ok {
		p = pair{"An ioctl enters the kernel.", "一次 ioctl 进入内核。"}
	}
	if q, ok := ioctlNowhere[target.IoctlName(i.Name)]; ok && i.VA == 0 {
		p = q
	}
	sentence := s.fill(p, Bytes(i.Length), Hex(i.VA))
	switch {
	case i.Failed:
		return sentence, s.fill(pair{"The kernel refuses.", "内核拒绝。"})
	case i.Offset != 0:
		return sentence, s.fill(pair{"It lies at {0} on the card.", "它在卡上的 {0}。"}, Hex(i.Offset))
	case i.PS != 0:
		return sentence, s.fill(pair{"It takes {0} in the kernel.", "在内核里用 {0}。"}, Micros(i.PS))
	}
	return sentence, ""
}

var classNames = [...]pair{{"memory", "内存"}, {"video memory", "显存"}, {"host memory", "主机内存"}}

func (s *speaker) className(c uint8) string {
	return s.fill(classNames[min(int(c), len(classNames)-1)])
}

func (s *speaker) objectNew() (string, string) {
	o := event.ObjectOf(s.e)
	return s.fill(pair{"Memory object {0} exists: {1} of {2}.", "内存对象 {0} 建好了：{1} {2}。"}, num(uint64(o.ID)), Bytes(o.Bytes), s.className(o.Class)), ""
}

func (s *speaker) objectFree() (string, string) {
	o := event.ObjectOf(s.e)
	return s.fill(pair{"Nobody holds memory object {0} any more. Its {1} can go back.", "没有人再持有内存对象 {0}，它的 {1} 可以归还。"}, num(uint64(o.ID)), Bytes(o.Bytes)), ""
}

func (s *speaker) objectRef() (string, string) {
	before, after := uint32(s.e.W[0]), uint32(s.e.W[0]>>32)
	p := yes(after > before,
		pair{"Memory object {0} has one holder more: {1} → {2}.", "内存对象 {0} 多一个持有者：{1} → {2}。"},
		pair{"Memory object {0} has one holder fewer: {1} → {2}.", "内存对象 {0} 少一个持有者：{1} → {2}。"})
	sentence := s.fill(p, num(uint64(s.e.Subject)), num(uint64(before)), num(uint64(after)))
	if after < before && after > 0 {
		return sentence, s.fill(pair{"Its memory goes back only when none is left.", "一个都不剩时，显存才归还。"})
	}
	return sentence, ""
}

func (s *speaker) objectRun() (string, string) {
	r := event.ObjectRunOf(s.e)
	p := yes(r.Added,
		pair{"{0} of the card, from {1} on, become part of memory object {2}.", "卡上从 {1} 起的 {0} 归内存对象 {2}。"},
		pair{"{0} of the card, from {1} on, leave memory object {2}.", "卡上从 {1} 起的 {0} 离开内存对象 {2}。"})
	return s.fill(p, Bytes(uint64(r.Pages)<<12), s.place(uint64(r.First)<<12), num(uint64(r.Object))), ""
}

// place is a physical address, with the number of its 2 MiB page where it is
// the first byte of one.
func (s *speaker) place(address uint64) string {
	if address&(2<<20-1) == 0 {
		return s.fill(pair{"page {0}", "第 {0} 页"}, num(address>>21))
	}
	return Hex(address)
}

func (s *speaker) cachePut() (string, string) {
	c := event.CacheOf(s.e)
	return s.fill(pair{"The driver keeps the freed block of {0}, still mapped at {1}.", "驱动留下释放的 {0} 块，{1} 处的映射不拆。"}, Bytes(c.Bytes), Hex(c.VA)),
		s.fill(pair{"The next request of this size can have it without an ioctl's work.", "下一个同样大小的请求可以直接拿走，不必再做一遍。"})
}

func (s *speaker) cacheTake() (string, string) {
	c := event.CacheOf(s.e)
	p := yes(c.Reused,
		pair{"The kept block of {0} at {1} is handed out again.", "留着的 {0} 块（{1}）又发出去了。"},
		pair{"The kept block of {0} at {1} is given back to make room.", "留着的 {0} 块（{1}）归还，腾出位置。"})
	return s.fill(p, Bytes(c.Bytes), Hex(c.VA)), ""
}
