package explain

import (
	"pagewalk/engine/event"
	"pagewalk/engine/target"
)

// What an extent of addresses is, and what an arena is for: the numbers of
// package cuda, which is not imported for the sake of a few names. A test
// holds the two against each other.
const (
	extentHole = iota + 1
	extentBlock
	extentSlab
	extentHost
	extentContext
	extentCached
	extentReserved
	extentPool
	extentPoolWait
	extentManaged
	extentModule
	extentHostSlab
)

const (
	arenaContext = iota + 1
	arenaReserved
	arenaPool
)

var cudaTellers = []teller{
	{event.ProcessNew, func(s *speaker) (string, string) {
		return s.fill(pair{"A context is made for process {0}, with address space {1}.", "为进程 {0} 建立上下文，地址空间是 {1}。"}, num(uint64(s.e.Subject)), num(s.e.W[0])), ""
	}},
	{event.ProcessEnd, func(s *speaker) (string, string) {
		return s.fill(pair{"The context of process {0} is destroyed.", "销毁进程 {0} 的上下文。"}, num(uint64(s.e.Subject))), ""
	}},
	{event.ArenaNew, (*speaker).arenaNew},
	{event.ArenaFree, (*speaker).arenaFree},
	{event.ExtentTake, (*speaker).extentTake},
	{event.ExtentGive, (*speaker).extentGive},
	{event.ExtentSplit, (*speaker).extentSplit},
	{event.ExtentKeep, (*speaker).extentKeep},
	{event.ExtentJoin, (*speaker).extentJoin},
	{event.ExtentStamp, (*speaker).extentStamp},
	{event.FreeWait, (*speaker).freeWait},
	{event.StreamTurn, (*speaker).streamTurn},
	{event.SlabNew, (*speaker).slabNew},
	{event.SlabFree, (*speaker).slabFree},
	{event.HoleTake, (*speaker).holeTake},
	{event.HoleGive, (*speaker).holeGive},
	{event.ErrorSet, (*speaker).errorSet},
	{event.HandleNew, (*speaker).handleNew},
	{event.HandleFree, (*speaker).handleFree},
	{event.HandleDrop, (*speaker).handleDrop},
	{event.MappingNew, (*speaker).mappingNew},
	{event.MappingFree, (*speaker).mappingFree},
	{event.MappingSet, (*speaker).mappingSet},
	{event.PoolSet, (*speaker).poolSet},
	{event.StreamSet, (*speaker).streamSet},
	{event.RegistrationSet, (*speaker).registrationSet},
	{event.EventSet, (*speaker).eventSet},
}

func (s *speaker) arenaNew() (string, string) {
	a := event.ArenaOf(s.e)
	size, at := Bytes(a.Bytes), Hex(a.Start)
	only := s.fill(pair{"It is only addresses: no memory is behind them yet.", "这只是地址，背后还没有显存。"})
	switch a.Use {
	case arenaContext:
		return s.fill(pair{"The context takes {0} of addresses at {1} for itself.", "上下文自己占住 {1} 处的 {0} 地址。"}, size, at), ""
	case arenaReserved:
		return s.fill(pair{"{0} of addresses at {1} are reserved.", "预留 {1} 处的 {0} 地址。"}, size, at), only
	case arenaPool:
		return s.fill(pair{"A stream-ordered pool gets {0} of addresses at {1}.", "流序内存池得到 {1} 处的 {0} 地址。"}, size, at), only
	}
	return s.fill(pair{"No arena has room. A new one of {0} begins at {1}.", "没有地址区放得下。新开一个 {0} 的，从 {1} 开始。"}, size, at), only
}

func (s *speaker) arenaFree() (string, string) {
	a := event.ArenaOf(s.e)
	return s.fill(pair{"The arena at {0} is empty and is released: {1} of addresses.", "{0} 处的地址区空了，整个释放：{1} 地址。"}, Hex(a.Start), Bytes(a.Bytes)), ""
}

var extentNames = map[uint8]pair{
	extentBlock: {"a block", "一个独立的块"}, extentSlab: {"a slab", "一个 slab"}, extentHost: {"host memory", "主机内存"},
	extentContext: {"the context's own", "上下文自用"}, extentCached: {"kept by the driver", "驱动留着的块"}, extentHole: {"a hole", "空洞"},
	extentReserved: {"reserved, without memory", "预留，没有显存"}, extentPool: {"a block of a pool", "内存池的一块"},
	extentPoolWait: {"a block of a pool, freed in stream order", "内存池里按流序释放的一块"},
	extentManaged:  {"managed memory", "托管内存"},
	extentHostSlab: {"a slab of pinned memory", "一个锁页内存的 slab"},
	extentModule:   {"the program's __device__ and __constant__ variables", "程序的 __device__ 与 __constant__ 变量"},
}

