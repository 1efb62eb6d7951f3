package main

import (
	"strconv"
	"strings"

	"pagewalk/engine/event"
	"pagewalk/engine/explain"
	"pagewalk/engine/timeline"
)

// remember notes where the stepper is, for undo.
func (s *stepper) remember() { s.been = append(s.been, place{s.recording, s.run.Cursor()}) }

// layerNames are the layers as the stepper says them; the English ones are
// those that next and prev take.
var layerNames = [event.Layers]both{
	event.Program: {"program", "程序"}, event.Work: {"work", "时间"}, event.CUDA: {"cuda", "运行时"}, event.Driver: {"driver", "驱动"}, event.VA: {"va", "地址空间"},
	event.MMU: {"mmu", "页表"}, event.TLB: {"tlb", "快表"}, event.PMM: {"pmm", "物理块"}, event.PMA: {"pma", "页帧"}, event.DRAM: {"dram", "内容"},
}

// where says the current event: its number, point, line and layer, then the
// sentence.
func (s *stepper) where(string) error {
	n := s.run.Cursor()
	if n == 0 {
		s.tell(both{"0 of {0}. Before the first event.", "0 / {0}。还没有事件发生。"}, count32(s.run.Len()))
		return nil
	}
	e, p := s.run.Event(n-1), s.run.PointOf(n-1)
	line := ""
	if number := s.run.LineAt(n - 1); number > 0 {
		line = explain.Fill(both{", line {0}", "，第 {0} 行"}[s.lang], count32(number))
	}
	s.tell(both{"{0} of {1}, point {2}.{3}{4}, {5}: {6}", "{0} / {1}，位置 {2}.{3}{4}，{5}：{6}"},
		count32(n), count32(s.run.Len()), count32(p.Row), count32(p.Ordinal), line, layerNames[e.Kind.Layer()][s.lang], s.sentence(n-1))
	return nil
}

func count32(n uint32) string { return strconv.FormatUint(uint64(n), 10) }

// move goes one unit; at an end it says so.
func (s *stepper) move(u timeline.Unit, forward bool) error {
	was := s.run.Cursor()
	if !s.run.Move(u, forward) {
		if forward {
			s.tell(both{"This is the end.", "已经到末尾。"})
		} else {
			s.tell(both{"This is the beginning.", "已经在开头。"})
		}
		return nil
	}
	s.been = append(s.been, place{s.recording, was})
	return s.where("")
}

func (s *stepper) nextEvent(string) error     { return s.move(timeline.UnitEvent, true) }
func (s *stepper) previousEvent(string) error { return s.move(timeline.UnitEvent, false) }
func (s *stepper) nextCall(string) error      { return s.move(timeline.UnitCall, true) }
func (s *stepper) previousCall(string) error  { return s.move(timeline.UnitCall, false) }
func (s *stepper) nextLine(string) error      { return s.move(timeline.UnitLine, true) }
func (s *stepper) previousLine(string) error  { return s.move(timeline.UnitLine, false) }

// to goes to an event.
func (s *stepper) to(e uint32) error {
	s.remember()
	s.run.Seek(e)
	return s.where("")
}

func (s *stepper) toLine(arg string) error {
	n, err := strconv.ParseUint(arg, 10, 32)
	if err != nil {
		return s.complain(both{"line needs a number, for example line 4.", "line 后面要有行号，例如 line 4。"})
	}
	for i := range s.run.Rows() {
		if row := &s.run.Rows()[i]; uint64(row.Call.Line) == n {
			return s.to(row.First)
		}
	}
	return s.complain(both{"No call was made on line {0}.", "第 {0} 行没有调用。"}, arg)
}

func (s *stepper) toCall(arg string) error {
	n, err := strconv.ParseUint(arg, 10, 32)
	if err != nil || n >= uint64(len(s.run.Rows())) {
		return s.complain(both{"call needs a row from 0 to {0}.", "call 后面要有 0 到 {0} 的行号。"}, strconv.Itoa(len(s.run.Rows())-1))
	}
	return s.to(s.run.Rows()[n].First)
}

