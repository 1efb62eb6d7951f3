package e2e

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// compared waits until both runs stand side by side and nothing is under way.
func (p *tab) compared() {
	p.t.Helper()
	p.wait(`document.querySelector("compare-view")?.report && !document.querySelector("compare-view").busy && document.querySelector("table.cmp")`)
}

// take picks an option of a menu, as a reader does.
func (p *tab) take(menu, value string) {
	p.t.Helper()
	p.set(`const before = document.querySelector("compare-view").report; window.before = before; const s = document.querySelector(` + quote(menu) + `); s.value = ` + quote(value) + `; s.dispatchEvent(new Event("change", {bubbles: true}))`)
	p.wait(`document.querySelector("compare-view").report !== window.before && !document.querySelector("compare-view").busy`)
}

// drop lets files fall on the page.
func (p *tab) drop(files map[string][]byte) {
	p.t.Helper()
	var made []string
	for name, data := range files {
		made = append(made, `new File([Uint8Array.from(atob(`+quote(base64.StdEncoding.EncodeToString(data))+`), c => c.charCodeAt(0))], `+quote(name)+`)`)
	}
	p.set(`const t = new DataTransfer(); for (const f of [` + strings.Join(made, ",") + `]) t.items.add(f);
		document.querySelector("compare-view").dispatchEvent(new DragEvent("drop", {bubbles: true, cancelable: true, dataTransfer: t}))`)
}

func recordingFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "lessons", "recordings", name+".jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestCompareWithTheCard: the simulated H200 beside the real one, row by row.
func TestCompareWithTheCard(t *testing.T) {
	p := open(t, "/en/compare?program=slab-pinning", wide)
	p.compared()
	got := eval[string](p, `[...document.querySelectorAll(".score > div")].map(d => d.querySelector("b").textContent).join(" ")`)
	if !strings.HasPrefix(got, "132 / 132 64 / 64 132 / 132 132 / 132 ") {
		t.Errorf("the score says %q", got)
	}
	if title := eval[string](p, `document.querySelector("h1").textContent`); title != "Simulated beside a real H200" {
		t.Errorf("the heading says %q", title)
	}
	if rows := eval[float64](p, `document.querySelectorAll("table.cmp tr[data-pair]").length`); rows >= 132 || rows < 20 {
		t.Errorf("%v rows at once", rows)
	}
	p.set(`document.querySelector(".cmp .more button").click()`)
	p.wait(`document.querySelectorAll("table.cmp tr[data-pair]").length > 100`)
	if eval[float64](p, `document.querySelectorAll(".plot .pt").length`) < 132 {
		t.Error("the plot lacks points")
	}
	p.shot("compare-card")
}

// TestCompareCursor: keys and the pointer move one cursor through both sides, to
// the next difference too; the open row explains itself.
func TestCompareCursor(t *testing.T) {
	p := open(t, "/en/compare?program=lazy-or-not&a=textbook-ampere-full&b=h200-r580", wide)
	p.compared()
	at := func() float64 { return eval[float64](p, `document.querySelector("compare-view").cursor`) }
	first := at()
	if first == 0 {
		t.Error("the page does not begin at the first difference")
	}
	p.press(kb.ArrowLeft)
	if got := at(); got != first-1 {
		t.Errorf("one row back from %v is %v", first, got)
	}
	p.set(`document.querySelector(".lanes").focus()`)
	p.press(kb.ArrowRight)
	p.press(kb.ArrowRight)
	if got := at(); got != first+1 {
		t.Errorf("the cursor stands at %v, one row after %v is wanted", got, first)
	}
	p.hold(kb.ArrowRight, chromedp.ModifierShift)
	text := eval[string](p, `document.querySelector("tr.why").innerText`)
	for _, want := range []string{"rule: ", "measured, h200-measured"} {
		if !strings.Contains(text, want) {
			t.Errorf("the open row does not say %q: %s", want, text)
		}
	}
	p.press(kb.Home)
	if got := at(); got != 0 {
		t.Errorf("Home leads to %v", got)
	}
	p.set(`const s = document.querySelector(".lanes"); const b = s.getBoundingClientRect();
		s.dispatchEvent(new PointerEvent("pointerdown", {clientX: b.right - 2, clientY: b.top + 5, pointerId: 1, bubbles: true}))`)
	p.wait(`document.querySelector("compare-view").cursor === document.querySelector("compare-view").report.pairs.length - 1`)
	if n := eval[string](p, `document.querySelector(".lanes").getAttribute("aria-valuenow") + " " + document.querySelectorAll("tr.diff").length`); n != "11 1" {
		t.Errorf("the slider and the table say %q", n)
	}
}