func (s *speaker) extentName(k uint8) string {
	if p, ok := extentNames[k]; ok {
		return s.fill(p)
	}
	return s.fill(pair{"a piece", "一段"})
}

func (s *speaker) extentTake() (string, string) {
	x := event.ExtentOf(s.e)
	sentence := s.fill(pair{"{0} of addresses at {1} become {2}.", "{1} 处的 {0} 地址成为{2}。"}, Bytes(x.Bytes), Hex(x.Start), s.extentName(x.Kind))
	if x.Rest == 0 {
		return sentence, s.fill(pair{"The hole fitted exactly.", "空洞正好合适。"})
	}
	return sentence, s.fill(pair{"They are the low end of a hole of {0}; {1} of it remain.", "取的是 {0} 空洞的低端，还剩 {1}。"}, exactSize(x.Hole), exactSize(x.Hole-min(x.Bytes, x.Hole)))
}

func (s *speaker) extentGive() (string, string) {
	x := event.ExtentOf(s.e)
	sentence := s.fill(pair{"{0} of addresses at {1} are a hole again.", "{1} 处的 {0} 地址又成了空洞。"}, Bytes(x.Bytes), Hex(x.Start))
	return sentence, s.joins(x.Below != 0, x.Above != 0)
}

// exactSize is a size without rounding up to a GiB, where differences are what
// a sentence is about; beyond that it is rounded.
func exactSize(n uint64) string {
	switch {
	case n < 1<<20:
		return WholeBytes(n)
	case n < 1<<30:
		return Precise(n)
	}
	return Bytes(n)
}

// joins says which neighbours a new hole merges with.
func (s *speaker) joins(below, above bool) string {
	switch {
	case below && above:
		return s.fill(pair{"It joins the holes on both sides.", "它和两边的空洞合为一个。"})
	case below:
		return s.fill(pair{"It joins the hole below.", "它和下面的空洞合为一个。"})
	case above:
		return s.fill(pair{"It joins the hole above.", "它和上面的空洞合为一个。"})
	}
	return ""
}

func (s *speaker) extentSplit() (string, string) {
	x := event.ExtentOf(s.e)
	return s.fill(pair{"A hole of {0} is cut after {1}, so that what follows is aligned.", "{0} 的空洞在 {1} 处切开，让后半段对齐。"}, Bytes(x.Hole), Bytes(x.Bytes)), ""
}

func (s *speaker) extentJoin() (string, string) {
	x := event.ExtentOf(s.e)
	return s.fill(pair{"What one stream freed at {0} and above it is one stretch now: {1}.", "同一个流在 {0} 和紧挨其上处释放的两段连成一段：{1}。"}, Hex(x.Start), Bytes(x.Hole)), ""
}

func (s *speaker) extentStamp() (string, string) {
	if uint32(s.e.W[1]) == 0 {
		return s.fill(pair{"The free stretch at {0} leaves the pool's order.", "{0} 处的空闲段退出内存池的次序。"}, Hex(s.e.W[2])), ""
	}
	return s.fill(pair{"The free stretch at {0} is the youngest of its length: {1}.", "{0} 处的空闲段在同样长度里最新：{1}。"}, Hex(s.e.W[2]), Bytes(s.e.W[3])), ""
}

func (s *speaker) freeWait() (string, string) {
	if s.e.W[2] == 0 {
		return s.fill(pair{"The free of {0} waits no longer.", "{0} 的释放不再等待。"}, Hex(s.e.W[0])), ""
	}
	stream := s.e.W[1] >> 16 & 0xFFFF
	if stream == 0x7FFE {
		return s.fill(pair{"The stream is destroyed: nothing can make up for the free of {0} any more.", "流已销毁：{0} 的释放再也等不到了。"}, Hex(s.e.W[0])), ""
	}
	if stream&0x8000 != 0 {
		return s.fill(pair{"Who waits for stream {1} makes up for the free of {0}, too: it waits for an event behind that.", "等过流 {1} 也算等到了 {0} 的释放：它在等其后的 event。"}, Hex(s.e.W[0]), num(stream&^0x8000)), ""
	}
	return s.fill(pair{"The memory at {0} comes from cudaMalloc; it goes back when somebody has waited for stream {1}.", "{0} 处的显存来自 cudaMalloc；等有人等过流 {1}，它才归还。"}, Hex(s.e.W[0]), num(stream)), ""
}

