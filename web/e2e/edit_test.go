package e2e

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func itoa(n int) string { return strconv.Itoa(n) }

const (
	told    = `(document.querySelector("[data-message]")?.textContent ?? "")`
	moment  = `document.querySelector("pw-machine").player.moment.value`
	printed = `(document.querySelector("[data-output] pre")?.textContent ?? "")`
)

// runs starts the program by its key and waits for words of the message.
func (p *tab) runs(words string) {
	p.t.Helper()
	p.hold(kb.Enter, chromedp.ModifierCtrl)
	p.wait(told + `.includes(` + quote(words) + `)`)
}

func TestEditAndRun(t *testing.T) {
	p := fresh(t, "/en/play")
	p.write("char *p;\ncudaMalloc((void**)&p, 3 << 20);\nprintf(\"%d and %s\\n\", 6 * 7, \"more\");\ncudaFree(p);\n")
	p.runs("calls, ")
	p.set(`document.querySelector(".scrub").focus()`)
	p.press(kb.End)
	p.wait(printed + ` === "42 and more\n"`)
	p.press(kb.Home)
	p.wait(printed + ` === ""`)
	if n := eval[float64](p, `document.querySelectorAll("[data-counters] tr").length`); n < 3 {
		t.Errorf("%v counters", n)
	}
	p.goTo("/en/help")
	p.goTo("/en/play")
	p.wait(`document.querySelector("code-editor")?.text.includes("3 << 20")`)
}

// TestPolicies: a changed policy changes the run, and the link holds it.
func TestPolicies(t *testing.T) {
	p := fresh(t, "/en/play?scenario=three-acts")
	kept := `(m => m.driver.cache.length)(` + moment + `)`
	freed := func() float64 {
		p.set(`document.querySelector("pw-machine").player.seek(` + moment + `.events - 1)`)
		p.wait(moment + `.event === ` + moment + `.events - 1`)
		return eval[float64](p, kept)
	}
	if n := freed(); n != 1 {
		t.Fatalf("the lazy driver keeps %v blocks at the end, want 1", n)
	}
	policy := `document.querySelector("[data-sets] .setrow input")`
	p.set(`document.querySelector("details.sets").open = true; ` + policy + `.value = "driver.free=immediate"; ` + policy + `.dispatchEvent(new Event("input"))`)
	before := eval[float64](p, moment+`.events`)
	p.set(`document.querySelector("[data-run]").click()`)
	p.wait(moment + `.events !== ` + itoa(int(before)))
	if n := freed(); n != 0 {
		t.Errorf("a driver that frees at once keeps %v blocks", n)
	}
	p.set(`document.querySelector("[data-share]").click()`)
	p.wait(`location.hash.startsWith("#p=")`)
	other := open(t, eval[string](p, `location.pathname + location.hash`), wide)
	other.wait(`document.querySelector(".dock .count")`)
	other.wait(policy + `.value === "driver.free=immediate" && ` + moment + `.event === ` + moment + `.events - 1 && ` + kept + ` === 0`)
	p.set(policy + `.value = "driver.free=perhaps"; document.querySelector("[data-run]").click()`)
	p.wait(`document.querySelector("code-editor .problems, [data-message] .problems")?.textContent.includes("driver.free")`)
}

// TestSyntaxErrorIsMarked: where it stands, and in words.
func TestSyntaxErrorIsMarked(t *testing.T) {
	p := fresh(t, "/zh/play")
	p.write("float *p;\ncudaMaloc((void**)&p, 4);\n")
	p.hold(kb.Enter, chromedp.ModifierCtrl)
	p.wait(inEditor + `.querySelector(".cm-lintRange-error")`)
	if got := eval[string](p, inEditor+`.querySelector(".cm-lintRange-error").textContent`); got != "cudaMaloc" {
		t.Errorf("marked is %q", got)
	}
	if got := eval[string](p, `document.querySelector("code-editor .problems").textContent`); !strings.Contains(got, "第 2 行") || !strings.Contains(got, "cudaMalloc") {
		t.Errorf("said is %q", got)
	}
}

