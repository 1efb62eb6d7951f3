package explain

import (
	"math/bits"

	"pagewalk/engine/event"
	"pagewalk/engine/target"
)

var kernelTellers = []teller{
	{event.KernelBegin, (*speaker).kernelBegin},
	{event.WarpAccess, (*speaker).warpAccess},
	{event.KernelFault, (*speaker).kernelFault},
	{event.KernelEnd, (*speaker).kernelEnd},
}

func (s *speaker) kernelBegin() (string, string) {
	k := event.KernelBeginOf(s.e)
	blocks := uint64(k.Grid[0]) * uint64(k.Grid[1]) * uint64(k.Grid[2])
	threads := uint64(k.Block[0]) * uint64(k.Block[1]) * uint64(k.Block[2])
	sentence := s.fill(pair{"The kernel starts: {0} of {1}, {2} in all.", "kernel 启动：{0}，每块 {1}，共 {2}。"},
		s.count(blocks, pair{"one block", "1 个线程块"}, pair{"{0} blocks", "{0} 个线程块"}),
		s.count(threads, pair{"one thread", "1 个线程"}, pair{"{0} threads", "{0} 个线程"}),
		s.count(blocks*uint64(k.Warps), pair{"one warp", "1 个 warp"}, pair{"{0} warps", "{0} 个 warp"}))
	if k.Shared == 0 {
		return sentence, ""
	}
	return sentence, s.fill(pair{"Each block has {0} of shared memory.", "每个线程块有 {0} 共享内存。"}, WholeBytes(uint64(k.Shared)))
}

// accessWords is indexed by WarpAccessInfo.Access.
var accessWords = [...]pair{
	{"Line {0}: warp {1} reads with {2}: {3}.", "第 {0} 行：warp {1} 读，{2}：{3}。"},
	{"Line {0}: warp {1} writes with {2}: {3}.", "第 {0} 行：warp {1} 写，{2}：{3}。"},
	{"Line {0}: warp {1} does an atomic with {2}: {3}.", "第 {0} 行：warp {1} 做原子操作，{2}：{3}。"},
}

// warpAccess says what the lanes ask for and how much of what moves is wanted.
func (s *speaker) warpAccess() (string, string) {
	a := event.WarpAccessOf(s.e)
	n := uint64(bits.OnesCount32(a.Mask))
	sentence := s.fill(accessWords[min(int(a.Access), len(accessWords)-1)], num(uint64(a.Line)), num(uint64(a.Warp)),
		s.count(n, pair{"one lane", "1 个 lane"}, pair{"{0} lanes", "{0} 个 lane"}),
		s.count(uint64(a.Sectors), pair{"one sector of 32 bytes", "1 个 32 字节的 sector"}, pair{"{0} sectors of 32 bytes", "{0} 个 32 字节的 sector"}))
	wanted, moved := n*uint64(a.Bytes), uint64(a.Sectors)*32
	switch {
	case wanted > moved:
		return sentence, s.fill(pair{"Lanes share addresses: {0} serve them all.", "有 lane 用同一地址：{0} 就够了。"}, exactSize(moved))
	case wanted == moved:
		return sentence, s.fill(pair{"Every byte that moves is wanted.", "搬动的每个字节都用得上。"})
	}
	return sentence, s.fill(pair{"{0} move, {1} of them are wanted.", "搬动 {0}，其中用得上 {1}。"}, exactSize(moved), exactSize(wanted))
}

func (s *speaker) kernelFault() (string, string) {
	f := event.KernelFaultOf(s.e)
	w := target.Why{ID: target.WhyID(f.Why), N: [4]uint64{f.Address, packBlock(f.Block), packThread(f.Thread), uint64(f.Line)}}
	return s.fill(pair{"A thread stops the kernel on line {0}.", "一个线程在第 {0} 行使 kernel 中止。"}, num(uint64(f.Line))), Why(s.lang, w)
}

func (s *speaker) kernelEnd() (string, string) {
	k := event.KernelEndOf(s.e)
	conflicts := ""
	if k.Conflicts != 0 {
		conflicts = s.count(uint64(k.Conflicts), pair{", one bank conflict", "、1 次 bank 冲突"}, pair{", {0} bank conflicts", "、{0} 次 bank 冲突"})
	}
	sentence := s.fill(pair{"The kernel is over after {0}: {1}, {2}, {3}{4}.", "{0} 后 kernel 结束：{1}、{2}、{3}{4}。"}, Duration(k.Picoseconds),
		s.count(k.Instructions, pair{"one instruction of a warp", "1 条 warp 指令"}, pair{"{0} instructions of warps", "{0} 条 warp 指令"}),
		s.count(uint64(k.Requests), pair{"one request", "1 次请求"}, pair{"{0} requests", "{0} 次请求"}),
		s.count(uint64(k.Sectors), pair{"one sector", "1 个 sector"}, pair{"{0} sectors", "{0} 个 sector"}), conflicts)
	deeper := uint64(k.Hits[1]) + uint64(k.Hits[2])
	more := s.fill(pair{"Translations: {0} in the first TLB, {1} in a deeper one, {2} by a walk.", "翻译：第一级 TLB 命中 {0} 次，更深一级命中 {1} 次，查页表 {2} 次。"},
		Commas(uint64(k.Hits[0])), Commas(deeper), Commas(uint64(k.Walks)))
	if k.Faults != 0 {
		more += s.gap() + s.count(uint64(k.Faults), pair{"One fault was serviced.", "处理了 1 次缺页。"}, pair{"{0} faults were serviced.", "处理了 {0} 次缺页。"})
	}
	return sentence, more
}

// gap stands between two sentences.
func (s *speaker) gap() string {
	if s.lang == ZH {
		return ""
	}
	return " "
}

func packBlock(b [3]uint32) uint64 { return uint64(b[0]) | uint64(b[1])<<32 | uint64(b[2])<<48 }

func packThread(t [3]uint32) uint64 { return uint64(t[0]) | uint64(t[1])<<16 | uint64(t[2])<<32 }

// triple writes the place of a block or thread: (x, y, z).
func triple(x, y, z uint64) string { return "(" + num(x) + ", " + num(y) + ", " + num(z) + ")" }
