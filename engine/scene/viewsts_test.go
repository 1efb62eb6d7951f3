package scene

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the generated files of the page")

const viewsFile = "../../web/src/engine/views.ts"

// viewsTS is the table of views as the page's decoder reads it.
func viewsTS() string {
	var b strings.Builder
	b.WriteString("// Generated from the table in engine/scene/views.go by\n// `go test ./engine/scene -run TestViewsTS -update`. Do not edit.\n\n")
	b.WriteString("/** View ids: the first word of a patch. */\nexport const V = {\n")
	for i, v := range Views {
		fmt.Fprintf(&b, "  %s: %d,\n", v.Name, i)
	}
	fmt.Fprintf(&b, "} as const\n\nexport const VIEWS = %d\n", len(Views))
	for _, v := range Views {
		fmt.Fprintf(&b, "\n/** Words of a record of `%s`. */\nexport const %s = {\n", v.Name, strings.ToUpper(v.Name[:1])+v.Name[1:])
		for i, f := range v.Fields {
			fmt.Fprintf(&b, "  %s: %d,\n", f.Name, i)
		}
		fmt.Fprintf(&b, "  words: %d,\n} as const\n", len(v.Fields))
	}
	sections := []struct {
		name string
		id   uint16
	}{
		{"cursor", SectionCursor}, {"events", SectionEvents}, {"patch", SectionPatch}, {"text", SectionText},
		{"counters", SectionCounters}, {"score", SectionScore}, {"diagnostics", SectionDiagnostics}, {"summary", SectionSummary},
		{"oom", SectionOOM}, {"fill", SectionFill}, {"profiles", SectionProfiles}, {"bug", SectionBug}, {"goals", SectionGoals},
		{"microscope", SectionMicroscope}, {"hangs", SectionHangs},
	}
	b.WriteString("\n/** Kinds of section in a frame. */\nexport const S = {\n")
	for _, s := range sections {
		fmt.Fprintf(&b, "  %s: %d,\n", s.name, s.id)
	}
	fmt.Fprintf(&b, "} as const\n\nexport const MAGIC = 0x%x\nexport const VERSION = %d\nexport const HEADER = %d\nexport const FULL = %d\n", Magic, Version, HeaderBytes, FlagFull)
	fmt.Fprintf(&b, "\n/** How a call of the bridge went. */\nexport const Status = { ok: %d, running: %d, nothing: %d, refused: %d, invalid: %d, bug: %d, noRun: %d } as const\n",
		StatusOK, StatusRunning, StatusNothing, StatusRefused, StatusInvalid, StatusBug, StatusNoRun)
	return b.String()
}

func TestViewsTS(t *testing.T) {
	want := viewsTS()
	if *update {
		if err := os.WriteFile(viewsFile, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(viewsFile)
	if err != nil || string(got) != want {
		t.Fatalf("%s is not what the table of views gives; run this test with -update", viewsFile)
	}
}
