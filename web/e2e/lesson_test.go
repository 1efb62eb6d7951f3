package e2e

import (
	"strings"
	"testing"
)

// TestPredictionHoldsTheMachineBack: while a question is open, the event that
// decides it is not shown; once it is answered, it is.
func TestPredictionHoldsTheMachineBack(t *testing.T) {
	p := open(t, "/en/learn/cudamalloc?program=two-calls#at=0.27", wide)
	p.wait(`document.querySelector("time-line .say-t")`)
	if said := eval[string](p, `document.querySelector("time-line .say-t").textContent`); strings.Contains(said, "One entry is written") {
		t.Errorf("the answer is shown before it was asked: %q", said)
	}
	eval[bool](p, `["q1", "q2", "q3", "q4"].forEach(q => localStorage.setItem("pagewalk.said./learn/cudamalloc." + q, "0")), true`)
	p.goTo("/en/help")
	p.goTo("/en/learn/cudamalloc?program=two-calls#at=0.27")
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
