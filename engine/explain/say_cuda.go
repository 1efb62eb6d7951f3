package explain

import (
	"pagewalk/engine/cuda"
	"pagewalk/engine/event"
	"pagewalk/engine/target"
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
	{event.SlabNew, (*speaker).slabNew},
	{event.SlabFree, (*speaker).slabFree},
	{event.HoleTake, (*speaker).holeTake},
	{event.HoleGive, (*speaker).holeGive},
	{event.ErrorSet, (*speaker).errorSet},
}

func (s *speaker) arenaNew() (string, string) {
	a := event.ArenaOf(s.e)
	if a.Context {
		return s.fill(pair{"The context takes {0} of addresses at {1} for itself.", "上下文自己占住 {1} 处的 {0} 地址。"}, Bytes(a.Bytes), Hex(a.Start)), ""
	}
	return s.fill(pair{"No arena has room. A new one of {0} begins at {1}.", "没有地址区放得下。新开一个 {0} 的，从 {1} 开始。"}, Bytes(a.Bytes), Hex(a.Start)),
		s.fill(pair{"It is only addresses: no memory is behind them yet.", "这只是地址，背后还没有显存。"})
}

func (s *speaker) arenaFree() (string, string) {
	a := event.ArenaOf(s.e)
	return s.fill(pair{"The arena at {0} is empty and is released: {1} of addresses.", "{0} 处的地址区空了，整个释放：{1} 地址。"}, Hex(a.Start), Bytes(a.Bytes)), ""
}

var extentNames = map[cuda.ExtentKind]pair{
	cuda.Block: {"a block", "一个独立的块"}, cuda.SlabOf: {"a slab", "一个 slab"}, cuda.Host: {"host memory", "主机内存"},
	cuda.Context: {"the context's own", "上下文自用"}, cuda.Cached: {"kept by the driver", "驱动留着的块"}, cuda.Hole: {"a hole", "空洞"},
}

func (s *speaker) extentName(k uint8) string {
	if p, ok := extentNames[cuda.ExtentKind(k)]; ok {
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
	return sentence, s.fill(pair{"They are the low end of a hole of {0}; {1} of it remain.", "取的是 {0} 空洞的低端，还剩 {1}。"}, Bytes(x.Hole), Bytes(x.Hole-min(x.Bytes, x.Hole)))
}

func (s *speaker) extentGive() (string, string) {
	x := event.ExtentOf(s.e)
	sentence := s.fill(pair{"{0} of addresses at {1} are a hole again.", "{1} 处的 {0} 地址又成了空洞。"}, Bytes(x.Bytes), Hex(x.Start))
	return sentence, s.joins(x.Below != 0, x.Above != 0)
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

func (s *speaker) extentKeep() (string, string) {
	k := event.KeepOf(s.e)
	if cuda.ExtentKind(k.KindAfter) == cuda.Cached {
		return s.fill(pair{"The block at {0} is freed, but its {1} of addresses stay taken: the driver keeps it for the next request.", "{0} 处的块已释放，但它的 {1} 地址仍占着：驱动留着它给下一个请求。"}, Hex(k.Start), Bytes(k.Bytes)), ""
	}
	return s.fill(pair{"The kept block at {0} is in use again: {1}.", "{0} 处留着的块又用上了：{1}。"}, Hex(k.Start), Bytes(k.Bytes)), ""
}

func (s *speaker) slabNew() (string, string) {
	b := event.SlabOf(s.e)
	return s.fill(pair{"The slab at {0} exists: one hole of {1}.", "{0} 处的 slab 建好了：一整个 {1} 的空洞。"}, Hex(b.Base), Bytes(cuda.SlabBytes)), ""
}

func (s *speaker) slabFree() (string, string) {
	b := event.SlabOf(s.e)
	return s.fill(pair{"The slab at {0} is empty and is returned at once.", "{0} 处的 slab 空了，立刻归还。"}, Hex(b.Base)), ""
}

// holeTake is a small cudaMalloc served without the driver.
func (s *speaker) holeTake() (string, string) {
	p := event.PieceOf(s.e)
	taken, hole := uint64(p.Taken)*cuda.Granule, uint64(p.Hole)*cuda.Granule
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
	taken := uint64(p.Taken) * cuda.Granule
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
