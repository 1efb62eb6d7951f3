package main

import (
	"fmt"
	"strconv"
	"strings"

	"pagewalk/engine/event"
	"pagewalk/engine/explain"
	"pagewalk/engine/mmu"
	"pagewalk/engine/scene"
)

// who goes to the event that last changed an address or an object.
func (s *stepper) who(arg string) error {
	object, number, two := strings.Cut(arg, " ")
	e := event.None
	if !two {
		address, ok := s.address(arg)
		if !ok {
			return s.complain(both{"who needs an address, a variable, or an object such as page 264 or chunk 5.", "who 后面要有地址、变量，或 page 264、chunk 5 这样的对象。"})
		}
		e = s.run.LastWriter(func(e *event.Event) bool { return touches(e, address) })
	} else {
		n, err := strconv.ParseUint(strings.TrimSpace(number), 0, 32)
		if err != nil || !subjectExists(object) {
			return s.complain(both{"{0} is no object; try page, chunk, frame, table, range, object, slab, piece or extent with a number.", "没有 {0} 这种对象；可用 page、chunk、frame、table、range、object、slab、piece、extent 加编号。"}, object)
		}
		if object == "page" {
			e = s.scene.Who(scene.Station{Pane: scene.PanePhysical, Part: scene.PartPage, Index: uint32(n)})
		} else {
			e = s.run.LastWriter(func(e *event.Event) bool { return isSubject(e, object, uint32(n)) })
		}
	}
	if e == event.None {
		s.tell(both{"Nothing has changed {0} so far.", "到此为止没有什么改过 {0}。"}, arg)
		return nil
	}
	return s.to(e)
}

// address reads a number or the name of a pointer of the program.
func (s *stepper) address(arg string) (a uint64, ok bool) {
	if n, err := strconv.ParseUint(strings.NewReplacer(" ", "", "_", "").Replace(arg), 0, 64); err == nil {
		return n, true
	}
	s.vm.Pointers(func(name string, value uint64, _ uint32) {
		if name == arg {
			a, ok = value, true
		}
	})
	return a, ok
}

func subjectExists(name string) bool {
	for i := range event.Table {
		if event.Table[i].Subject == name {
			return true
		}
	}
	return name == "page"
}

// isSubject says whether an event is about an object, alone or in a run.
func isSubject(e *event.Event, subject string, n uint32) bool {
	info, _ := event.InfoOf(e.Kind)
	if info.Subject != subject {
		return false
	}
	many := uint32(1)
	switch e.Kind {
	case event.ChunkRun:
		many = event.ChunkOf(e).N
	case event.FrameRun:
		many = event.FrameRunOf(e).N
	}
	return e.Subject <= n && n-e.Subject < many
}

// touches says whether an event is about the place that holds an address.
func touches(e *event.Event, a uint64) bool {
	from, bytes := uint64(0), uint64(0)
	switch e.Kind {
	case event.HoleTake, event.HoleGive:
		p := event.PieceOf(e)
		from, bytes = p.Address, uint64(p.Taken)*512
	case event.ExtentTake, event.ExtentGive, event.ExtentKeep, event.RangeNew, event.RangeFree:
		from, bytes = e.W[0], e.W[1]
	case event.SlabNew, event.SlabFree:
		from, bytes = e.W[0], 2<<20
	case event.CachePut, event.CacheTake:
		from, bytes = e.W[1], e.W[0]
	}
	return bytes != 0 && a >= from && a-from < bytes
}

// why tells the chain of causes, from this event to the call.
func (s *stepper) why(string) error {
	n := s.run.Cursor()
	if n == 0 {
		return s.where("")
	}
	for i, first := n-1, true; i != event.None; first = false {
		e := s.run.Event(i)
		lead := both{"because of {0}: {1}", "起因是 {0}：{1}"}
		if first {
			lead = both{"{0}: {1}", "{0}：{1}"}
		}
		s.tell(lead, count32(i+1), s.sentence(i))
		if e.Cause >= i {
			break
		}
		i = e.Cause
	}
	s.run.SeekCount(n)
	return nil
}

