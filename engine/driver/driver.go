package driver

import (
	"pagewalk/engine/dram"
	"pagewalk/engine/event"
	"pagewalk/engine/mmu"
	"pagewalk/engine/pma"
	"pagewalk/engine/pmm"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
	"pagewalk/engine/va"
	"pagewalk/engine/work"
)

// Driver is the layer.
type Driver struct {
	State     *State
	p         *profile.Profile
	rec       *event.Recorder
	clock     *work.Clock
	below     Below
	ioctls    []target.Ioctl
	runs      []pma.Run // scratch
	addresses Addresses
}

// Below are the layers that the driver stands on.
type Below struct {
	PMA  *pma.PMA
	PMM  *pmm.PMM
	MMU  *mmu.MMU
	VA   *va.VA
	DRAM *dram.DRAM

	// Movable says whether all that a root holds is managed memory, which makes
	// room for cudaMalloc on a card whose manager owns all of it.
	Movable func(root pmm.ChunkID) bool
}

// New gives a driver without objects.
func New(p *profile.Profile, rec *event.Recorder, clock *work.Clock, below Below) *Driver {
	return &Driver{State: newState(), p: p, rec: rec, clock: clock, below: below}
}

// BeginRow forgets the ioctls of the call before.
func (d *Driver) BeginRow() { d.ioctls = d.ioctls[:0] }

// Ioctls are the trips of the present row, in order; valid until BeginRow.
func (d *Driver) Ioctls() []target.Ioctl { return d.ioctls }

// trip is one ioctl under way.
type trip struct {
	e     *event.Event
	begin uint64
	was   uint32
	at    int
}

// enter crosses into the kernel. What happens until leave is because of it.
func (d *Driver) enter(name target.IoctlName, length, va uint64) trip {
	t := trip{begin: d.clock.Now(), at: len(d.ioctls)}
	d.ioctls = append(d.ioctls, target.Ioctl{Name: name, Length: length, VA: va})
	t.e = d.rec.Put(event.Ioctl, uint32(t.at))
	t.was = d.rec.Cause
	if t.e != nil {
		d.rec.Cause = d.rec.Last()
	}
	return t
}

// leave crosses back. cost is what the trip itself takes, in picoseconds; what
// was waited for inside comes on top.
func (d *Driver) leave(t trip, cost uint64) {
	d.clock.Advance(cost)
	i := &d.ioctls[t.at]
	i.PS = d.clock.Now() - t.begin
	if t.e != nil {
		event.IoctlInfo{
			Index: uint32(t.at), Name: uint8(i.Name), Failed: i.Failed,
			Length: i.Length, VA: i.VA, Offset: i.Offset, PS: i.PS,
		}.Put(t.e)
	}
	d.rec.Cause = t.was
}

// perMiB is rate picoseconds for each MiB of n bytes.
func perMiB(n, rate uint64) uint64 { return n >> 20 * rate }

// Info answers FB_GET_INFO: bytes free and in all.
func (d *Driver) Info() (free, total uint64) {
	t := d.enter(target.FBGetInfo, 0, 0)
	free, total = d.Memory()
	d.leave(t, d.p.Cost.MemGetInfo)
	return free, total
}

// Memory is what FB_GET_INFO answers, without the trip.
func (d *Driver) Memory() (free, total uint64) {
	total = d.p.Memory.Bytes
	if d.p.PMM.OwnsAll {
		return d.below.PMM.FreeBytes(), total
	}
	return uint64(d.below.PMA.Stats().FreeFrames) << 16, total
}

// Addresses is told when a cached block is given up: the addresses at base are
// the space's again. The runtime answers.
type Addresses interface {
	Trimmed(space uint16, base uint64)
	// Relieve gives back what pools do not use if that makes up for so many
	// bytes, and says so.
	Relieve(space uint16, missing uint64) bool
}

// Tell says who is told of trimmed blocks.
func (d *Driver) Tell(a Addresses) { d.addresses = a }
