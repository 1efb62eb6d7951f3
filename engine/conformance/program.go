package conformance

// Program is a scenario of the driver's as a program that can be stepped: the
// same acts, through the calls that the driver's own tests make.
type Program struct {
	ID      string
	Profile string
	Source  string
}

// Programs are those of the scenarios that calls can make, in their order. What
// a test does by reaching into a layer, such as making the next allocation
// fail, has no call and no program.
func Programs() []Program { return append(treePrograms(), chunkPrograms()...) }

// ProgramOf finds a program by the id of its scenario.
func ProgramOf(id string) (Program, bool) {
	for _, p := range Programs() {
		if p.ID == id {
			return p, true
		}
	}
	return Program{}, false
}

// scenarioOf is a scenario by its id.
func scenarioOf(id string) *Scenario {
	for i := range Scenarios {
		if Scenarios[i].ID == id {
			return &Scenarios[i]
		}
	}
	panic("conformance: program: there is no scenario " + id)
}

// program puts what all have in common before the acts.
func program(id, profile, settings, acts string) Program {
	s := scenarioOf(id)
	head := "// pagewalk: gpu=" + profile
	if settings != "" {
		head += " set=" + settings
	}
	return Program{id, profile, head + "\n// " + id + ", " + s.Name + ": " + s.Verifies + "\n" + acts}
}
