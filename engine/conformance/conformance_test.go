package conformance

import (
	"flag"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "run every test that the list names and write docs/conformance.md")

// page is where the list is published.
const page = "../../docs/conformance.md"

// TestPage: the published page is the one that the list makes, and every test
// that it names exists. With -update all of them are run first.
func TestPage(t *testing.T) {
	for _, s := range Scenarios {
		if s.ID == "" || s.Name == "" || s.Verifies == "" || (s.Test == "") == (s.Why == "") {
			t.Errorf("%s %s: a scenario has a test or a reason, and a text", s.ID, s.Name)
		}
		if s.Test != "" && !exists(t, s.Test) {
			t.Errorf("%s: there is no test %s", s.ID, s.Test)
		}
	}
	if *update {
		playAll(t)
		if err := os.WriteFile(page, []byte(render()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(page); err != nil || string(got) != render() {
		t.Errorf("docs/conformance.md is not what the list says; run this test with -update")
	}
}

// split cuts "mmu TestPageTree/alloc_64k_memory" into its parts.
func split(test string) (pkg, function, sub string) {
	pkg, rest, _ := strings.Cut(test, " ")
	function, sub, _ = strings.Cut(rest, "/")
	return pkg, function, sub
}

// exists looks for the function, and for the name of the part as a literal, in
// the package's test files.
func exists(t *testing.T, test string) bool {
	pkg, function, sub := split(test)
	dir := "../" + pkg
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		text, _ := os.ReadFile(dir + "/" + f.Name())
		if strings.Contains(string(text), "func "+function+"(t *testing.T)") && (sub == "" || strings.Contains(string(text), `"`+sub+`"`)) {
			return true
		}
	}
	return false
}

// playAll runs the tests, package by package.
func playAll(t *testing.T) {
	functions := map[string][]string{}
	for _, s := range Scenarios {
		if s.Test != "" {
			pkg, function, _ := split(s.Test)
			functions[pkg] = append(functions[pkg], function)
		}
	}
	for pkg, names := range functions {
		out, err := exec.Command("go", "test", "-count=1", "-run", "^("+strings.Join(names, "|")+")$", "../"+pkg).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", pkg, err, out)
		}
	}
}

func render() string {
	var b strings.Builder
	played := 0
	for _, s := range Scenarios {
		if s.Test != "" {
			played++
		}
	}
	b.WriteString(head)
	b.WriteString(counted(played, len(Scenarios)))
	group := ""
	for _, s := range Scenarios {
		if s.Group != group {
			group = s.Group
			b.WriteString("\n## " + group + "\n\n| id | the driver's name | verifies | here | steps |\n|---|---|---|---|---|\n")
		}
		here := s.Why
		if s.Test != "" {
			pkg, function, sub := split(s.Test)
			here = "passed: `engine/" + pkg + "` " + function
			if sub != "" {
				here += "/" + sub
			}
		}
		b.WriteString("| " + s.ID + " | `" + s.Name + "` | " + s.Verifies + " | " + here + " | " + steps(&s) + " |\n")
	}
	return b.String()
}

// head is what the page begins with.
const head = `# The driver's own tests

The UVM driver (open-gpu-kernel-modules 595.45.04) carries tests of its memory
layers. This page lists those that concern what Pagewalk models, what each
verifies, and which test here plays it with the same expected values; where
none does, it says why. The page is made by a test: engine/conformance.

What the calls of a program can do is a program too, in the column of steps: it
opens in the playground of a running server at
` + "`/en/play?scenario=driver-test-ID`" + `, every transition to be stepped, and the
page ` + "`/en/conformance`" + ` links to each.

`

func counted(played, all int) string {
	return strconv.Itoa(all) + " scenarios, " + strconv.Itoa(played) + " played and passed.\n"
}

// steps says whether a scenario can be stepped as a program, or why it cannot.
func steps(s *Scenario) string {
	switch _, ok := ProgramOf(s.ID); {
	case ok:
		return "driver-test-" + s.ID
	case s.Test == "":
		return "–"
	}
	return "no call makes an allocation fail, or gives back part of a range"
}