func (s *stepper) toEvent(arg string) error {
	if strings.Contains(arg, ".") {
		p, err := parsePoint(arg)
		if err != nil {
			return err
		}
		return s.to(s.run.EventAt(p))
	}
	n, err := strconv.ParseUint(arg, 10, 32)
	if err != nil || n > uint64(s.run.Len()) {
		return s.complain(both{"g needs a number from 0 to {0}, or ROW.ORDINAL.", "g 后面要有 0 到 {0} 的编号，或 ROW.ORDINAL。"}, count32(s.run.Len()))
	}
	s.remember()
	s.run.SeekCount(uint32(n))
	return s.where("")
}

func (s *stepper) nextKind(arg string) error     { return s.jump(arg, true) }
func (s *stepper) previousKind(arg string) error { return s.jump(arg, false) }

// jump goes to the nearest event whose kind is called so: "split", "pmm.split",
// or a layer, "tlb".
func (s *stepper) jump(name string, forward bool) error {
	known := false
	for i := range event.Table {
		known = known || isKind(event.Table[i].Kind, name)
	}
	if !known {
		return s.complain(both{"No kind of event is called {0}; try split, ioctl, fault, entries or a layer such as tlb.", "没有叫 {0} 的事件；可用 split、ioctl、fault、entries，或一层的名字如 tlb。"}, name)
	}
	e := s.run.Find(forward, func(e *event.Event) bool { return isKind(e.Kind, name) })
	if e == event.None {
		return s.complain(both{"There is no {0} in that direction.", "那个方向上没有 {0}。"}, name)
	}
	return s.to(e)
}

func isKind(k event.Kind, name string) bool {
	layer, kind, _ := strings.Cut(k.String(), ".")
	return name != "" && (k.String() == name || kind == name || layer == name)
}

func (s *stepper) undo(string) error {
	if len(s.been) == 0 {
		return s.complain(both{"There is nothing to undo.", "没有可以撤销的。"})
	}
	p := s.been[len(s.been)-1]
	s.been = s.been[:len(s.been)-1]
	if p.of != s.recording {
		s.recording = p.of
		s.tell(both{"Back in the run before the fork.", "回到分叉之前的运行。"})
	}
	s.run.SeekCount(p.at)
	return s.where("")
}

// fork plays the program again under changed settings. Up to the first event
// that differs the two runs are one; the stepper goes there, or stays where it
// is if that lies ahead.
func (s *stepper) fork(arg string) error {
	o := s.options
	o.settings = append(append(repeated(nil), o.settings...), strings.Fields(arg)...)
	if len(o.settings) == len(s.options.settings) {
		return s.complain(both{"fork needs a setting, for example fork driver.free=immediate; pagewalk gpus NAME lists them.", "fork 后面要有设置，例如 fork driver.free=immediate；pagewalk gpus NAME 列出全部。"})
	}
	l, err := compileScenario(s.env, s.name, s.source, o)
	if err != nil {
		return err
	}
	r := play(l, s.lang)
	same, at := uint32(0), s.run.Cursor()
	for same < min(s.run.Len(), r.run.Len()) && *s.run.Event(same) == *r.run.Event(same) {
		same++
	}
	s.remember()
	s.recording, s.options = r, o
	switch {
	case same == r.run.Len() && same == s.run.Len():
		s.tell(both{"Forked. Under {0} all {1} events are the same.", "已分叉。设 {0} 之后，{1} 个事件完全一样。"}, arg, count32(same))
	case at > same:
		s.tell(both{"Forked. Under {0} event {1} is the first that differs, before where you were.", "已分叉。设 {0} 之后，从第 {1} 个事件就不同了，在原来的位置之前。"}, arg, count32(same+1))
		at = same + 1
	default:
		s.tell(both{"Forked. Under {0} event {1} will be the first that differs.", "已分叉。设 {0} 之后，第 {1} 个事件开始不同。"}, arg, count32(same+1))
	}
	s.run.SeekCount(min(at, r.run.Len()))
	return s.where("")
}