// walk reads the page tables as the hardware would.
func (s *stepper) walk(arg string) error {
	address, ok := s.address(arg)
	if !ok {
		return s.complain(both{"walk needs an address or the name of a pointer.", "walk 后面要有地址或指针的名字。"})
	}
	var steps reads
	m := s.machine.MMU
	leaf, fault := m.Walk(s.process(), address, mmu.Read, &steps)
	f := m.Format()
	for i := range steps {
		x := &steps[i]
		e := mmu.Decode(f, int(x.Level), x.Raw)
		state := e.State.Words().En
		if s.lang == explain.ZH {
			state = e.State.Words().Zh
		}
		text := both{"read {0}: {1}[{2}] = {3}, {4}", "第 {0} 次读：{1}[{2}] = {3}，{4}"}
		s.tell(text, strconv.Itoa(i+1), f.Levels[x.Level].Name, count32(x.Index), "0x"+explain.Raw(x.Raw[0]), state)
	}
	if fault.Type != mmu.NoFault {
		fmt.Fprintln(s.out, explain.Why(s.lang, fault.Why()))
		return nil
	}
	s.tell(both{"{0} is physical {1}, in a page of {2}.", "{0} 的物理地址是 {1}，在 {2} 的页里。"}, explain.Hex(address), explain.Hex(leaf.Physical), explain.Bytes(leaf.Bytes))
	return nil
}

// cellNames are the states of a 2 MiB page in the map.
var cellNames = map[scene.Cell]both{
	scene.CellFree: {"free", "空闲"}, scene.CellYours: {"the program's", "程序的"}, scene.CellContext: {"context", "上下文"},
	scene.CellClearing: {"being cleared", "清零中"}, scene.CellSplit: {"split", "已分裂"}, scene.CellPinned: {"pinned", "已固定"},
	scene.CellKernel: {"kernel", "内核"}, scene.CellCached: {"kept by the driver", "驱动留着"}, scene.CellOwned: {"user", "用户"}, scene.CellBlocked: {"blocked", "被占"},
}

// mapLines is how many runs of pages the map shows.
const mapLines = 20

// memoryMap tells the card's memory as runs of equal pages.
func (s *stepper) memoryMap(string) error {
	m := s.scene.Moment()
	cells := m.Physical.Whole
	lines := 0
	for i := 0; i < len(cells); {
		j := i
		for j < len(cells) && cells[j] == cells[i] {
			j++
		}
		if lines++; lines > mapLines {
			s.tell(both{"… and more, from page {0} on", "……从第 {0} 页起还有更多"}, strconv.Itoa(i))
			break
		}
		name := cellNames[cells[i]][s.lang]
		if j == i+1 {
			s.tell(both{"page {0}: {1}", "第 {0} 页：{1}"}, strconv.Itoa(i), name)
		} else {
			s.tell(both{"pages {0}–{1}: {2}", "第 {0}–{1} 页：{2}"}, strconv.Itoa(i), strconv.Itoa(j-1), name)
		}
		i = j
	}
	s.tell(both{"{0} bytes free, largest piece {1} bytes", "空闲 {0} 字节，最大一块 {1} 字节"}, explain.Commas(m.Physical.Free), explain.Commas(m.Physical.Largest))
	return nil
}

// used tells the three books: what the program holds, what the driver has handed
// out or keeps, and what is gone from the card, contexts included.
func (s *stepper) used(string) error {
	u := s.scene.Moment().Driver.Used
	for _, book := range [...]struct {
		name  both
		bytes uint64
	}{{both{"the program", "程序"}, u.Program}, {both{"the driver", "驱动"}, u.Driver}, {both{"nvidia-smi", "nvidia-smi"}, u.SMI}} {
		s.tell(both{"{0}: {1} bytes ({2})", "{0}：{1} 字节（{2}）"}, book.name[s.lang], explain.Commas(book.bytes), explain.Bytes(book.bytes))
	}
	return nil
}

func (s *stepper) vars(string) error {
	n := 0
	s.vm.Pointers(func(name string, value uint64, line uint32) {
		n++
		p := s.machine.CUDA.Locate(s.process(), value)
		text := both{"{0} = {1}, not memory of the card", "{0} = {1}，不是显存"}
		switch {
		case p.Live:
			text = both{"{0} = {1}, {2} live", "{0} = {1}，{2}，活着"}
		case p.Known:
			text = both{"{0} = {1}, freed", "{0} = {1}，已释放"}
		}
		s.tell(text, name, explain.Hex(value), explain.Bytes(p.Asked))
	})
	if n == 0 {
		s.tell(both{"No pointer holds an address yet.", "还没有指针存着地址。"})
	}
	return nil
}

func (s *stepper) list(string) error {
	current := uint32(0)
	if n := s.run.Cursor(); n > 0 {
		current = s.run.LineAt(n - 1)
	}
	for i, line := range strings.Split(strings.TrimRight(string(s.source), "\n"), "\n") {
		mark := " "
		if uint32(i+1) == current {
			mark = ">"
		}
		fmt.Fprintf(s.out, "%s%4d  %s\n", mark, i+1, strings.TrimRight(line, "\r"))
	}
	return nil
}

func (s *stepper) printed(string) error {
	text := s.run.Printed(1 << 16)
	if text == "" {
		s.tell(both{"Nothing yet.", "还没有。"})
		return nil
	}
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	s.out.WriteString(text)
	return nil
}
