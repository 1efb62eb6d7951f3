package mmu

// Client is who met a fault: what a fault packet says besides the fault.
type Client struct {
	Instance   uint64 // physical address of the instance block of its channel
	Timestamp  uint64
	Engine     uint16 // NV_PFAULT_MMU_ENG_ID: graphics from 384 on, copy engines from 43
	Unit       uint8  // uTLB client: T1_0 and so on
	GPC        uint8
	Hub        bool
	Replayable bool // the access waits for a replay; otherwise the channel is stopped
}

// Packet writes the 32 bytes that the hardware leaves in the fault buffer
// (dev_fault.ref.txt, Volta and Turing). The address is reported to 4 KiB; the
// memory of the instance block is the card's.
func (f *Fault) Packet(c Client) (w [8]uint32) {
	w[0] = uint32(c.Instance) &^ 0xFFF
	w[1] = uint32(c.Instance >> 32)
	w[2] = uint32(f.VA) &^ 0xFFF
	w[3] = uint32(f.VA >> 32)
	w[4], w[5] = uint32(c.Timestamp), uint32(c.Timestamp>>32)
	w[6] = uint32(c.Engine) & 0x1FF
	w[7] = uint32(f.Type.Code())&0x1F | uint32(c.Unit&0x7F)<<8 | uint32(f.Access&0xF)<<16 | uint32(c.GPC&0x1F)<<24 | 1<<31
	if c.Hub {
		w[7] |= 1 << 20
	}
	if c.Replayable {
		w[7] |= 1<<7 | 1<<30
	}
	return w
}
