package e2e

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"pagewalk/server/site"
	"pagewalk/static"
)

// siteWith starts the site behind a gate that sees every request first and says
// whether it goes on.
func siteWith(t *testing.T, gate func(w http.ResponseWriter, r *http.Request) bool) string {
	t.Helper()
	if missing != "" {
		t.Skip(missing)
	}
	inner := site.New(site.Options{Dist: static.Dist(), Log: os.Stderr})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if gate(w, r) {
			inner.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// TestStepsBeforeTheEngine: as long as the engine's WebAssembly has not come,
// the shipped log is stepped; when it comes, it takes over where one stands.
func TestStepsBeforeTheEngine(t *testing.T) {
	come := make(chan struct{})
	base := siteWith(t, func(_ http.ResponseWriter, r *http.Request) bool {
		if strings.Contains(r.URL.Path, ".wasm") {
			select {
			case <-come:
			case <-r.Context().Done():
				return false
			}
		}
		return true
	})
	p := openAt(t, base, "/en/play", wide)
	p.wait(`document.querySelector(".dock .count")`)
	p.counts("1")
	p.press(kb.ArrowRight, kb.ArrowRight, kb.ArrowRight, kb.ArrowLeft)
	p.counts("3")
	p.set(`document.querySelector(".scrub").focus()`)
	p.press(kb.End)
	p.wait(moment + `.event === ` + moment + `.events - 1`)
	p.press(kb.Home, kb.ArrowRight)
	p.counts("2")
	p.wait(`document.querySelectorAll("event-log [data-ev]").length > 3`)
	close(come)
	p.wait(`document.querySelector("pw-machine").player.engine.value.ready.then(() => document.body.dataset.tested = "ready"), document.body.dataset.tested === "ready"`)
	p.press(kb.ArrowRight)
	p.counts("3")
	p.set(`document.querySelector("[data-run]").click()`)
	p.wait(told + `.includes("events in")`)
}

// TestWithoutTheEngine: a lesson is stepped from its log, and a goal says what
// it lacks.
func TestWithoutTheEngine(t *testing.T) {
	base := siteWith(t, func(w http.ResponseWriter, r *http.Request) bool {
		if strings.Contains(r.URL.Path, ".wasm") {
			http.NotFound(w, r)
			return false
		}
		return true
	})
	p := openAt(t, base, "/en/play?goal=cudamalloc.too-big", wide, "404", ".wasm")
	p.wait(`document.querySelector(".dock .count")`)
	p.wait(foundText + `.includes("could not be loaded")`)
	p.press(kb.ArrowRight)
	p.counts("2")
	p.set(`document.querySelector('[data-setlang="zh"]').click()`)
	p.wait(`location.pathname === "/zh/play"`)
}
