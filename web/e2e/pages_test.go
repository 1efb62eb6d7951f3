package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pagewalk/web/i18n"
)

// paths are the pages without their language.
var paths = []string{"/", "/learn", "/learn/cudamalloc", "/learn/cudamalloc?program=two-calls", "/play", "/play?goal=cudamalloc.four-mib", "/open", "/mmu", "/compare", "/gpus", "/lab", "/conformance", "/help"}

// eachPage runs a check on every page in both languages.
func eachPage(t *testing.T, s screen, check func(t *testing.T, p *tab)) {
	for _, l := range i18n.All {
		for _, path := range paths {
			t.Run(string(l)+strings.ReplaceAll(path, "/", "_"), func(t *testing.T) {
				t.Parallel()
				check(t, open(t, "/"+string(l)+path, s))
			})
		}
	}
}

// TestPages: in both languages, with a title, a heading, the style sheet, on a
// wide screen and on a phone, by day and at night: nothing for axe to find,
// nothing wider than the screen, and not one complaint in the console (which
// the tab itself checks).
func TestPages(t *testing.T) {
	eachPage(t, wide, func(t *testing.T, p *tab) {
		p.settle()
		if !eval[bool](p, `document.title.endsWith("Pagewalk") && document.querySelectorAll("h1").length >= 1`) {
			t.Error("no title or no heading")
		}
		if got := eval[string](p, `getComputedStyle(document.documentElement).getPropertyValue("--now").trim()`); !strings.EqualFold(got, "#FFD60A") {
			t.Errorf("the style sheet is not there: --now is %q", got)
		}
		screens := []screen{wide, narrow}
		if strings.HasPrefix(eval[string](p, `location.pathname`), "/en/") { // colours are the same in every language
			screens = []screen{wide, night, narrow, narrowNight}
		}
		for _, s := range screens {
			p.dress(s)
			p.settle()
			if over := eval[float64](p, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
				t.Errorf("at %d px: %v px too wide: %s", s.width, over, eval[string](p, tooWide))
			}
			p.shot(fmt.Sprintf("%s-%d-%v", name(t), s.width, s.dark))
			p.checkAccess(s)
		}
	})
}

// settle waits until what the page loads is there, every machine shows a
// moment, and two pictures have been drawn since.
func (p *tab) settle() {
	p.t.Helper()
	p.wait(`document.readyState === "complete" && [...document.querySelectorAll("pw-machine")].every(m => m.player?.moment.value) &&
		[...document.querySelectorAll("address-microscope")].every(m => m.slides?.length)`)
	eval[bool](p, `document.fonts.ready.then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))))`)
}

// name makes a file name of a test's name.
func name(t *testing.T) string {
	return strings.NewReplacer("/", "-", "?", "-", "=", "-").Replace(t.Name())
}

// tooWide names the elements that stick out on the right.
const tooWide = `[...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > innerWidth + 1 &&
	getComputedStyle(e).position !== "fixed").slice(0, 5).map(e => e.tagName + "." + e.className).join(", ")`

// checkAccess runs axe on the page; each finding fails the test. At night only
// contrast can differ from the day.
func (p *tab) checkAccess(s screen) {
	p.t.Helper()
	if !eval[bool](p, `"axe" in window`) {
		script, err := os.ReadFile(filepath.Join("..", "node_modules", "axe-core", "axe.min.js"))
		if err != nil {
			p.t.Fatal("axe-core is missing; cd web && npm ci gets it")
		}
		eval[bool](p, string(script)+"; true")
	}
	only := ""
	if s.dark {
		only = `, runOnly: ["color-contrast"]`
	}
	found := eval[[]string](p, `axe.run(document, {resultTypes: ["violations"]`+only+`}).then(r => r.violations.map(v =>
		v.id + ": " + v.help + " — " + v.nodes.slice(0, 3).map(n => n.target.join(" ") + " " + (n.any[0]?.message ?? "")).join(" | ")))`)
	for _, line := range found {
		p.t.Errorf("axe at %d px, dark %v: %s", s.width, s.dark, line)
	}
}

func TestReadableWithoutScript(t *testing.T) {
	s := wide
	s.noScript = true
	for path, words := range map[string][]string{
		"/en/":                 {"See what a GPU does", "What cudaMalloc really does"},
		"/zh/learn/cudamalloc": {"三个动作", "float *d_data;", "没有 JavaScript"},
		"/en/play":             {"Running and stepping need JavaScript"},
		"/zh/gpus":             {"textbook-volta", "48 位地址", "模型有多准", "5,700 / 5,700", "分不清是大小还是那次运行的缘故"},
		"/zh/mmu":              {"PDE2", "508", "各代并排"},
	} {
		p := openAt(t, address, path, s, "was preloaded using link preload") // nobody uses it without script
		text := eval[string](p, `[...document.querySelectorAll("details")].forEach(d => { d.open = true }) ?? document.body.innerText`)
		for _, word := range words {
			if !strings.Contains(text, word) {
				t.Errorf("%s: %q cannot be read without JavaScript", path, word)
			}
		}
	}
}

func TestLanguageSwitchKeepsThePage(t *testing.T) {
	p := open(t, "/en/gpus", wide)
	p.settle()
	eval[bool](p, `document.querySelector('[data-setlang="zh"]').click(), true`)
	p.wait(`location.pathname === "/zh/gpus" && document.documentElement.lang === "zh-CN"`)
}

func TestSkipLinkIsFirst(t *testing.T) {
	p := open(t, "/en/learn/cudamalloc", wide)
	p.settle()
	p.press("\t")
	if got := eval[string](p, `document.activeElement.getAttribute("href") + " " + (document.activeElement.getBoundingClientRect().top >= 0)`); got != "#main true" {
		t.Errorf("the first stop of the keyboard is %q", got)
	}
}
