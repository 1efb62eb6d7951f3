package mmu

import (
	"pagewalk/engine/event"
	"pagewalk/engine/profile"
	"pagewalk/engine/target"
)

// Access is what a client wants to do, by the numbers of a fault packet.
type Access uint8

const (
	Read       Access = 0
	Write      Access = 1
	Atomic     Access = 2
	Prefetch   Access = 3
	WeakAtomic Access = 4

	// Kernel marks a privileged client; or it to one of the above.
	Kernel Access = 0x80
)

var accessNames = [...]profile.Words{{En: "read", Zh: "读"}, {En: "write", Zh: "写"}, {En: "atomic", Zh: "原子操作"}, {En: "prefetch", Zh: "预取"}, {En: "weak atomic", Zh: "弱原子操作"}}

// Words gives the access's name.
func (a Access) Words() profile.Words { return accessNames[a&^Kernel] }

// FaultType says why a translation failed. Code gives the hardware's number.
type FaultType uint8

const (
	NoFault FaultType = iota
	FaultPDE
	FaultPDESize
	FaultPTE
	FaultVALimit
	FaultUnbound
	FaultPrivilege
	FaultReadOnly
	FaultWriteOnly
	FaultPitchMask
	FaultWorkCreation
	FaultAperture
	FaultCompression
	FaultKind
	FaultRegion
	FaultPoisoned
	FaultAtomic
	faultTypes
)

// faultInfo is one row of the driver's list: the name in its headers and what
// UVM can do about it.
type faultInfo struct {
	name        string
	serviceable bool // in managed memory the driver can mend it and replay
	why         target.WhyID
}

var faultTable = [faultTypes]faultInfo{
	NoFault:           {"", false, target.NoReason},
	FaultPDE:          {"PDE", true, target.FaultNoPDE},
	FaultPDESize:      {"PDE_SIZE", false, target.FaultNoPDE},
	FaultPTE:          {"PTE", true, target.FaultNoPTE},
	FaultVALimit:      {"VA_LIMIT_VIOLATION", false, target.FaultVALimit},
	FaultUnbound:      {"UNBOUND_INST_BLOCK", false, target.FaultUnbound},
	FaultPrivilege:    {"PRIV_VIOLATION", false, target.FaultPrivilege},
	FaultReadOnly:     {"RO_VIOLATION", true, target.FaultReadOnly},
	FaultWriteOnly:    {"WO_VIOLATION", true, target.FaultWriteOnly},
	FaultPitchMask:    {"PITCH_MASK_VIOLATION", false, target.FaultNoPTE},
	FaultWorkCreation: {"WORK_CREATION", false, target.FaultNoPTE},
	FaultAperture:     {"UNSUPPORTED_APERTURE", false, target.FaultNoPTE},
	FaultCompression:  {"COMPRESSION_FAILURE", false, target.FaultNoPTE},
	FaultKind:         {"UNSUPPORTED_KIND", false, target.FaultNoPTE},
	FaultRegion:       {"REGION_VIOLATION", false, target.FaultNoPTE},
	FaultPoisoned:     {"POISONED", false, target.FaultPoisoned},
	FaultAtomic:       {"ATOMIC_VIOLATION", true, target.FaultAtomic},
}

// Code is the number in a fault packet.
func (t FaultType) Code() uint8 { return uint8(t) - 1 }

// String is the name in the driver's headers.
func (t FaultType) String() string { return faultTable[t].name }

// Serviceable says whether UVM can mend the fault of a managed page and let
// the access be tried again; the others end the context.
func (t FaultType) Serviceable() bool { return faultTable[t].serviceable }

// Fault is a failed translation. Type NoFault means it did not fail.
type Fault struct {
	Type   FaultType
	Access Access
	Level  uint8 // level of the entry that decided
	Space  uint16
	VA     uint64
	Entry  uint64 // physical address of that entry, 0 = none was read
	Raw    Raw    // what it held
}

// Why gives the reason that a call answers with.
func (f *Fault) Why() target.Why {
	w := target.Why{ID: faultTable[f.Type].why, N: [4]uint64{f.VA, uint64(f.Level)}}
	return w
}

// Raise leaves the event of a fault.
func (m *MMU) Raise(f *Fault) {
	if e := m.rec.Put(event.MMUFault, uint32(f.Space)); e != nil {
		event.MMUFaultInfo{
			Space: f.Space, VA: f.VA, Type: uint8(f.Type), Access: uint8(f.Access), Level: f.Level,
			Entry: f.Entry, Low: f.Raw[0], High: f.Raw[1],
		}.Put(e)
	}
}

// checked are the flags that can refuse an access.
const checked = profile.Privileged | profile.ReadOnly | profile.NoAtomic | profile.ReadDisable | profile.WriteDisable

// Permit checks an access against a leaf's flags. The order of the checks is
// this project's choice; the hardware's is not public.
func Permit(flags Flags, a Access) FaultType {
	kind := a &^ Kernel
	writes := kind == Write || kind == Atomic || kind == WeakAtomic
	switch {
	case flags&profile.Privileged != 0 && a&Kernel == 0:
		return FaultPrivilege
	case writes && flags&(profile.ReadOnly|profile.WriteDisable) != 0:
		return FaultReadOnly
	case kind == Read && flags&profile.ReadDisable != 0:
		return FaultWriteOnly
	case kind == Atomic && flags&profile.NoAtomic != 0:
		return FaultAtomic
	}
	return NoFault
}
