package mmu

import "testing"

func TestFaultPacket(t *testing.T) {
	f := Fault{Type: FaultReadOnly, Access: Write, VA: 0x7F1234567ABC}
	for _, c := range []struct {
		who  Client
		want [8]uint32
	}{
		{Client{Instance: 0x123456000, Timestamp: 0x500000007, Engine: 384, Unit: 3, GPC: 5, Replayable: true},
			[8]uint32{0x23456000, 1, 0x34567000, 0x7F12, 7, 5, 384, 0xC5010386}},
		{Client{Engine: 43, Hub: true}, [8]uint32{0, 0, 0x34567000, 0x7F12, 0, 0, 43, 0x80110006}},
	} {
		if got := f.Packet(c.who); got != c.want {
			t.Errorf("%X, want %X", got, c.want)
		}
	}
}
