package profile

// cached are the settings of the translation caches.
var cached = []Setting{tlbHierarchy, tlbInvalid, tlbWalkCache}

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
