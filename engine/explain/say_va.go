package explain

import "pagewalk/engine/event"

var vaTellers = []teller{
	{event.RangeNew, (*speaker).rangeNew},
	{event.RangeFree, (*speaker).rangeFree},
	{event.SpaceNew, func(s *speaker) (string, string) {
		return s.fill(pair{"Address space {0} is made for process {1}. Nothing is mapped in it.", "为进程 {1} 建立地址空间 {0}。里面还没有映射。"}, num(uint64(s.e.Subject)), num(s.e.W[0])), ""
	}},
	{event.SpaceFree, func(s *speaker) (string, string) {
		return s.fill(pair{"Address space {0} of process {1} is gone.", "进程 {1} 的地址空间 {0} 撤销。"}, num(uint64(s.e.Subject)), num(s.e.W[0])), ""
	}},
	{event.RangeBind, (*speaker).rangeBind},
}

var rangeNames = [...]pair{{"addresses", "地址"}, {"addresses for memory of RM", "地址，留给 RM 的显存"}, {"addresses for host memory", "地址，留给主机内存"}, {"managed addresses", "托管地址"}}

func (s *speaker) rangeName(t uint8) string {
	return s.fill(rangeNames[min(int(t), len(rangeNames)-1)])
}

func (s *speaker) rangeNew() (string, string) {
	r := event.RangeOf(s.e)
	sentence := s.fill(pair{"UVM notes a range: {0} of {1}, at {2}.", "UVM 记下一段：{2} 处的 {0} {1}。"}, Bytes(r.Bytes), s.rangeName(r.Type), Hex(r.Base))
	if r.Object == 0 {
		return sentence, s.fill(pair{"Nothing is mapped there yet.", "那里还没有映射。"})
	}
	return sentence, ""
}

func (s *speaker) rangeFree() (string, string) {
	r := event.RangeOf(s.e)
	return s.fill(pair{"The range at {0} is nobody's again: {1} of addresses.", "{0} 处的一段又没有主人了：{1} 地址。"}, Hex(r.Base), Bytes(r.Bytes)), ""
}

func (s *speaker) rangeBind() (string, string) {
	before, after := s.e.W[0], s.e.W[1]
	if after == 0 {
		return s.fill(pair{"Range {0} lets go of memory object {1}.", "地址段 {0} 放开内存对象 {1}。"}, num(uint64(s.e.Subject)), num(before)), ""
	}
	return s.fill(pair{"Memory object {1} is mapped in range {0} from now on.", "从此内存对象 {1} 映射在地址段 {0}。"}, num(uint64(s.e.Subject)), num(after)), ""
}
