package scene

import (
	"strings"

	"pagewalk/engine/event"
	"pagewalk/engine/explain"
	"pagewalk/engine/pmm"
	"pagewalk/engine/target"
	"pagewalk/engine/timeline"
)

// trips are the ioctls of one row and the events that they left.
type trips struct {
	row    int
	events []uint32
	known  bool
}

// of finds the Ioctl events of a row, once.
func (t *trips) of(run *timeline.Run, row int) {
	if t.known && t.row == row {
		return
	}
	t.row, t.known, t.events = row, true, t.events[:0]
	r := &run.Rows()[row]
	if len(r.Ioctls) == 0 {
		return
	}
	for i := r.First; i <= r.Last && len(t.events) < len(r.Ioctls); i++ {
		if run.Event(i).Kind == event.Ioctl {
			t.events = append(t.events, i)
		}
	}
}

// driver fills the pane of the kernel driver.
func (b *Builder) driver(m *Moment) {
	d := &m.Driver
	d.Asked = b.asked[PaneDriver]
	d.Empty = wordNoIoctl.in(b.lang)
	if b.row == nil {
		d.Empty = wordNotStarted.in(b.lang)
	} else {
		switch {
		case b.byFault:
			d.Empty = wordByFault.in(b.lang)
		case d.Asked:
			d.Empty = wordNoneCounted.in(b.lang)
		}
		for i := range b.row.Ioctls {
			d.Rungs = append(d.Rungs, b.rung(i))
		}
		if target.Ops[b.row.Call.Op].Layer == "kernel driver" {
			d.Path = pathOf(b.row.Call.Op)
			d.Asked = true
		}
	}
	b.lists(d)
	b.kept(d)
	b.used(d)
}

// rung is one ioctl of the row.
func (b *Builder) rung(i int) Rung {
	t := &b.row.Ioctls[i]
	r := Rung{Number: num(uint32(i + 1)), PS: t.PS, State: RungAhead}
	r.Name, r.Lines = ioctlWords(t)
	if i < len(b.trips.events) {
		at := b.trips.events[i]
		switch {
		case at == b.index:
			r.State = RungNow
		case at < b.index:
			r.State = RungDone
			for _, c := range b.chain {
				if c == at {
					r.State = RungNow
				}
			}
		}
	}
	return r
}

// ioctlWords names an ioctl as the ladder shows it: the escape or the number
// of UVM's command, then what it carried.
func ioctlWords(t *target.Ioctl) (name string, lines []string) {
	full, detail := t.Name.Full(), t.Name.Detail()
	if command, ok := strings.CutPrefix(full, "UVM_"); ok {
		name = "UVM " + num(t.Name.Number())
		lines = append(lines, command)
		if t.Offset != 0 {
			lines = append(lines, explain.HexGroups(t.VA&0xffffffff, 8)+" → "+explain.HexGroups(t.Offset, 8))
		} else if t.VA != 0 {
			lines = append(lines, explain.Hex(t.VA)+sizeWord(t.Length))
		}
		return name, lines
	}
	name = strings.TrimPrefix(full, "NV_ESC_")
	if class, ok := strings.CutPrefix(detail, "class "); ok {
		class, _, _ = strings.Cut(class, " ")
		lines = append(lines, "class "+class+sizeWord(t.Length))
	} else if number, what, ok := strings.Cut(detail, " "); ok {
		lines = append(lines, strings.TrimPrefix(number, "0x"), what)
	}
	switch {
	case t.Failed:
		lines = append(lines, "✕")
	case t.Offset != 0 || t.Name == target.RMAlloc:
		lines = append(lines, "→ "+explain.Hex(t.Offset))
	}
	return name, lines
}

func sizeWord(n uint64) string {
	if n == 0 {
		return ""
	}
	return " · " + explain.Bytes(n)
}

// pathOf is the way that a call from inside the kernel driver takes through
// its functions (uvm_mem.c, uvm_pmm_gpu.c of the open kernel modules).
func pathOf(op target.Op) []string {
	switch op {
	case target.UvmMemAlloc, target.UvmMemAllocVidmem:
		return []string{"uvm_mem_alloc", "mem_alloc_vidmem_chunks", "uvm_pmm_gpu_alloc_kernel"}
	case target.UvmMemFree:
		return []string{"uvm_mem_free", "mem_free_chunks", "uvm_pmm_gpu_free"}
	case target.UvmMemAllocSysmem:
		return []string{"uvm_mem_alloc", "mem_alloc_sysmem_chunks"}
	case target.UvmMemMapGpuKernel:
		return []string{"uvm_mem_map_gpu_kernel", "mem_map_gpu", "uvm_page_table_range_vec_create"}
	case target.PmmAllocUser, target.PmmAllocKernel:
		return []string{op.String(), "pmm_gpu_alloc", "alloc_chunk"}
	case target.PmmFree:
		return []string{op.String(), "free_chunk", "free_chunk_with_merges"}
	}
	return []string{op.String()}
}

// lists shows the free lists of chunks by size, where chunks play a part.
func (b *Builder) lists(d *Driver) {
	if !b.m.Profile.PMM.OwnsAll && (b.row == nil || target.Ops[b.row.Call.Op].Layer != "kernel driver") {
		return
	}
	kind, sizes := pmm.Kernel, b.m.Profile.PMM.KernelSizes
	if b.m.Profile.PMM.OwnsAll || b.row != nil && b.row.Call.Op == target.PmmAllocUser {
		kind, sizes = pmm.User, b.m.Profile.PMM.UserSizes
	}
	for _, size := range sizes {
		n, change := b.m.PMM.FreeCount(kind, size), b.freeChange(kind, size)
		if len(sizes) > 6 && n == 0 && change == 0 {
			continue
		}
		before := num(uint32(int64(n) - change))
		d.Lists = append(d.Lists, List{Name: wordFreeList.in(b.lang, explain.Bytes(uint64(size))), Before: before, After: num(n), Now: change != 0})
	}
}

// freeChange is by how much the event changed the number of free chunks of a
// type and size.
func (b *Builder) freeChange(kind pmm.Type, size uint32) int64 {
	if b.event == nil {
		return 0
	}
	switch b.event.Kind {
	case event.ChunkState, event.ChunkRun:
		i := event.ChunkOf(b.event)
		if !b.m.PMM.Exists(i.Chunk) {
			return 0
		}
		if n := b.m.PMM.Node(i.Chunk); n.Bytes() != size || n.Type() != kind {
			return 0
		}
		change := int64(0)
		if i.From == pmm.Free {
			change -= int64(i.N)
		}
		if i.To == pmm.Free {
			change += int64(i.N)
		}
		return change
	}
	return 0
}

// maxKept is how many kept blocks are listed.
const maxKept = 24

// kept lists the blocks that a lazy driver keeps, newest first.
func (b *Builder) kept(d *Driver) {
	s := b.m.Driver.State
	for id := s.Head.At(0).CacheNewest; id != 0 && len(d.Cache) < maxKept; id = s.Objects.At(id).Next {
		o := s.Objects.At(id)
		now := b.event != nil && b.event.Kind == event.CachePut && b.event.Subject == id
		d.Cache = append(d.Cache, Cached{Address: o.VA, Bytes: o.Bytes, Now: now})
	}
}

func (b *Builder) used(d *Driver) {
	free, total := b.m.Driver.Memory()
	d.Used.Program = b.m.CUDA.Process(b.process).LiveBytes
	head := b.m.Driver.State.Head.At(0)
	d.Used.Driver = head.LiveBytes + head.CachedBytes // what it keeps after a free is still taken
	d.Used.SMI, d.Used.Total = total-free, total
}
