package profile

import "strconv"

// cached are the settings of the translation caches.
var cached = []Setting{tlbHierarchy, tlbInvalid, tlbWalkCache, injectForget, injectPoison}

var tlbHierarchy = choice("tlb.hierarchy", hierarchyNames(),
	func(p *Profile) int {
		for i, t := range Hierarchies() {
			if t.Name == p.TLB.Name {
				return i
			}
		}
		return 0
	},
	func(p *Profile, i int) {
		invalid, directories := p.TLB.Invalid, p.TLB.Directories
		p.TLB = *Hierarchies()[i]
		p.TLB.Invalid, p.TLB.Directories = invalid, directories
	})

var tlbInvalid = choice("tlb.invalid", []string{"off", "on"},
	func(p *Profile) int { return bit(p.TLB.Invalid) }, func(p *Profile, i int) { p.TLB.Invalid = i == 1 })

var tlbWalkCache = choice("tlb.walk_cache", []string{"off", "on"},
	func(p *Profile) int { return bit(p.TLB.Directories.Ways != 0) },
	func(p *Profile, i int) {
		if p.TLB.Directories = (TLBLevel{}); i == 1 {
			p.TLB.Directories = WalkCache
		}
	})

func hierarchyNames() []string {
	var names []string
	for _, t := range Hierarchies() {
		names = append(names, t.Name)
	}
	return names
}

// What goes wrong on purpose.
var injectForget = choice("inject.forget", []string{"nothing", "unmap", "all"},
	func(p *Profile) int { return int(p.MMU.Forget) }, func(p *Profile, i int) { p.MMU.Forget = Forget(i) })

var injectPoison = Setting{
	Key: "inject.poison", Values: "physical address of a damaged page, 0 = none",
	get: func(p *Profile) string { return "0x" + strconv.FormatUint(p.MMU.Poison, 16) },
	set: func(p *Profile, v string) bool {
		n, err := strconv.ParseUint(v, 0, 52)
		if err == nil {
			p.MMU.Poison = n &^ (4*kib - 1)
		}
		return err == nil
	},
}
