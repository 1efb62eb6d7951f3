package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestPredictionHoldsTheMachineBack: while a question is open, the event that
// decides it is not shown; once it is answered, it is.
func TestPredictionHoldsTheMachineBack(t *testing.T) {
	p := open(t, "/en/learn/cudamalloc?program=two-calls#at=0.11", wide)
	p.wait(`document.querySelector("time-line .say-t")`)
	if said := eval[string](p, `document.querySelector("time-line .say-t").textContent`); strings.Contains(said, "One entry is written") {
		t.Errorf("the answer is shown before it was asked: %q", said)
	}
	eval[bool](p, `["q1", "q2", "q3", "q4"].forEach(q => localStorage.setItem("pagewalk.said./learn/cudamalloc." + q, "0")), true`)
	p.goTo("/en/help")
	p.goTo("/en/learn/cudamalloc?program=two-calls#at=0.11")
	p.wait(`document.querySelector("time-line .say-t")?.textContent.includes("PDE0[175] is now a 2 MiB leaf")`)
	p.wait(`document.querySelector("#ask-q1 .said .no")`)
	p.settle()
	p.shot("lesson")
}

// TestProgramFollowsTheMachine: the line of the current event is marked in the
// lesson's text.
func TestProgramFollowsTheMachine(t *testing.T) {
	p := open(t, "/zh/learn/cudamalloc", wide)
	p.wait(`document.querySelector("#three-acts .l.on")?.dataset.line === "2"`)
}

// focused moves the focus by the tab key until an element has it.
func (p *tab) focused(key string, selector string, with ...chromedp.Modifier) {
	p.t.Helper()
	for range 60 {
		if eval[bool](p, `document.activeElement?.matches(`+quote(selector)+`) ?? false`) {
			return
		}
		p.hold(key, with...)
	}
	p.t.Fatalf("%s is not reached by the keyboard", selector)
}

// TestLessonByKeyboard: the questions of the program beside the text are
// answered, and the run seen to its end, without a mouse; a link at the top of
// the page leads past the text.
func TestLessonByKeyboard(t *testing.T) {
	p := fresh(t, "/en/learn/cudamalloc")
	p.wait(`[...document.querySelectorAll("predict-card")].some(c => c.decides >= 0)`)
	p.focused(kb.Tab, `.skip[href="#time"]`)
	p.press(kb.Enter)
	p.focused(kb.Tab, ".scrub")
	p.press(kb.End)
	p.wait(`document.querySelector(".dock .say-t").textContent.includes("Predict first")`)
	p.focused(kb.Tab, ".dock .say .btn", chromedp.ModifierShift)
	p.press(kb.Enter)
	p.wait(`document.activeElement.matches("#ask-cuts input")`)
	p.press("9", kb.Enter)
	p.wait(`document.querySelector("#ask-cuts").textContent.includes("Locked")`)
	p.focused(kb.Tab, ".scrub")
	p.press(kb.End)
	p.wait(`document.querySelector("#ask-cuts .said")`)
	p.wait(`document.querySelector(".dock .say-t").textContent.includes("Predict first")`)
	p.focused(kb.Tab, ".dock .say .btn", chromedp.ModifierShift)
	p.press(kb.Enter)
	p.wait(`document.activeElement.matches("#ask-again input")`)
	p.press("1")
	p.wait(`document.querySelector("#ask-again input").checked`)
	p.press(kb.Enter)
	p.wait(`document.querySelector("#ask-again").textContent.includes("Locked")`)
	p.focused(kb.Tab, ".scrub")
	p.press(kb.End)
	p.wait(moment + `.event === ` + moment + `.events - 1 && document.querySelector("#ask-again .said")`)
	if got := eval[string](p, `document.querySelector("#ask-again .said").innerText.replace(/\s+/g, " ")`); !strings.Contains(got, "you said the same chunk it did the same chunk") {
		t.Errorf("said and did: %q", got)
	}
	p.press(kb.Home)
	p.counts("1")
}
