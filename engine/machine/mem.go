package machine

import (
	"pagewalk/engine/pmm"
	"pagewalk/engine/target"
	"pagewalk/engine/va"
)

// The calls inside the kernel driver that allocate memory of its own.
var memHandlers = map[target.Op]handler{
	target.UvmMemAlloc: doMemAlloc, target.UvmMemAllocSysmem: doMemAlloc, target.UvmMemAllocVidmem: doMemAlloc,
	target.UvmMemFree: doMemFree, target.UvmMemMapGpuKernel: doMemMap, target.UvmMemMapCpuKernel: doMemMapCPU,
	target.UvmMemGetGpuVaKernel: doMemAddress,
	target.PageTreeGet:          doTreeGet, target.PageTreePut: doTreePut, target.PageTreeAllocTable: doTreeTable,
}

// doMemAlloc is uvm_mem_alloc and its two short forms.
func doMemAlloc(m *Machine, c *target.Call, r *target.Result) target.Progress {
	p := va.MemParams{Bytes: c.Arg[0]}
	switch c.Op {
	case target.UvmMemAllocVidmem:
		if p.Vidmem = true; c.Arg[1] == 0 {
			return status(r, badArgument(1, 0))
		}
	case target.UvmMemAlloc:
		p.PageSize, p.Vidmem, p.DMA, p.Zero = c.Arg[1], c.Arg[2] != 0, c.Arg[3] != 0, c.Arg[5]&0xFF != 0
	}
	id, why := m.VA.AllocMem(p)
	if why.ID != target.NoReason {
		return status(r, why)
	}
	r.Out[0] = uint64(id)
	if p.Zero {
		m.clear(id)
	}
	return target.Done
}

// clear fills an allocation with zeros: on the card by its copy engine, which
// only a textbook driver does here.
func (m *Machine) clear(id uint32) {
	mem := m.VA.State.Mems.At(id)
	m.Clock.Advance(mem.Size() >> 20 * m.Profile.Cost.FillMiB)
	if mem.Sysmem() {
		return
	}
	bytes := uint64(1) << mem.Chunk
	m.VA.EachMemChunk(id, func(c pmm.ChunkID) { m.DRAM.Fill(m.PMM.Address(c), bytes, 0) })
}

// mem reads an allocation's handle.
func (m *Machine) mem(handle uint64) (uint32, target.Why) {
	if !m.VA.MemExists(handle) {
		return 0, target.Why{ID: target.NotAPointer, N: [4]uint64{handle}}
	}
	return uint32(handle), target.Why{}
}

// doMemFree is uvm_mem_free. A null pointer is ignored.
func doMemFree(m *Machine, c *target.Call, r *target.Result) target.Progress {
	if c.Arg[0] == 0 {
		return target.Done
	}
	id, why := m.mem(c.Arg[0])
	if why.ID == target.NoReason {
		m.VA.FreeMem(id)
	}
	return status(r, why)
}

func doMemMap(m *Machine, c *target.Call, r *target.Result) target.Progress {
	id, why := m.mem(c.Arg[0])
	if why.ID == target.NoReason && c.Arg[1] == 0 {
		why = badArgument(1, 0)
	}
	if why.ID != target.NoReason {
		return status(r, why)
	}
	before := m.MMU.Tables()
	why = m.VA.MapMem(id)
	m.Clock.Advance(m.Profile.Cost.MapBase + uint64(m.MMU.Tables()-before)*m.Profile.Cost.NewTable)
	return status(r, why)
}

// doMemMapCPU is uvm_mem_map_cpu_kernel. The CPU reaches video memory only on
// coherent systems; no card here is one.
func doMemMapCPU(m *Machine, c *target.Call, r *target.Result) target.Progress {
	id, why := m.mem(c.Arg[0])
	if why.ID != target.NoReason {
		return status(r, why)
	}
	if !m.VA.State.Mems.At(id).Sysmem() {
		r.Code, r.Why = target.NotSupported, target.Why{ID: target.NotOnThisTarget, N: [4]uint64{uint64(c.Op)}}
	}
	return target.Done
}

// doMemAddress is uvm_mem_get_gpu_va_kernel; 0 if there is no mapping.
func doMemAddress(m *Machine, c *target.Call, r *target.Result) target.Progress {
	id, why := m.mem(c.Arg[0])
	if why.ID == target.NoReason {
		r.Out[0] = m.VA.State.Mems.At(id).VA
	}
	return status(r, why)
}

// reaches says which address space an access of a process goes through: memory
// of the driver's own is reached as the driver's channels do.
func (m *Machine) reaches(process uint16, addr uint64) uint16 {
	if m.VA.InKernelWindow(addr) {
		return va.KernelSpace
	}
	return process
}