// TestEndlessLoopIsStopped: the page stays alive, and what there is stays.
func TestEndlessLoopIsStopped(t *testing.T) {
	p := fresh(t, "/en/play")
	p.write("char *p;\ncudaMalloc((void**)&p, 4096);\nfor (;;) { cudaMalloc((void**)&p, 1); cudaFree(p); }\n")
	p.hold(kb.Enter, chromedp.ModifierCtrl)
	p.wait(`!document.querySelector("[data-stop]").hidden && /[1-9]\d* events so far/.test(` + told + `)`)
	p.set(`document.querySelector("[data-stop]").click()`)
	p.wait(told + `.includes("The run ended early")`)
	p.wait(moment + `.events > 10`)
	p.counts("1")
	p.set(`document.querySelector(".scrub").focus()`)
	p.press(kb.ArrowRight)
	p.wait(moment + `.event === 1`)
}

// TestBrackets: 100 KB of "(" is a message, and the program can still be mended.
func TestBrackets(t *testing.T) {
	p := fresh(t, "/en/play")
	p.set(`const a = document.querySelector("code-editor textarea"); a.value = "(".repeat(100 << 10); a.dispatchEvent(new Event("input")); document.querySelector("[data-run]").click()`)
	p.wait(`document.querySelector("code-editor .problems")?.textContent.includes("Line 1")`)
	p.set(`const a = document.querySelector("code-editor textarea"); a.value = "char *p;\ncudaMalloc((void**)&p, 1);\n"; a.dispatchEvent(new Event("input")); document.querySelector("[data-run]").click()`)
	p.wait(told + `.includes("events in 1 calls")`)
	p.wait(`!document.querySelector("code-editor .problems")`)
}

// TestForks: a fork keeps the run it came from, each has its own text and
// moment, and a link opens the one that is shown.
func TestForks(t *testing.T) {
	p := fresh(t, "/en/play?scenario=two-calls")
	p.press(kb.ArrowRight, kb.ArrowRight, kb.ArrowRight)
	p.counts("4")
	original, whole := eval[string](p, `document.querySelector("code-editor").text`), eval[string](p, sayCount)
	p.press("k")
	p.wait(told + `.includes("Forked before line 2")`)
	changed := strings.Replace(original, "cudaFree(b);\n", "", 1)
	p.write(changed)
	p.runs("events in")
	p.wait(sayCount + ` !== ` + quote(whole))
	p.counts("4") // it opens where it left the other run
	p.set(`document.querySelector(".scrub").focus()`)
	p.press(kb.ArrowRight)
	p.counts("5")
	tabs := `[...document.querySelectorAll("[data-runs] .name")]`
	p.set(tabs + `[0].click()`)
	p.wait(sayCount + ` === ` + quote(whole) + ` && document.querySelector("code-editor").text === ` + quote(original))
	p.set(tabs + `[1].click()`)
	p.wait(`document.querySelector("code-editor").text === ` + quote(changed) + ` && ` + sayCount + `.startsWith("5 /") && ` + sayCount + ` !== ` + quote(whole))
	p.set(`document.querySelector("[data-share]").click()`)
	p.wait(`location.hash.startsWith("#p=")`)
	other := open(t, eval[string](p, `location.pathname + location.hash`), wide)
	other.wait(`document.querySelector("code-editor")?.text === ` + quote(changed))
	other.counts("5")
	p.goTo("/en/help")
	p.goTo("/en/play") // both are still there
	p.wait(`document.querySelector("code-editor")?.text === ` + quote(changed) + ` && ` + tabs + `.length === 2`)
	p.counts("5")
	p.set(`document.querySelectorAll("[data-runs] .x")[1].click()`)
	p.wait(`document.querySelector("code-editor").text === ` + quote(original) + ` && ` + tabs + `.length === 0`)
	p.wait(`document.querySelector("[data-message] button")`)
	p.set(`document.querySelector("[data-message] button").click()`)
	p.wait(`document.querySelector("code-editor").text === ` + quote(changed) + ` && ` + tabs + `.length === 2`)
}

// TestForkOfALesson: a lesson has no editor; the playground takes its program
// over at the same moment.
func TestForkOfALesson(t *testing.T) {
	p := fresh(t, "/en/learn/cudamalloc?program=two-calls")
	p.counts("1")
	p.press("k")
	p.wait(`location.pathname === "/en/play" && document.querySelector("code-editor")?.text?.includes("cudaMalloc((void**)&b")`)
	p.counts("1")
}
