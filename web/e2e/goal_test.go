package e2e

import (
	"strings"
	"testing"

	"pagewalk/lessons"
)

const foundText = `document.querySelector(".task [data-found]").innerText`

// TestGoals: what a run has is laid beside what is wanted; met goals are
// remembered and end the lesson's stages.
func TestGoals(t *testing.T) {
	p := fresh(t, "/en/play?goal=cudamalloc.four-mib")
	p.wait(foundText + `.includes("4,194,304 wanted, 2,097,152 found")`)
	p.shot("goal")
	lesson := lessons.Find("cudamalloc")
	for _, g := range lesson.Tasks() {
		p.goTo("/en/play?goal=cudamalloc." + g.ID)
		p.wait(`document.querySelector(".dock .count") && ` + foundText + `.includes("Not yet")`)
		p.write(g.SolutionSource)
		p.runs("events in")
		p.wait(foundText + `.includes("Goal met")`)
	}
	p.set(`const s = document.querySelector("select[data-profile]"); s.value = "textbook-ampere"; s.dispatchEvent(new Event("change"))`)
	p.wait(foundText + `.includes("This goal is for h200-r580")`)
	p.set(`document.querySelector(".task [data-found] button").click()`)
	p.wait(foundText + `.includes("Goal met") && document.querySelector("select[data-profile]").value === "h200-r580"`)
	p.goTo("/zh/learn/cudamalloc")
	p.wait(`[...document.querySelectorAll(".stages li")].slice(3).every(li => li.classList.contains("done"))`)
	if got := eval[string](p, `document.querySelector("#goal-four-mib [data-found]").textContent`); !strings.Contains(got, "已达成") {
		t.Errorf("the lesson says %q of a goal that was met", got)
	}
}
