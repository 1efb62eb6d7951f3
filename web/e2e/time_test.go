package e2e

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const lastEvent = `+` + sayCount + `.split("/")[1]`

// TestToTheEndAndBack: every event one by one by the right key, then back by
// the left one, and each is said as on the way there.
func TestToTheEndAndBack(t *testing.T) {
	p := fresh(t, "/en/play?scenario=one-byte")
	p.counts("1")
	p.wait(`document.querySelector("pw-machine").player.engine.value`)
	last := int(eval[float64](p, lastEvent))
	if last < 20 {
		t.Fatalf("only %d events", last)
	}
	there := []string{eval[string](p, said)}
	for n := 2; n <= last; n++ {
		p.press(kb.ArrowRight)
		p.counts(itoa(n))
		there = append(there, eval[string](p, said))
	}
	p.press(kb.ArrowRight)
	back := []string{eval[string](p, said)}
	for n := last - 1; n >= 1; n-- {
		p.press(kb.ArrowLeft)
		p.counts(itoa(n))
		back = append(back, eval[string](p, said))
	}
	slices.Reverse(back)
	if !slices.Equal(there, back) {
		t.Errorf("there:\n%s\nback:\n%s", strings.Join(there, "\n"), strings.Join(back, "\n"))
	}
}

// TestUnitsOfTime: calls and source lines are steps too.
func TestUnitsOfTime(t *testing.T) {
	p := fresh(t, "/en/play?scenario=two-calls")
	p.counts("1")
	p.hold(kb.ArrowRight, chromedp.ModifierShift)
	p.wait(`document.querySelector("pw-machine").player.moment.value.runtime.call?.state === "done"`)
	line := eval[float64](p, `document.querySelector("pw-machine").player.moment.value.line`)
	eval[bool](p, `document.querySelector(".scrub").focus(), true`)
	p.press(kb.ArrowDown)
	p.wait(`document.querySelector("pw-machine").player.moment.value.line > ` + itoa(int(line)))
	p.press(kb.ArrowUp)
	p.wait(`document.querySelector("pw-machine").player.moment.value.line === ` + itoa(int(line)))
}

// TestDragThroughTime: the time line follows the pointer while it is down, and
// not afterwards.
func TestDragThroughTime(t *testing.T) {
	p := fresh(t, "/en/play")
	p.counts("1")
	box := eval[[]float64](p, `(r => [r.left, r.top + r.height / 2, r.width])(document.querySelector(".scrub").getBoundingClientRect())`)
	at := func(share float64) (x, y float64) { return box[0] + box[2]*share, box[1] }
	mouse := func(kind input.DispatchMouseEventType, share float64, buttons int64) {
		x, y := at(share)
		p.do(chromedp.MouseEvent(kind, x, y, chromedp.ButtonLeft, func(e *input.DispatchMouseEventParams) { e.Buttons, e.ClickCount = buttons, 1 }))
	}
	mouse(input.DispatchMouseEventTypeMousePressed, .25, 1)
	near := func(share string) string {
		return `Math.abs((` + sayCount + `.split("/")[0] - .5) / (` + lastEvent + `) - ` + share + `) < .03`
	}
	p.wait(near(".25"))
	for _, share := range []float64{.4, .6, .75} {
		mouse(input.DispatchMouseEventTypeMouseMoved, share, 1)
	}
	p.wait(near(".75"))
	mouse(input.DispatchMouseEventTypeMouseMoved, .5, 1)
	p.wait(near(".5"))
	mouse(input.DispatchMouseEventTypeMouseReleased, .5, 0)
	p.wait(`!document.querySelector("pw-machine").player.scrubbing.value`)
	mouse(input.DispatchMouseEventTypeMouseMoved, .9, 0)
	p.press(kb.ArrowRight)
	p.wait(near(".52"))
}

// TestLanguageAtAPoint: the other language shows the same moment of the same
// program.
func TestLanguageAtAPoint(t *testing.T) {
	for _, path := range []string{"/play?scenario=two-calls", "/learn/cudamalloc?program=two-calls"} {
		p := fresh(t, "/en"+path)
		p.counts("1")
		if strings.HasPrefix(path, "/learn") {
			p.set(`["q1", "q2", "q3", "q4"].forEach(q => localStorage.setItem("pagewalk.said./learn/cudamalloc." + q, "0"))`)
			p.goTo("/en/help")
			p.goTo("/en" + path)
			p.wait(`document.querySelector(".dock .count")`)
		}
		p.press(kb.ArrowRight, kb.ArrowRight, kb.ArrowRight, kb.ArrowRight)
		p.counts("5")
		n, call := eval[string](p, sayCount), eval[string](p, `document.querySelector("pw-machine").player.moment.value.runtime.call.text`)
		p.set(`document.querySelector('[data-setlang="zh"]').click()`)
		p.wait(`location.pathname.startsWith("/zh/") && document.querySelector(".dock .count")`)
		p.wait(sayCount + ` === ` + quote(n))
		p.wait(`/[一-鿿]/.test(` + said + `)`)
		if got := eval[string](p, `document.querySelector("pw-machine").player.moment.value.runtime.call.text`); got != call {
			t.Errorf("%s: the call was %s, is %s", path, call, got)
		}
	}
}
