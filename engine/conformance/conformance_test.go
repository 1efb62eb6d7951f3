package conformance

import (
	"flag"
	"os"
	"os/exec"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "run every test that the list names and write docs/conformance.md")

// page is where the list is published.
const page = "../../docs/conformance.md"

// TestPage: the published page is the one that the list makes, and every test
// that it names exists. With -update all of them are run first.
func TestPage(t *testing.T) {
	for _, s := range scenarios {
		if s.id == "" || s.name == "" || s.verifies == "" || (s.test == "") == (s.why == "") {
			t.Errorf("%s %s: a scenario has a test or a reason, and a text", s.id, s.name)
		}
		if s.test != "" && !exists(t, s.test) {
			t.Errorf("%s: there is no test %s", s.id, s.test)
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
	for _, s := range scenarios {
		if s.test != "" {
			pkg, function, _ := split(s.test)
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
	for _, s := range scenarios {
		if s.test != "" {
			played++
		}
	}
	b.WriteString(head)
	b.WriteString(counted(played, len(scenarios)))
	group := ""
	for _, s := range scenarios {
		if s.group != group {
			group = s.group
			b.WriteString("\n## " + group + "\n\n| id | the driver's name | verifies | here |\n|---|---|---|---|\n")
		}
		here := s.why
		if s.test != "" {
			pkg, function, sub := split(s.test)
			here = "passed: `engine/" + pkg + "` " + function
			if sub != "" {
				here += "/" + sub
			}
		}
		b.WriteString("| " + s.id + " | `" + s.name + "` | " + s.verifies + " | " + here + " |\n")
	}
	return b.String()
}
