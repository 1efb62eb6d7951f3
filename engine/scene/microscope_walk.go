package scene

import (
	"strconv"

	"pagewalk/engine/event"
	"pagewalk/engine/explain"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
)

// The walk: what is read, what each field says, where it ends.

var (
	wordTableAt   = pair{"→ {0} table at {1}", "→ {0} 表，在 {1}"}
	wordAnd       = pair{"; ", "；"}
	wordMaps      = pair{"→ {0} page at {1}", "→ {0} 页，在 {1}"}
	wordPhysical  = pair{"physical {0}", "物理地址 {0}"}
	wordEndPage   = pair{"Physical address {0} ({1}): the page at {2} plus the offset {3}. {4} reads.", "物理地址 {0}（{1}）：{2} 处的页加页内偏移 {3}。读了 {4} 次。"}
	wordEndSparse = pair{"The entry is sparse: no memory is behind it and no fault comes. Reads give anything, writes are dropped.", "这一项是稀疏的：背后没有内存，也不出错。读到什么不定，写入被丢弃。"}
	wordEndBeyond = pair{"The entry leads to {0}, where no table lies: hardware would go on with whatever is stored there.", "这一项通到 {0}，那里没有页表；硬件会把那里存的任何东西当表项继续读。"}
	wordEndFault  = pair{"Fault at {0}: {1}", "在 {0} 出错：{1}"}

	wordNoDirectory = pair{"the directory entry is empty, so nothing below it exists.", "目录项是空的，它下面什么都没有。"}
	wordNoLeaf      = pair{"the page table has no valid entry here.", "页表的这一项无效。"}
	wordStops       = pair{"the 64K entry says that no 4K page lies below, so the 4K table is not read.", "64K 表项说下面没有有效的 4K 页，所以不再读 4K 表。"}
	wordReadOnly    = pair{"the page is read-only.", "这一页只读。"}
	wordPrivileged  = pair{"only privileged code may use the page.", "这一页只许特权代码用。"}
	wordNoAtomics   = pair{"atomics are switched off for the page.", "这一页关掉了原子操作。"}
	wordNoReads     = pair{"reads are switched off for the page.", "这一页关掉了读。"}
)

// accesses are the names of accesses in an Ask.
var accesses = [...]struct {
	name   string
	access mmu.Access
}{{"read", mmu.Read}, {"write", mmu.Write}, {"atomic", mmu.Atomic}}

func accessOf(name string) mmu.Access {
	for _, a := range accesses {
		if a.name == name {
			return a.access
		}
	}
	return mmu.Read
}

// walk reads the entries in some memory and says where they lead.
func (x *examiner) walk(s *Slide, memory mmu.Memory, root uint64) {
	var read steps
	leaf, fault := mmu.WalkMemory(s.Format, root, s.VA, accessOf(x.ask.Access), memory, &read)
	for i := range read {
		if i == len(read)-1 && fault.Type == mmu.FaultRegion {
			break // what was read there is no entry
		}
		s.Reads = append(s.Reads, x.read(s, &read[i]))
	}
	x.end(s, &leaf, &fault)
}

// read describes one entry.
func (x *examiner) read(s *Slide, step *mmu.Step) Read {
	l := &s.Format.Levels[step.Level]
	e := mmu.Decode(s.Format, int(step.Level), step.Raw)
	r := Read{
		Level: step.Level, Name: l.Name, Index: step.Index, Address: step.Address, Bytes: step.Bytes,
		Raw: step.Raw, State: e.State, Leads: x.leads(s.Format, l, &e), Covers: l.Bytes(), Writer: event.None,
	}
	for _, edit := range x.ask.Edits {
		r.Edited = r.Edited || edit.Level == l.Name
	}
	layout := mmu.Anatomy(s.Format, int(step.Level), step.Raw)
	values := mmu.Fields(s.Format, int(step.Level), step.Raw)
	for i := len(values) - 1; i >= 0; i-- {
		r.Fields = append(r.Fields, x.field(&values[i], layout[i], e.State))
	}
	return r
}

func (x *examiner) field(v *mmu.FieldValue, fd *profile.Field, s profile.EntryState) ReadField {
	f := ReadField{FieldValue: *v, Shift: fd.Shift, Shown: strconv.FormatUint(v.Value, 10), Means: words(v.Meaning, x.lang)}
	if v.Value >= 10 {
		f.Shown = mmu.Hex(v.Value)
	}
	switch {
	case v.Role == profile.RoleAddress:
		f.Means = wordPhysical.in(x.lang, explain.Hex(v.Address))
	case len(fd.Bits) > 0 && (s == profile.Leaf || s == profile.Directory):
		f.Factors = fd.Bits
	default:
		f.Options = fd.Values
	}
	return f
}

// leads says where an entry points.
func (x *examiner) leads(f *profile.Format, l *profile.Level, e *mmu.Entry) string {
	switch e.State {
	case profile.Leaf:
		return wordMaps.in(x.lang, explain.Bytes(l.Bytes()), explain.Hex(e.Half[0].Address))
	case profile.Directory:
		text := ""
		for i, below := range l.Next {
			if e.Half[i].Aperture == profile.NoAperture {
				continue
			}
			if text != "" {
				text += wordAnd.in(x.lang)
			}
			text += wordTableAt.in(x.lang, f.Levels[below].Name, explain.Hex(e.Half[i].Address))
		}
		return text
	}
	return words(e.State.Words(), x.lang)
}

// end says where the walk ended.
func (x *examiner) end(s *Slide, leaf *mmu.Leaf, fault *mmu.Fault) {
	n := &s.End
	n.Reads = uint8(len(s.Reads))
	if leaf.Bytes != 0 {
		n.Bytes, n.Physical = leaf.Bytes, leaf.Physical
		n.Base = leaf.Physical &^ (leaf.Bytes - 1)
		n.Aperture = words(leaf.Aperture.Words(), x.lang)
	}
	switch {
	case fault.Type == mmu.FaultRegion:
		n.Sort, n.Sentence = EndBeyond, wordEndBeyond.in(x.lang, explain.Hex(fault.Entry))
	case fault.Type != mmu.NoFault:
		n.Sort = EndFault
		n.Fault = fault.Type.String() + " (" + mmu.Hex(uint64(fault.Type.Code())) + ")"
		n.Sentence = wordEndFault.in(x.lang, s.Format.Levels[fault.Level].Name, x.reason(s, fault))
	case leaf.Sparse:
		n.Sort, n.Sentence = EndSparse, wordEndSparse.in(x.lang)
	default:
		n.Sort = EndPage
		n.Sentence = wordEndPage.in(x.lang, explain.Hex(leaf.Physical), n.Aperture, explain.Hex(n.Base), explain.Hex(leaf.Physical-n.Base), num(uint32(n.Reads)))
	}
}

// reason is a fault in words.
func (x *examiner) reason(s *Slide, fault *mmu.Fault) string {
	text := wordNoLeaf
	switch fault.Type {
	case mmu.FaultPDE:
		text = wordNoDirectory
	case mmu.FaultPTE:
		if mmu.Decode(s.Format, int(fault.Level), fault.Raw).State == profile.Unmapped {
			text = wordStops
		}
	case mmu.FaultReadOnly:
		text = wordReadOnly
	case mmu.FaultPrivilege:
		text = wordPrivileged
	case mmu.FaultAtomic:
		text = wordNoAtomics
	case mmu.FaultWriteOnly:
		text = wordNoReads
	}
	return text.in(x.lang)
}
