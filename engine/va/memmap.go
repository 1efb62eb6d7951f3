package va

import (
	"pagewalk/engine/event"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// KernelSpace is the address space that the driver's own channels use. Memory
// of the driver is mapped there, in one window of 128 GiB.
const KernelSpace uint16 = 255

// window is the length of that window (UVM_MEM_VA_SIZE).
const window = 128 << 30

// KernelBase is where the window begins (uvm_mem_va_base of uvm_hopper.c and
// uvm_ampere.c); a textbook with fewer bits has it below the top.
func (v *VA) KernelBase() uint64 {
	n := v.below.MMU.Format().VABits
	switch {
	case n >= 57 && v.below.Profile.Kind != profile.Textbook:
		return 64<<50 + 384<<40
	case n == 49:
		return 384 << 40
	}
	return 1<<(n-1) - 2*window
}

// kernelSpace makes the space with the first allocation, and says whether this
// was it.
func (v *VA) kernelSpace() (made bool, why target.Why) {
	if v.below.MMU.PDB(KernelSpace) != 0 {
		return false, target.Why{}
	}
	why = v.below.MMU.NewSpace(KernelSpace)
	return why.ID == target.NoReason, why
}

// InKernelWindow says whether an address lies in the window.
func (v *VA) InKernelWindow(va uint64) bool {
	base := v.KernelBase()
	return va >= base && va-base < window
}

// MapMem is uvm_mem_map_gpu_kernel: the lowest free addresses of the window,
// aligned to the chunk size. Mapping again changes nothing.
func (v *VA) MapMem(id uint32) target.Why {
	m := v.State.Mems.At(id)
	if m.VA != 0 {
		return target.Why{}
	}
	base := v.lowest(v.KernelBase(), m.Size(), 1<<m.Chunk, func(m *Mem) uint64 { return m.VA })
	if base+m.Size() > v.KernelBase()+window {
		return target.Why{ID: target.NoRoom, N: [4]uint64{m.Size()}}
	}
	if why := v.mapMem(id, base); why.ID != target.NoReason {
		return why
	}
	v.setMemVA(id, base)
	return target.Why{}
}

// mapMem writes the entries of an allocation, or none.
func (v *VA) mapMem(id uint32, base uint64) (why target.Why) {
	m := *v.State.Mems.At(id)
	page, at := v.pageFor(1<<m.Chunk), base
	v.below.MMU.Begin(KernelSpace)
	defer v.below.MMU.End()
	if m.Sysmem() {
		return v.below.MMU.Map(KernelSpace, base, m.Host, m.Size(), page, mmu.Attr{Aperture: profile.SysCoherent})
	}
	for held := m.First; held != 0 && why.ID == target.NoReason; {
		n := v.State.Held.Get(held)
		if why = v.below.MMU.Map(KernelSpace, at, v.below.PMM.Address(n.Chunk), 1<<m.Chunk, page, mmu.Attr{}); why.ID == target.NoReason {
			at += 1 << m.Chunk
		}
		held = n.Next
	}
	if why.ID != target.NoReason && at > base {
		v.unmapRange(KernelSpace, base, at-base)
	}
	return why
}

// pageFor is the largest page of the GPU that is no larger than a chunk.
func (v *VA) pageFor(bytes uint64) uint64 {
	for _, page := range [...]uint64{2 << 20, 64 << 10} {
		if _, ok := v.below.MMU.Format().LevelOf(page); ok && page <= bytes {
			return page
		}
	}
	return 4 << 10
}

// UnmapMem takes the mapping away, if there is one.
func (v *VA) UnmapMem(id uint32) {
	m := v.State.Mems.At(id)
	if m.VA == 0 {
		return
	}
	v.unmapRange(KernelSpace, m.VA, m.Size())
	v.setMemVA(id, 0)
}

func (v *VA) unmapRange(space uint16, va, bytes uint64) {
	if why := v.below.MMU.Unmap(space, va, bytes); why.ID != target.NoReason {
		panic("va: unmap: the mapping cannot be removed: " + why.ID.Name())
	}
}

// setMemVA is the mutator of MemMapped.
func (v *VA) setMemVA(id uint32, va uint64) {
	before := v.State.Mems.At(id).VA
	v.State.Mems.Mut(id).VA = va
	if e := v.rec.Put(event.MemMapped, id); e != nil {
		e.W[0], e.W[1] = before, va
	}
}

// newMem and endMem are the mutators of MemNew and MemFree.
func (v *VA) newMem(m event.MemInfo) uint32 {
	m.ID, m.Fresh = v.State.Head.At(0).Mems.Next()
	v.addMem(&m)
	if e := v.rec.Put(event.MemNew, m.ID); e != nil {
		m.Put(e)
	}
	return m.ID
}

func (v *VA) endMem(id uint32) {
	c := v.State.Mems.Get(id)
	m := event.MemInfo{ID: id, Bytes: c.Bytes, Host: c.Host, Chunk: c.Chunk, Flags: c.Flags, Chunks: c.Chunks}
	v.dropMem(&m)
	if e := v.rec.Put(event.MemFree, id); e != nil {
		m.Put(e)
	}
}

// addMem and dropMem undo each other.
func (v *VA) addMem(m *event.MemInfo) {
	v.State.Mems.Grow(int(m.ID) + 1)
	v.State.Head.Mut(0).Mems.Take(m.ID, v.State.Mems.At(m.ID).Next, m.Fresh)
	v.State.Mems.Set(m.ID, Mem{Bytes: m.Bytes, Host: m.Host, Chunks: m.Chunks, Chunk: m.Chunk, Flags: m.Flags})
}

func (v *VA) dropMem(m *event.MemInfo) {
	v.State.Mems.Set(m.ID, Mem{Next: v.State.Head.Mut(0).Mems.Give(m.ID, m.Fresh)})
}
