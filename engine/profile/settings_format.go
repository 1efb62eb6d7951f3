package profile

// formatSetting chooses the page-table format of another generation, for a
// machine that is otherwise the same.
var formatSetting = []Setting{choice("mmu.format", formatNames(),
	func(p *Profile) int {
		for i, f := range Formats {
			if f == p.MMU.Format {
				return i
			}
		}
		return 0
	},
	func(p *Profile, i int) { p.MMU.Format = Formats[i] })}

func formatNames() (names []string) {
	for _, f := range Formats {
		names = append(names, f.Name)
	}
	return names
}