func (s *speaker) extentKeep() (string, string) {
	k := event.KeepOf(s.e)
	at, size := Hex(k.Start), Bytes(k.Bytes)
	switch k.KindAfter {
	case extentCached:
		return s.fill(pair{"The block at {0} is freed, but its {1} of addresses stay taken: the driver keeps it for the next request.", "{0} 处的块已释放，但它的 {1} 地址仍占着：驱动留着它给下一个请求。"}, at, size), ""
	case extentPoolWait:
		return s.fill(pair{"The pool's block at {0} is freed in stream order: {1}.", "内存池在 {0} 处的 {1} 按流序释放。"}, at, size),
			s.fill(pair{"Its own stream may have it at once, others when that stream has come so far.", "同一个流可以立刻再用，别的流要等它执行到那里。"})
	case extentPool:
		return s.fill(pair{"The pool hands out its block at {0}: {1}, without the driver.", "内存池发出 {0} 处的 {1}，不经过驱动。"}, at, size), ""
	case k.KindBefore:
		return s.fill(pair{"The block at {0} is to be freed when its stream has come so far: {1}.", "{0} 处的块（{1}）等它的流执行到这里再释放。"}, at, size), ""
	}
	return s.fill(pair{"The kept block at {0} is in use again: {1}.", "{0} 处留着的块又用上了：{1}。"}, at, size), ""
}

func (s *speaker) slabNew() (string, string) {
	b := event.SlabOf(s.e)
	return s.fill(pair{"The slab at {0} exists: one hole of {1}.", "{0} 处的 slab 建好了：一整个 {1} 的空洞。"}, Hex(b.Base), Bytes(s.c.Profile().Runtime.SlabBytes)), ""
}

func (s *speaker) slabFree() (string, string) {
	b := event.SlabOf(s.e)
	return s.fill(pair{"The slab at {0} is empty and is returned at once.", "{0} 处的 slab 空了，立刻归还。"}, Hex(b.Base)), ""
}

// granule is the grain of a slab.
func (s *speaker) granule() uint64 { return max(s.c.Profile().Runtime.Granule, 1) }

// holeTake is a small cudaMalloc served without the driver.
func (s *speaker) holeTake() (string, string) {
	p := event.PieceOf(s.e)
	taken, hole := uint64(p.Taken)*s.granule(), uint64(p.Hole)*s.granule()
	what := s.fill(pair{"{0} at {1}", "{1} 处的 {0}"}, Bytes(taken), Hex(p.Address))
	if name := s.c.Name(p.Address); name != "" {
		what = s.fill(pair{"{0}, at {1},", "{1} 处的 {0} "}, name, Hex(p.Address))
	}
	if p.Rest == 0 {
		return s.fill(pair{"Best fit over all holes: {0} takes a hole of {1}, the whole of it.", "在所有空洞里找最合适的：{0}正好占满一个 {1} 的空洞。"}, what, WholeBytes(hole)), ""
	}
	return s.fill(pair{"Best fit over all holes: {0} takes the low end of a hole of {1}.", "在所有空洞里找最合适的：{0}取一个 {1} 空洞的低端。"}, what, WholeBytes(hole)),
		s.fill(pair{"{0} of it remain a hole.", "还剩 {0} 是空洞。"}, WholeBytes(hole-min(taken, hole)))
}

func (s *speaker) holeGive() (string, string) {
	p := event.PieceOf(s.e)
	taken := uint64(p.Taken) * s.granule()
	sentence := s.fill(pair{"{0} at {1} become a hole.", "{1} 处的 {0} 变成空洞。"}, Bytes(taken), Hex(p.Address))
	return sentence, s.joins(p.Below != 0, p.Above != 0)
}

func (s *speaker) errorSet() (string, string) {
	x := event.ErrorOf(s.e)
	switch {
	case x.StickyBefore != x.StickyAfter && x.StickyAfter != 0:
		return s.fill(pair{"From now on every call of process {0} answers {1}: the error stays until its context ends.", "从此进程 {0} 的每次调用都返回 {1}：这个错误到上下文结束才消失。"}, num(uint64(x.Process)), target.Code(x.StickyAfter).Name()), ""
	case x.LastAfter == 0:
		return s.fill(pair{"The last error of process {0} is cleared: it was {1}.", "进程 {0} 的上一个错误清掉了：原来是 {1}。"}, num(uint64(x.Process)), target.Code(x.LastBefore).Name()), ""
	}
	return s.fill(pair{"The last error of process {0} is now {1}.", "进程 {0} 的上一个错误现在是 {1}。"}, num(uint64(x.Process)), target.Code(x.LastAfter).Name()), ""
}