// TestCompareProfiles: the textbook's lazy driver against the measured one needs
// no GPU; the kept block is named in both languages, and the address says what
// is compared.
func TestCompareProfiles(t *testing.T) {
	for path, want := range map[string]string{"/en/compare": "One driver keeps what the other gives back at once.", "/zh/compare": "一边的驱动留着不还，另一边立刻归还。"} {
		p := open(t, path+"?program=lazy-or-not", wide)
		p.compared()
		p.take(`select[data-side="0"]`, "textbook-ampere-full")
		p.take(`select[data-side="1"]`, "h200-r580")
		if got := eval[string](p, `location.search`); got != "?program=lazy-or-not&a=textbook-ampere-full&b=h200-r580" {
			t.Errorf("the address is %q", got)
		}
		found := eval[bool](p, `document.querySelector("compare-view").report.differences.some(d => d.rule === "kept-free-memory" && d.sentence === `+quote(want)+`)`)
		if !found {
			t.Errorf("%s: the kept block is not named", path)
		}
		p.set(`document.querySelector("[data-twin]").click()`)
		p.wait(`document.querySelectorAll(".cmp-maps table.twin").length === 2`)
		p.goTo(eval[string](p, `location.pathname + location.search`))
		p.compared()
		if got := eval[string](p, `[...document.querySelectorAll("select[data-side]")].map(s => s.value).join(" ")`); got != "textbook-ampere-full h200-r580" {
			t.Errorf("the link opens %q", got)
		}
	}
}

// TestCompareOwnFiles: files are read in the browser; one that is none is
// refused in words, and what was shown stays.
func TestCompareOwnFiles(t *testing.T) {
	p := open(t, "/en/compare?program=holes", wide)
	p.compared()
	for text, want := range map[string]string{
		"hello\n":                                "is not a recording",
		`{"pagewalk_recording":9}` + "\n" + `{}`: "version 9",
		`{"pagewalk_recording":1,"card":"x"}` + "\n{\n" + `{"row":1}` + "\n": "line 2",
		`{"pagewalk_recording":1,"card":"x"}` + "\n":                         "has no rows",
	} {
		p.drop(map[string][]byte{"mine.jsonl": []byte(text)})
		p.wait(`document.querySelector("compare-view [role=alert]")?.textContent.includes(` + quote(want) + `)`)
		if !eval[bool](p, `!!document.querySelector("table.cmp")`) {
			t.Errorf("%s: what was shown is gone", want)
		}
	}
	z, err := gzip.NewReader(bytes.NewReader(recordingFile(t, "ping-pong")))
	if err != nil {
		t.Fatal(err)
	}
	var plain bytes.Buffer
	if _, err := plain.ReadFrom(z); err != nil {
		t.Fatal(err)
	}
	p.drop(map[string][]byte{"mine.jsonl": plain.Bytes()})
	p.wait(`document.querySelector("compare-view").report?.pairs.length === 38 && !document.querySelector("compare-view").bad`)
	if got := eval[string](p, `document.querySelector('select[data-side="1"]').value + " " + document.querySelector("[data-sides]").textContent`); !strings.HasPrefix(got, "file A: H200") || !strings.Contains(got, "580.159.04") {
		t.Errorf("the sides are %q", got)
	}
	packed := recordingFile(t, "ping-pong")
	p.drop(map[string][]byte{"a.jsonl.gz": packed, "b.jsonl.gz": packed})
	p.wait(`document.querySelector("compare-view").report?.differences.length === 0`)
}

// TestCompareAccess: nothing for axe to find with the comparison shown, on wide
// and narrow screens, by day and at night, in both languages; nothing sticks out.
func TestCompareAccess(t *testing.T) {
	for _, path := range []string{"/en/compare?program=lazy-or-not&a=textbook-ampere-full", "/zh/compare?program=mistakes"} {
		p := open(t, path, wide)
		p.compared()
		for _, s := range []screen{wide, night, narrow, narrowNight} {
			p.dress(s)
			p.settle()
			if over := eval[float64](p, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
				t.Errorf("%s at %d px: %v px too wide: %s", path, s.width, over, eval[string](p, tooWide))
			}
			p.checkAccess(s)
		}
	}
}

// TestCompareWithoutScript: what the server found can be read.
func TestCompareWithoutScript(t *testing.T) {
	s := wide
	s.noScript = true
	p := open(t, "/zh/compare?program=lazy-or-not&a=textbook-ampere-full&b=recorded", s)
	text := eval[string](p, `document.body.innerText`)
	for _, word := range []string{"11 / 11", "kept-free-memory", "一边的驱动留着不还"} {
		if !strings.Contains(text, word) {
			t.Errorf("%q cannot be read without JavaScript", word)
		}
	}
}
