package mmu

import "pagewalk/engine/event"

// writeRun is the mutator of EntryRun: n words of a table, stride words apart,
// become first, first+step, first+2·step … What they held is recorded; where
// that is no such sequence itself, the run is cut into several events.
func (m *MMU) writeRun(id, start, n uint32, stride uint8, first, step uint64) {
	if !m.rec.On() {
		m.store(id, start, n, stride, first, step)
		return
	}
	for n > 0 {
		k, old, oldStep := m.oldRun(id, start, n, stride)
		r := event.EntryRunInfo{Table: id, Start: start, N: k, Stride: stride, New: first, Old: old, OldStep: oldStep}
		if k > 1 {
			r.NewStep = step
		}
		m.store(id, start, k, stride, first, step)
		if e := m.rec.Put(event.EntryRun, id); e != nil {
			r.Put(e)
		}
		start += k * uint32(stride)
		first += step * uint64(k)
		n -= k
	}
}

// store writes a run into the pool.
func (m *MMU) store(id, start, n uint32, stride uint8, first, step uint64) {
	if m.levelOf(id).pointers != 0 {
		m.forget()
	}
	row := m.State.Words[classOf(id)].MutRange(m.wordAt(id)+start, (n-1)*uint32(stride)+1)
	if stride == 1 {
		if first|step == 0 {
			clear(row)
			return
		}
		for i := range row {
			row[i] = first
			first += step
		}
		return
	}
	for i := 0; i < len(row); i += int(stride) {
		row[i] = first
		first += step
	}
}

// oldRun finds how many of the next n words form one sequence, and which.
func (m *MMU) oldRun(id, start, n uint32, stride uint8) (k uint32, first, step uint64) {
	s := int(stride)
	row := m.State.Words[classOf(id)].Slice(m.wordAt(id)+start, (n-1)*uint32(stride)+1)
	first = row[0]
	if n == 1 {
		return 1, first, 0
	}
	step = row[s] - first
	want, at := first+step+step, 2*s
	for at < len(row) && row[at] == want {
		want += step
		at += s
	}
	return uint32(min(at/s, int(n))), first, step
}

// clearWords writes zero to n words, leaving alone those that are zero.
func (m *MMU) clearWords(id, start, n uint32) {
	row := m.State.Words[classOf(id)].Slice(m.wordAt(id)+start, n)
	for i := uint32(0); i < n; {
		if row[i] == 0 {
			i++
			continue
		}
		from := i
		for i < n && row[i] != 0 {
			i++
		}
		m.writeRun(id, start+from, i-from, 1, 0, 0)
	}
}

// Apply makes the transition of a recorded event again.
func (m *MMU) Apply(e *event.Event) {
	switch e.Kind {
	case event.TableNew:
		i := event.TableOf(e)
		m.link(&i)
	case event.TableFree:
		i := event.TableOf(e)
		m.unlink(&i)
	case event.EntryRun:
		r := event.EntryRunOf(e)
		m.store(r.Table, r.Start, r.N, r.Stride, r.New, r.NewStep)
	case event.Refs:
		r := event.RefsOf(e)
		m.State.Tables[classOf(r.Table)].Mut(rowOf(r.Table)).Refs = r.New
	}
}

// Revert undoes the transition of an event.
func (m *MMU) Revert(e *event.Event) {
	switch e.Kind {
	case event.TableNew:
		i := event.TableOf(e)
		m.unlink(&i)
	case event.TableFree:
		i := event.TableOf(e)
		m.link(&i)
	case event.EntryRun:
		r := event.EntryRunOf(e)
		m.store(r.Table, r.Start, r.N, r.Stride, r.Old, r.OldStep)
	case event.Refs:
		r := event.RefsOf(e)
		m.State.Tables[classOf(r.Table)].Mut(rowOf(r.Table)).Refs = r.Old
	}
}

// Rebuild forgets what was remembered beside the State, after a keyframe was
// loaded into it.
func (m *MMU) Rebuild() {
	m.place()
	m.forget()
	m.hot.page = 0
}
