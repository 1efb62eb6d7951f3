package scene

import (
	"pagewalk/engine/explain"
	"pagewalk/engine/mmu"
	"pagewalk/engine/profile"
	"pagewalk/engine/tlb"
)

// The caches: in which set of each level of a hierarchy the translation lies,
// which address bits choose it, and how far the level reaches. Of a run also
// what the set holds.

// CacheSet is one level of a hierarchy, seen from one address.
type CacheSet struct {
	Hierarchy string // whose it is
	Kind      profile.Kind
	Source    string
	Note      string // what is not known of the level, "" = nothing in particular
	Name      string
	Set       uint32
	Sets      uint32
	Ways      uint32
	Pages     uint32 // pages of an entry
	How       string
	Reach     uint64 // bytes that the level's entries cover
	Held      []CacheWay
	Hit       bool
}

// CacheWay is a filled entry.
type CacheWay struct {
	tlb.Cached
	Hit      bool   // it holds the page
	Physical uint64 // of that page
}

var (
	wordBound  = pair{"Measured: no step up to 6,144 entries, 192 GiB. Sets, ways and the larger reach are assumed.", "测到的是：6,144 项、192 GiB 以内没有台阶。组数、路数和更大的覆盖范围是假设。"}
	wordOneSet = pair{"one set: any entry may hold it", "只有一组：放在哪一路都行"}
	wordModulo = pair{"bits {0}:{1} of the address choose the set", "地址的 {0}:{1} 位选组"}
	wordMix    = pair{"which bits choose the set is not known; a mix of all stands in", "哪些位选组并不清楚；这里用全部位的混合代替"}
	wordFold   = pair{"bits from {0} up, folded in groups of {1} by exclusive or", "从第 {0} 位起，每 {1} 位一组异或，得到组号"}
)

// published are the hierarchies that are known for a format.
var published = [...]struct {
	format *profile.Format
	title  string
	tlb    *profile.TLB
}{
	{profile.FormatV3, "H200", &profile.TLBH200},
	{profile.FormatV2Ampere, "GA10x (RTX 3060, RTX 3080)", &profile.TLBGA10x},
	{profile.FormatV2Ampere, "GA100 (A30, A100)", &profile.TLBGA100},
	{profile.FormatV2, "Turing (GTX 1650, RTX 2080)", &profile.TLBTuring},
	{profile.FormatTextbook4, "", &profile.TLBTextbook},
	{profile.FormatTextbook5, "", &profile.TLBTextbook},
}

// places says in which sets the address falls, for the page that its walk ended
// in, or else for the page that was asked for.
func (x *examiner) places(s *Slide) {
	for i := range published {
		if h := &published[i]; h.format == s.Format {
			x.sets(s, h.title, h.tlb)
		}
	}
}

func (x *examiner) sets(s *Slide, title string, h *profile.TLB) {
	lo := s.pageBit()
	for i := range h.Levels {
		l := &h.Levels[i]
		set, shift := tlb.Place(l, lo, s.VA)
		note := ""
		if h.Source.Ref == profile.TLBH200.Source.Ref && i == len(h.Levels)-1 {
			note = wordBound.in(x.lang)
		}
		s.Caches = append(s.Caches, CacheSet{
			Hierarchy: title, Kind: h.Source.Kind, Source: h.Source.Ref, Note: note, Name: words(l.Name, x.lang),
			Set: set, Sets: l.Sets, Ways: l.Ways, Pages: l.Pages, How: x.how(l, shift), Reach: uint64(l.Entries()) * uint64(l.Pages) << lo,
		})
	}
}

// pageBit is log2 of the page in question.
func (s *Slide) pageBit() (lo uint8) {
	page := s.Page
	if s.End.Sort == EndPage {
		page = s.End.Bytes
	}
	for uint64(1)<<lo < page {
		lo++
	}
	return lo
}

// how says which bits choose the set.
func (x *examiner) how(l *profile.TLBLevel, shift uint8) string {
	bits := uint8(0)
	for uint32(1)<<bits < l.Sets {
		bits++
	}
	switch {
	case l.Sets == 1:
		return wordOneSet.in(x.lang)
	case l.Hash == profile.HashMix:
		return wordMix.in(x.lang)
	case l.Hash == profile.HashXOR:
		return wordFold.in(x.lang, num(uint32(shift)), num(uint32(l.HashBits)))
	}
	return wordModulo.in(x.lang, num(uint32(shift+bits-1)), num(uint32(shift)))
}

// held adds what the sets of the run's machine hold, from its own hierarchy.
func (x *examiner) held(s *Slide) {
	m := x.b.m
	x.sets(s, m.Profile.Title, &m.Profile.TLB)
	lo, sm := s.pageBit(), x.b.shownProcessor()
	for i := range s.Caches {
		c := &s.Caches[i]
		instance := m.Profile.TLB.Levels[i].Instance(sm)
		physical, hit := m.TLB.Held(i, instance, lo, x.b.process, s.VA)
		c.Hit = hit
		for _, e := range m.TLB.CachedIn(i, instance, c.Set) {
			w := CacheWay{Cached: e}
			span := e.Page * uint64(c.Pages)
			if hit && e.Page == 1<<lo && e.Space == x.b.process && s.VA-e.First < span {
				w.Hit, w.Physical = true, physical
			}
			c.Held = append(c.Held, w)
		}
	}
}

// needs counts tables and entries for every page size of the format.
func (x *examiner) needs(s *Slide, list []mmu.Stretch, own bool) {
	s.Ranges = Ranges{Count: uint32(len(list)), Own: own}
	for i := range list {
		s.Ranges.Bytes += list[i].Bytes
	}
	for _, p := range s.Sizes {
		if p.Both {
			continue
		}
		if n, ok := mmu.NeedOf(s.Format, p.Bytes, list); ok {
			s.Needs = append(s.Needs, n)
		}
	}
}

// NeedText says one need in words: what the command line prints and a screen
// reader hears.
func NeedText(l explain.Lang, n *mmu.Need) string {
	return wordNeed.in(l, explain.Bytes(n.Page), explain.Commas(n.Leaves), explain.Commas(n.Tables), explain.Bytes(n.Bytes), num(uint32(n.Reads)))
}

var wordNeed = pair{"pages of {0}: entries {1}, tables {2} ({3}), reads a walk {4}", "{0} 页：表项 {1}，表 {2} 张（{3}），走一次读 {4} 次"}
