package va

import (
	"pagewalk/engine/event"
	"pagewalk/engine/order"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// The GPU's replayable fault buffer (uvm_gpu_replayable_faults.c). An access
// that reaches nothing writes a packet and waits. An interrupt makes the driver
// fetch a batch of packets, sort it, serve it block by block, and have the GPU
// make the waiting accesses again: the replay. An access whose page is still
// not there writes its packet once more, so a replay while packets are left in
// the buffer makes duplicates of them; throwing them away first (a flush)
// spares the driver those. The buffer is the GPU's own and no part of the
// state; it is empty between two calls of the program.

// Packet is one entry of the buffer: an access that waits.
type Packet struct {
	Address uint64
	Warp    uint32 // of the kernel
	Space   uint16
	SM      uint16
	Write   bool
}

func (p *Packet) page() uint64 { return p.Address / pageBytes }

// buffer is the packets that the driver has not fetched, and the accesses that
// wait, each once.
type buffer struct {
	packets, waiting, batch []Packet
}

// Fault writes a packet for an access to a managed address.
func (v *VA) Fault(p Packet) {
	v.buffer.waiting = append(v.buffer.waiting, p)
	v.putPacket(p)
	if e := v.rec.Put(event.FaultPacket, uint32(p.SM)); e != nil {
		event.FaultPacketInfo{SM: p.SM, Address: p.Address, Warp: p.Warp, Space: p.Space, Write: p.Write, Buffered: uint32(len(v.buffer.packets))}.Put(e)
	}
}

func (v *VA) putPacket(p Packet) { v.buffer.packets = append(v.buffer.packets, p) }

// DropFaults empties the buffer: nobody waits any more.
func (v *VA) DropFaults() {
	v.buffer.packets, v.buffer.waiting = v.buffer.packets[:0], v.buffer.waiting[:0]
}

// ServiceFaults is what the interrupts do until the buffer is empty. Its reason
// is that of the first block that could not be served; the rest still waits
// then.
func (v *VA) ServiceFaults() target.Why {
	for service := uint32(1); len(v.buffer.packets) > 0; service++ {
		if why := v.interrupt(service); why.ID != target.NoReason {
			return why
		}
	}
	return target.Why{}
}

// interrupt serves as many batches as one interrupt may.
func (v *VA) interrupt(service uint32) target.Why {
	f := &v.below.Profile.Managed.Faults
	replayed := false
	for n := uint32(1); n <= f.MaxBatches && len(v.buffer.packets) > 0; n++ {
		b := v.fetch()
		b.Number, b.Service = n, service
		v.below.Clock.Advance(v.below.Profile.Cost.GPUFault + uint64(max(b.Blocks, 1)-1)*v.below.Profile.Cost.FaultBlock)
		if e := v.rec.Put(event.FaultBatch, n); e != nil {
			b.Put(e)
		}
		was := v.rec.Because(v.rec.Last())
		why := v.serveBatch(f.Replay == profile.ReplayBlock)
		if why.ID == target.NoReason && (f.Replay == profile.ReplayBatch || f.Replay == profile.ReplayBatchFlush) {
			v.replay(f.Replay == profile.ReplayBatchFlush, b.Duplicates*100 > b.Entries()*f.UpdatePut)
		}
		v.rec.Cause = was
		if why.ID != target.NoReason {
			return why
		}
		replayed = f.Replay != profile.ReplayOnce
	}
	if !replayed {
		v.replay(false, false)
	}
	return target.Why{}
}

// fetch takes a batch out of the buffer, sorted. A packet for the page
// of the one before it, from the same processor, is merged into that; other
// duplicates are found when the batch is sorted.
func (v *VA) fetch() (b event.FaultBatchInfo) {
	f, q := &v.below.Profile.Managed.Faults, &v.buffer
	q.batch = q.batch[:0]
	taken := 0
	for ; taken < len(q.packets); taken++ {
		p := q.packets[taken]
		n := len(q.batch)
		if n > 0 && f.Coalesce && q.batch[n-1].like(&p) {
			q.batch[n-1].Write = q.batch[n-1].Write || p.Write
			b.Merged++
			continue
		}
		if uint32(n) == f.Batch {
			break
		}
		q.batch = append(q.batch, p)
	}
	q.packets = q.packets[:copy(q.packets, q.packets[taken:])]
	sortPackets(q.batch)
	b.Packets, b.Left, b.Address = uint32(taken), uint32(len(q.packets)), q.batch[0].Address
	for i := range q.batch {
		switch p := &q.batch[i]; {
		case i > 0 && p.Space == q.batch[i-1].Space && p.page() == q.batch[i-1].page():
			b.Duplicates++
		case i == 0 || !p.sameBlock(&q.batch[i-1]):
			b.Blocks++
			fallthrough
		default:
			b.Pages++
		}
	}
	return b
}

// like says whether two packets of one processor are for one page.
func (p *Packet) like(o *Packet) bool {
	return p.SM == o.SM && p.Space == o.Space && p.page() == o.page()
}

func (p *Packet) sameBlock(o *Packet) bool {
	return p.Space == o.Space && p.Address>>windowBits == o.Address>>windowBits
}

// sortPackets puts packets in order of space, page, and how much they ask for.
func sortPackets(all []Packet) {
	if len(all) > 1 {
		order.Stable(len(all), func(i, j int) bool { return all[i].before(&all[j]) }, func(i, j int) { all[i], all[j] = all[j], all[i] })
	}
}

func (p *Packet) before(o *Packet) bool {
	switch {
	case p.Space != o.Space:
		return p.Space < o.Space
	case p.page() != o.page():
		return p.page() < o.page()
	}
	return p.Write && !o.Write
}

// serveBatch serves the batch, one block after the other.
func (v *VA) serveBatch(replays bool) target.Why {
	all := v.buffer.batch
	for i := 0; i < len(all); {
		j := i + 1
		for j < len(all) && all[j].sameBlock(&all[i]) {
			j++
		}
		if id := v.BlockAt(all[i].Space, all[i].Address); id != 0 {
			if why := v.serveBlock(id, all[i:j]); why.ID != target.NoReason {
				return why
			}
		}
		if replays {
			if i > 0 { // the batch's own time has one
				v.below.Clock.Advance(v.below.Profile.Cost.Replay)
			}
			v.replay(false, false)
		}
		i = j
	}
	return target.Why{}
}

// replay has the waiting accesses made again.
func (v *VA) replay(flush, readPut bool) {
	q := &v.buffer
	r := event.FaultReplayInfo{Policy: uint8(v.below.Profile.Managed.Faults.Replay), Flush: flush, ReadPut: flush && readPut}
	if flush {
		r.Dropped, q.packets = uint32(len(q.packets)), q.packets[:0]
	}
	still := q.waiting[:0]
	for _, p := range q.waiting {
		if b := v.State.Blocks.At(v.FindBlock(p.Space, p.Address)); b.gpuMay(uint32((p.Address-b.Base)/pageBytes), p.Write) {
			r.Done++
			continue
		}
		still = append(still, p)
		v.putPacket(p)
	}
	q.waiting = still
	r.Again = uint32(len(still))
	if e := v.rec.Put(event.FaultReplay, uint32(r.Policy)); e != nil {
		r.Put(e)
	}
}

// cancel ends the accesses that wait: one of them can not be served.
func (v *VA) cancel(address uint64) {
	n := uint32(len(v.buffer.waiting))
	v.DropFaults()
	if e := v.rec.Put(event.FaultCancel, n); e != nil {
		e.W[0] = address
	}
}
