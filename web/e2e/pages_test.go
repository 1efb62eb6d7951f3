package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pagewalk/web/i18n"
)

// paths are the pages without their language.
var paths = []string{"/", "/learn", "/learn/cudamalloc", "/learn/cudamalloc?program=two-calls", "/play", "/open", "/gpus", "/help"}

// eachPage runs a check on every page in both languages.
func eachPage(t *testing.T, s screen, check func(t *testing.T, p *tab)) {
	for _, l := range i18n.All {
		for _, path := range paths {
			t.Run(string(l)+strings.ReplaceAll(path, "/", "_"), func(t *testing.T) {
				check(t, open(t, "/"+string(l)+path, s))
			})
		}
	}
}

// TestPagesByDay: in both languages, with a title, a heading, the style sheet,
// nothing for axe to find, and not one complaint in the console (which the tab
// itself checks).
func TestPagesByDay(t *testing.T) {
	eachPage(t, wide, func(t *testing.T, p *tab) {
		p.settle()
		if !eval[bool](p, `document.title.endsWith("Pagewalk") && document.querySelectorAll("h1").length >= 1`) {
			t.Error("no title or no heading")
		}
		if got := eval[string](p, `getComputedStyle(document.documentElement).getPropertyValue("--now").trim()`); !strings.EqualFold(got, "#FFD60A") {
			t.Errorf("the style sheet is not there: --now is %q", got)
		}
		p.shot(name(t))
		p.checkAccess()
	})
}

// TestPagesAtNight: other colours, so other contrasts. One language is enough.
func TestPagesAtNight(t *testing.T) {
	for _, path := range paths {
		t.Run(path, func(t *testing.T) {
			p := open(t, "/en"+path, night)
			p.settle()
			p.shot(name(t))
			p.checkAccess()
		})
	}
}

// TestPagesOnAPhone: nothing is wider than the screen, nothing for axe to find.
func TestPagesOnAPhone(t *testing.T) {
	eachPage(t, narrow, func(t *testing.T, p *tab) {
		p.settle()
		if wide := eval[float64](p, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
			t.Errorf("%v px too wide: %s", wide, eval[string](p, tooWide))
		}
		p.shot(name(t))
		p.checkAccess()
	})
}

// settle waits until what the page loads is there and the elements have drawn.
func (p *tab) settle() {
	p.t.Helper()
	p.wait(`document.readyState === "complete"`)
	eval[bool](p, `new Promise(done => setTimeout(() => requestAnimationFrame(() => done(true)), 400))`)
}

// name makes a file name of a test's name.
func name(t *testing.T) string {
	return strings.NewReplacer("/", "-", "?", "-", "=", "-").Replace(t.Name())
}

// tooWide names the elements that stick out on the right.
const tooWide = `[...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > innerWidth + 1 &&
	getComputedStyle(e).position !== "fixed").slice(0, 5).map(e => e.tagName + "." + e.className).join(", ")`

// checkAccess runs axe on the page; each finding fails the test.
func (p *tab) checkAccess() {
	p.t.Helper()
	script, err := os.ReadFile(filepath.Join("..", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		p.t.Fatal("axe-core is missing; cd web && npm ci gets it")
	}
	eval[bool](p, string(script)+"; true")
	found := eval[[]string](p, `axe.run(document, {resultTypes: ["violations"]}).then(r => r.violations.map(v =>
		v.id + ": " + v.help + " — " + v.nodes.slice(0, 3).map(n => n.target.join(" ") + " " + (n.any[0]?.message ?? "")).join(" | ")))`)
	for _, line := range found {
		p.t.Errorf("axe: %s", line)
	}
}

func TestReadableWithoutScript(t *testing.T) {
	s := wide
	s.noScript = true
	for path, words := range map[string][]string{
		"/en/":                 {"See what a GPU does", "What cudaMalloc really does"},
		"/zh/learn/cudamalloc": {"三个动作", "float *d_data;", "没有 JavaScript"},
		"/en/play":             {"Running and stepping need JavaScript"},
		"/zh/gpus":             {"textbook-volta", "48 位地址"},
	} {
		p := open(t, path, s)
		text := eval[string](p, `document.body.innerText`)
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
