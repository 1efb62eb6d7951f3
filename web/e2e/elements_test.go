package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// fresh opens a page as somebody who has never been here, and leaves it so.
func fresh(t *testing.T, path string) *tab {
	t.Helper()
	p := open(t, path, wide)
	eval[bool](p, `localStorage.clear(), true`)
	t.Cleanup(func() { eval[bool](p, `localStorage.clear(), true`) })
	p.goTo(path)
	p.wait(`document.querySelector(".dock .count")`)
	return p
}

const (
	sayCount = `document.querySelector(".dock .count").textContent.replace(/,/g, "")`
	said     = `document.querySelector(".dock .say-t").textContent`
	live     = `document.querySelector("p.sr[aria-live]").textContent`
)

// counts waits until the dock says "n / …".
func (p *tab) counts(n string) {
	p.t.Helper()
	p.wait(sayCount + `.startsWith("` + n + ` /")`)
}

func TestKeysStepThroughTime(t *testing.T) {
	p := fresh(t, "/en/play")
	p.counts("1")
	p.press(kb.ArrowRight, kb.ArrowRight)
	p.counts("3")
	p.press(kb.ArrowLeft)
	p.counts("2")
	eval[bool](p, `document.querySelector(".scrub").focus(), true`)
	p.press(kb.End)
	p.wait(`((c) => c[0].trim() === c[1].trim())(` + sayCount + `.split("/"))`)
	p.press(kb.Home)
	p.counts("1")
	p.wait(live + ` !== "" && ` + said + `.includes(` + live + `)`) // it is announced a moment after the step
}

// TestPredictionHoldsTheMachine: the deciding event is not shown before the
// answer is locked, by whatever key; afterwards the answers stand side by side.
func TestPredictionHoldsTheMachine(t *testing.T) {
	p := fresh(t, "/en/learn/cudamalloc")
	card := `[...document.querySelectorAll("predict-card")].find(c => c.decides >= 0)`
	p.wait(card)
	limit := eval[float64](p, card+`.decides`)
	eval[bool](p, `document.querySelector(".scrub").focus(), true`)
	p.press(kb.End)
	p.wait(`document.querySelector(".dock .say-t").textContent.includes("Predict first")`)
	if at := eval[float64](p, `+`+sayCount+`.split("/")[0]`); at != limit {
		t.Errorf("stands at event %v, the deciding one is %v", at, limit+1)
	}
	if shown := eval[float64](p, `document.querySelectorAll("event-log [data-ev]").length`); shown > limit {
		t.Errorf("the list shows %v events before the answer, allowed are %v", shown, limit)
	}
	eval[bool](p, `(c => { const i = c.querySelector("input"); i.value = "3"; i.dispatchEvent(new Event("input")); return true })(`+card+`)`)
	p.wait(`!` + card + `.querySelector("form button").disabled`)
	eval[bool](p, card+`.querySelector("form button").click(), true`)
	p.wait(card + `.textContent.includes("Locked")`)
	p.press(kb.ArrowRight)
	p.wait(card + `.textContent.includes("it did")`)
	if got := eval[string](p, card+`.querySelector(".said").textContent`); !strings.Contains(got, "3") || !strings.Contains(got, "9") {
		t.Errorf("said and did: %q", got)
	}
}

func TestDamagedLinkKeepsTheDraft(t *testing.T) {
	p := fresh(t, "/en/play")
	eval[bool](p, `(a => { a.value = "cudaFree(0); // mine"; a.dispatchEvent(new Event("input")); return true })(document.querySelector("code-editor textarea"))`)
	p.wait(`Object.keys(localStorage).some(k => k.startsWith("pagewalk.draft."))`)
	p.goTo("/en/play#p=AQAAAAAAAAAA")
	p.reload()
	p.wait(`document.querySelector("[data-message]")?.textContent.includes("damaged")`)
	if got := eval[string](p, `document.querySelector("code-editor").text`); got != "cudaFree(0); // mine" {
		t.Errorf("the draft became %q", got)
	}
}

func TestLinkOpensTheSameMoment(t *testing.T) {
	p := fresh(t, "/en/play")
	p.press(kb.ArrowRight, kb.ArrowRight, kb.ArrowRight)
	p.counts("4")
	sentence := eval[string](p, said)
	eval[bool](p, `document.querySelector("[data-share]").click(), true`)
	p.wait(`location.hash.startsWith("#p=")`)
	link := eval[string](p, `location.pathname + location.hash`)
	other := open(t, link, wide)
	other.wait(`document.querySelector(".dock .count")`)
	other.counts("4")
	if got := eval[string](other, said); got != sentence {
		t.Errorf("the link opens at %q, was %q", got, sentence)
	}
}

func TestPicturesAsText(t *testing.T) {
	p := fresh(t, "/en/play")
	p.press(kb.ArrowRight, "t")
	p.wait(`document.querySelectorAll("memory-map table.twin tbody tr").length > 0`)
	if n := eval[float64](p, `document.querySelectorAll("memory-map table.twin tbody tr").length`); n > 20 {
		t.Errorf("the map's twin opens with %v lines", n)
	}
	if eval[bool](p, `document.querySelector("memory-map canvas") !== null`) {
		t.Error("the picture is still there")
	}
	p.press("t")
	p.wait(`document.querySelector("memory-map canvas")`)
}

func TestMistakesAreSaidWithTheirLine(t *testing.T) {
	p := fresh(t, "/en/play")
	before := eval[string](p, sayCount)
	eval[bool](p, `(a => { a.value = "float *p;\ncudaMaloc(&p, 4);\n"; a.dispatchEvent(new Event("input")); return true })(document.querySelector("code-editor textarea"))`)
	eval[bool](p, `document.querySelector("[data-run]").click(), true`)
	p.wait(`document.querySelector("code-editor .problems")`)
	if got := eval[string](p, `document.querySelector("code-editor .problems").textContent`); !strings.Contains(got, "Line 2") || !strings.Contains(got, "cudaMalloc") {
		t.Errorf("the mistake is said as %q", got)
	}
	if after := eval[string](p, sayCount); after != before {
		t.Errorf("a refused program changed the picture: %q, was %q", after, before)
	}
}
