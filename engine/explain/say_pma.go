package explain

import (
	"pagewalk/engine/event"
	"pagewalk/engine/pma"
)

var pmaTellers = []teller{
	{event.FrameRun, (*speaker).frames},
	{event.ScrubQueued, (*speaker).scrubQueued},
	{event.ScrubDone, (*speaker).scrubDone},
}

// run names a run of 64 KiB frames: as 2 MiB pages where it is whole ones.
func (s *speaker) run(first, n uint32) string {
	if first%pma.PageFrames == 0 && n%pma.PageFrames == 0 && n > 0 {
		page, pages := first/pma.PageFrames, n/pma.PageFrames
		if pages == 1 {
			return s.fill(pair{"Page {0}", "第 {0} 页"}, num(uint64(page)))
		}
		return s.fill(pair{"Pages {0} to {1}", "第 {0} 到 {1} 页"}, num(uint64(page)), num(uint64(page+pages-1)))
	}
	if n == 1 {
		return s.fill(pair{"The 64 KiB frame at {0}", "{0} 处的 64 KiB 帧"}, Hex(uint64(first)*pma.FrameBytes))
	}
	return s.fill(pair{"{0} at {1}", "{1} 处的 {0}"}, Bytes(uint64(n)*pma.FrameBytes), Hex(uint64(first)*pma.FrameBytes))
}

// single says whether the name of a run takes a verb in the singular.
func single(first, n uint32) bool {
	return n == 1 || n == pma.PageFrames && first%pma.PageFrames == 0
}

func (s *speaker) frames() (string, string) {
	f := event.FrameRunOf(s.e)
	taken := uint8(pma.AllocPin | pma.AllocUnpin)
	one := single(f.First, f.N)
	var p pair
	switch {
	case f.From&taken == 0 && f.To&pma.AllocPin != 0:
		p = yes(one, pair{"{0} is taken and pinned: it cannot be evicted.", "取走{0}并固定：不会被驱逐。"}, pair{"{0} are taken and pinned: they cannot be evicted.", "取走{0}并固定：不会被驱逐。"})
	case f.From&taken == 0 && f.To&pma.AllocUnpin != 0:
		p = yes(one, pair{"{0} is taken, unpinned: it may be evicted.", "取走{0}，不固定：可以被驱逐。"}, pair{"{0} are taken, unpinned: they may be evicted.", "取走{0}，不固定：可以被驱逐。"})
	case f.From&taken != 0 && f.To&taken == 0 && f.To&pma.Scrubbing != 0:
		p = yes(one, pair{"{0} is freed, but has to be cleared before it can be used again.", "释放{0}，但清零之后才能再用。"}, pair{"{0} are freed, but have to be cleared before they can be used again.", "释放{0}，但清零之后才能再用。"})
	case f.From&taken != 0 && f.To&taken == 0:
		p = yes(one, pair{"{0} is free again.", "{0} 又空闲了。"}, pair{"{0} are free again.", "{0} 又空闲了。"})
	case f.From&pma.Scrubbing != 0 && f.To&pma.Scrubbing == 0:
		p = yes(one, pair{"{0} is cleared and can be used again.", "{0} 已清零，可以再用。"}, pair{"{0} are cleared and can be used again.", "{0} 已清零，可以再用。"})
	case f.From&pma.Evicting == 0 && f.To&pma.Evicting != 0:
		p = yes(one, pair{"{0} is chosen for eviction.", "选中{0}驱逐。"}, pair{"{0} are chosen for eviction.", "选中{0}驱逐。"})
	case f.From&pma.Evicting != 0 && f.To&pma.Evicting == 0:
		p = yes(one, pair{"The eviction of {0} is over.", "{0} 驱逐结束。"}, pair{"The eviction of {0} is over.", "{0} 驱逐结束。"})
	default:
		p = pair{"{0}: {1} → {2}.", "{0}：{1} → {2}。"}
	}
	name := s.run(f.First, f.N)
	if p[EN] == "The eviction of {0} is over." {
		name = lowerFirst(s.lang, name)
	}
	note := s.fill(pair{"Bits: {0} → {1}.", "位：{0} → {1}。"}, s.bits(f.From), s.bits(f.To))
	if f.From&taken == 0 && f.To&taken != 0 {
		note = Join(s.lang, note, s.region(f.First))
	}
	return s.fill(p, name, s.bits(f.From), s.bits(f.To)), note
}

// region says in which region of the card's memory a frame lies, if there are
// several.
func (s *speaker) region(f uint32) string {
	m := &s.c.Profile().Memory
	for i, end := range m.Ends() {
		if f < end && len(m.Regions) > 1 {
			return s.fill(pair{"Region {0} of {1}, of speed {2}: the fastest region is filled first.", "第 {0} 个区域，共 {1} 个，速度 {2}：先填满最快的区域。"},
				num(uint64(i+1)), num(uint64(len(m.Regions))), num(uint64(m.Regions[i].Speed)))
		}
	}
	return ""
}

// bits lists the driver's names of the bits that are set.
func (s *speaker) bits(b uint8) string {
	out := ""
	for i := 0; i < pma.Bits; i++ {
		if b>>i&1 != 0 {
			if out != "" {
				out += "|"
			}
			out += pma.BitName(i)
		}
	}
	if out == "" {
		return s.fill(pair{"none", "无"})
	}
	return out
}

func (s *speaker) scrubQueued() (string, string) {
	x := event.ScrubOf(s.e)
	p := yes(single(x.First, x.N),
		pair{"{0} joins the clearing queue: about {1} until it can be used again.", "{0} 进入清零队列：约 {1} 后才能再用。"},
		pair{"{0} join the clearing queue: about {1} until they can be used again.", "{0} 进入清零队列：约 {1} 后才能再用。"})
	wait := x.Done - min(s.e.Time, x.Done)
	return s.fill(p, s.run(x.First, x.N), Duration(wait)), ""
}

func (s *speaker) scrubDone() (string, string) {
	x := event.ScrubOf(s.e)
	p := yes(single(x.First, x.N),
		pair{"{0} leaves the clearing queue: somebody looked, and it was done.", "{0} 离开清零队列：有人来看，已经清完。"},
		pair{"{0} leave the clearing queue: somebody looked, and they were done.", "{0} 离开清零队列：有人来看，已经清完。"})
	sentence := s.fill(p, s.run(x.First, x.N))
	if x.Done < s.e.Time {
		return sentence, s.fill(pair{"It had been done for {0}; nothing happens until somebody looks.", "其实 {0} 前就清完了；没人来看，就什么也不发生。"}, Duration(s.e.Time-x.Done))
	}
	return sentence, ""
}
