package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pagewalk/engine/explain"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
)

// dump lists the page tables of a moment, and below each what it maps.
func (o *mmuOptions) dump(args []string) error {
	if len(args) > 0 || o.file == "" {
		return badUsage("dump: expected --run FILE.cu and no other argument")
	}
	r, err := o.moment()
	if err != nil {
		return err
	}
	m := r.machine.MMU
	var ids []uint32
	m.EachTable(r.process(), func(id uint32) { ids = append(ids, id) })
	slices.SortFunc(ids, func(a, b uint32) int {
		x, y := m.TableAt(a), m.TableAt(b)
		return cmp.Or(cmp.Compare(x.VA, y.VA), cmp.Compare(x.Level, y.Level), cmp.Compare(a, b))
	})
	head := [...]string{"{0} tables, page directory base {1}", "{0} 张页表，页目录基址 {1}"}[o.lang]
	fmt.Fprintln(o.env.out, explain.Fill(head, strconv.Itoa(len(ids)), explain.Hex(m.PDB(r.process()))))
	for _, id := range ids {
		o.dumpTable(m, id)
	}
	return nil
}

// mapping is a run of neighbouring leaves that map neighbouring memory.
type mapping struct{ va, pa, bytes uint64 }

func (o *mmuOptions) dumpTable(m *mmu.MMU, id uint32) {
	t := m.TableAt(id)
	f := m.Format()
	l := &f.Levels[t.Level]
	var runs []mapping
	used := 0
	for i := range l.Entries() {
		e := mmu.Decode(f, int(t.Level), m.EntryAt(id, i))
		if e.State == profile.Invalid {
			continue
		}
		used++
		if e.State != profile.Leaf {
			continue
		}
		va, pa := t.VA+uint64(i)<<l.Lo, e.Half[0].Address
		if n := len(runs); n > 0 && runs[n-1].va+runs[n-1].bytes == va && runs[n-1].pa+runs[n-1].bytes == pa {
			runs[n-1].bytes += l.Bytes()
		} else {
			runs = append(runs, mapping{va, pa, l.Bytes()})
		}
	}
	line := [...]string{"{0} at {1}, from {2}: {3} of {4} entries", "{0} 在 {1}，从 {2} 起：{3} / {4} 项"}[o.lang]
	indent := strings.Repeat("  ", int(l.Depth))
	fmt.Fprintln(o.env.out, indent+explain.Fill(line, l.Name, explain.Hex(t.Address), explain.Hex(t.VA), strconv.Itoa(used), decimal(uint64(l.Entries()))))
	for _, x := range runs {
		text := [...]string{"{0} maps {1} of physical {2}", "{0} 映射 {1}，物理地址 {2}"}[o.lang]
		fmt.Fprintln(o.env.out, indent+"  "+explain.Fill(text, explain.Hex(x.va), explain.Bytes(x.bytes), explain.Hex(x.pa)))
	}
}
