package site

import (
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"pagewalk/lessons"
	"pagewalk/web/assets"
	"pagewalk/web/i18n"
)

// handler is a site with a small build.
func handler() http.Handler {
	return New(Options{Log: io.Discard, Dist: fstest.MapFS{
		"manifest.json": {Data: []byte(`{"main.js":{"name":"main-A.js"},"main.css":{"name":"main-B.css"}}`)},
		"main-A.js":     {Data: []byte("1")},
		"main-B.css":    {Data: []byte("a{}")},
	}})
}

// get sends one request; headers are pairs.
func get(t *testing.T, method, path string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	handler().ServeHTTP(w, r)
	return w
}

// paths are all pages without their language.
func paths() []string {
	all := []string{"/", "/learn", "/play", "/open", "/mmu", "/compare", "/gpus", "/help"}
	for _, lesson := range lessons.All() {
		all = append(all, "/learn/"+lesson.ID)
	}
	return all
}

func TestRootPicksLanguage(t *testing.T) {
	tests := []struct{ accept, cookie, want string }{
		{"", "", "/en/"},
		{"zh-CN,zh;q=0.9", "", "/zh/"},
		{"zh-CN", "lang=en", "/en/"},
		{"en", "lang=zh", "/zh/"},
		{"zh", "lang=xx", "/zh/"},
	}
	for _, test := range tests {
		w := get(t, "GET", "/", "Accept-Language", test.accept, "Cookie", test.cookie)
		if w.Code != http.StatusFound || w.Header().Get("Location") != test.want {
			t.Errorf("%+v: %d to %q", test, w.Code, w.Header().Get("Location"))
		}
		if !strings.Contains(w.Header().Get("Vary"), "Accept-Language") {
			t.Errorf("%+v: Vary %q", test, w.Header().Get("Vary"))
		}
	}
}

// A page is found with the wrong slash at its end, too; the rest of the address
// goes along.
func TestSlashes(t *testing.T) {
	for _, test := range [][2]string{
		{"/en", "/en/"}, {"/zh?a=b", "/zh/?a=b"}, {"/en/play/?program=x", "/en/play?program=x"},
		{"/zh/learn/", "/zh/learn"}, {"/en/learn/cudamalloc/", "/en/learn/cudamalloc"},
	} {
		w := get(t, "GET", test[0])
		if w.Code != http.StatusMovedPermanently || w.Header().Get("Location") != test[1] {
			t.Errorf("%s: %d %q, want %q", test[0], w.Code, w.Header().Get("Location"), test[1])
		}
	}
	if w := get(t, "GET", "//evil.example/en"); w.Code != http.StatusNotFound {
		t.Errorf("another host: %d", w.Code)
	}
}

func TestEveryPageInBothLanguages(t *testing.T) {
	for _, l := range i18n.All {
		for _, path := range paths() {
			w := get(t, "GET", "/"+string(l)+path)
			body := w.Body.String()
			if w.Code != 200 {
				t.Errorf("/%s%s: status %d", l, path, w.Code)
				continue
			}
			for _, want := range []string{`<html lang="` + l.Tag() + `"`, "<title>", `<main id="main">`, "<h1", `href="/static/main-B.css"`, `src="/static/main-A.js"`} {
				if !strings.Contains(body, want) {
					t.Errorf("/%s%s: no %q", l, path, want)
				}
			}
			if w.Header().Get("Content-Language") != l.Tag() {
				t.Errorf("/%s%s: Content-Language %q", l, path, w.Header().Get("Content-Language"))
			}
		}
	}
}

// inline finds what the policy forbids: scripts with a body that runs, style
// elements, style attributes, handlers in attributes.
var inline = regexp.MustCompile(`<script>|<script type="module">|<style|\sstyle="|\son[a-z]+="`)

func TestPagesKeepThePolicy(t *testing.T) {
	for _, l := range i18n.All {
		for _, path := range append(paths(), "/nowhere") {
			w := get(t, "GET", "/"+string(l)+path)
			if found := inline.FindString(w.Body.String()); found != "" {
				t.Errorf("/%s%s has %q", l, path, found)
			}
			if w.Header().Get("Content-Security-Policy") != policy || w.Header().Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("/%s%s: headers %v", l, path, w.Header())
			}
		}
	}
	scripts, _, _ := strings.Cut(policy[strings.Index(policy, "script-src"):], ";")
	if scripts != "script-src 'self' 'wasm-unsafe-eval'" {
		t.Error("the policy allows inline script or eval")
	}
}

var (
	links = regexp.MustCompile(`href="(/[^"#?]*)`)
	ids   = regexp.MustCompile(`\sid="([^"]*)"`)
)

func TestEveryLinkLeadsSomewhere(t *testing.T) {
	seen := map[string]bool{}
	for _, l := range i18n.All {
		for _, path := range paths() {
			body := get(t, "GET", "/"+string(l)+path).Body.String()
			for _, match := range links.FindAllStringSubmatch(body, -1) {
				target := match[1]
				if seen[target] {
					continue
				}
				seen[target] = true
				if code := get(t, "GET", target).Code; code >= 400 {
					t.Errorf("/%s%s links to %s: status %d", l, path, target, code)
				}
			}
		}
	}
	if len(seen) < 10 {
		t.Errorf("only %d links found", len(seen))
	}
}

func TestIdsAreUnique(t *testing.T) {
	for _, path := range paths() {
		seen := map[string]bool{}
		for _, match := range ids.FindAllStringSubmatch(get(t, "GET", "/en"+path).Body.String(), -1) {
			if seen[match[1]] {
				t.Errorf("%s: id %q twice", path, match[1])
			}
			seen[match[1]] = true
		}
	}
}

func TestLessonReadsWithoutScript(t *testing.T) {
	for _, l := range i18n.All {
		for _, lesson := range lessons.All() {
			body := get(t, "GET", "/"+string(l)+"/learn/"+lesson.ID).Body.String()
			for _, q := range lesson.Questions {
				if !strings.Contains(body, templ.EscapeString(q.Ask.In(l))) {
					t.Errorf("%s %s: question %s is not in the page", lesson.ID, l, q.ID)
				}
			}
			for _, p := range lesson.Programs {
				if !strings.Contains(body, p.Title.In(l)) {
					t.Errorf("%s %s: program %s is not in the page", lesson.ID, l, p.ID)
				}
			}
			if !strings.Contains(body, "<noscript>") {
				t.Errorf("%s %s: nothing is said to readers without JavaScript", lesson.ID, l)
			}
		}
	}
}

func TestLessonShowsTheChosenProgram(t *testing.T) {
	if code := get(t, "GET", "/en/learn/cudamalloc?program=nowhere").Code; code != 404 {
		t.Errorf("unknown program: status %d", code)
	}
	body := get(t, "GET", "/en/learn/cudamalloc?program=two-calls").Body.String()
	if !strings.Contains(body, `data-profile="h200-r580"`) {
		t.Error("the chosen program's profile is not shown")
	}
}

func TestPlayFallsBackToTheFirstScenario(t *testing.T) {
	w := get(t, "GET", "/en/play?scenario=%3Cscript%3E&profile=nothing")
	if w.Code != 200 || strings.Contains(w.Body.String(), "<script>") {
		t.Errorf("status %d", w.Code)
	}
	body := get(t, "GET", "/en/play?scenario=holes&profile=textbook-volta").Body.String()
	if !strings.Contains(body, `data-profile="textbook-volta"`) || !strings.Contains(body, "every second block") {
		t.Error("scenario or profile of the address is not shown")
	}
}

func TestFaults(t *testing.T) {
	tests := []struct {
		method, path, want string
		status             int
	}{
		{"GET", "/en/nowhere", "There is no page", 404},
		{"GET", "/zh/nowhere", "没有页面", 404},
		{"GET", "/en/learn/gate", "There is no page", 404},
		{"GET", "/zh/learn/%00", "没有页面", 404},
		{"GET", "/en/play/more", "There is no page", 404},
		{"GET", "/static/nothing.js", "There is no page", 404},
		{"POST", "/zh/play", "只能读取", 405},
		{"DELETE", "/", "can only be read", 405},
	}
	for _, test := range tests {
		w := get(t, test.method, test.path)
		if w.Code != test.status || !strings.Contains(w.Body.String(), test.want) {
			t.Errorf("%s %s: status %d, want %d and %q", test.method, test.path, w.Code, test.status, test.want)
		}
	}
}

func TestLongBodyIsRefused(t *testing.T) {
	r := httptest.NewRequest("POST", "/en/play", strings.NewReader(strings.Repeat("x", 100<<10)))
	w := httptest.NewRecorder()
	handler().ServeHTTP(w, r)
	if w.Code != http.StatusRequestEntityTooLarge && w.Code != http.StatusMethodNotAllowed {
		t.Errorf("status %d", w.Code)
	}
}

func TestPanicBecomesAPage(t *testing.T) {
	e := echo.New()
	s := &site{manifest: assets.Manifest{}, log: io.Discard}
	e.HTTPErrorHandler = s.fault
	e.GET("/zh/x", func(echo.Context) error { return io.ErrUnexpectedEOF })
	w := httptest.NewRecorder()
	e.ServeHTTP(w, httptest.NewRequest("GET", "/zh/x", nil))
	if w.Code != 500 || !strings.Contains(w.Body.String(), "Pagewalk 自身的故障") {
		t.Errorf("status %d: %s", w.Code, w.Body.String())
	}
}

func TestHeadHasNoBody(t *testing.T) {
	if w := get(t, "HEAD", "/en/"); w.Code != 200 {
		t.Errorf("status %d", w.Code)
	}
}

func TestLanguageIsRemembered(t *testing.T) {
	if got := get(t, "GET", "/zh/gpus").Header().Get("Set-Cookie"); !strings.HasPrefix(got, "lang=zh;") {
		t.Errorf("first visit sets %q", got)
	}
	if got := get(t, "GET", "/zh/gpus", "Cookie", "lang=zh").Header().Get("Set-Cookie"); got != "" {
		t.Errorf("second visit sets %q again", got)
	}
}

func TestQuestionsAreHeldBackByARealEvent(t *testing.T) {
	for _, lesson := range lessons.All() {
		for _, q := range lesson.Questions {
			p := lesson.Program(q.Program)
			if got := play(p, q.Profile, i18n.En).decides(q.Event); got == "" {
				t.Errorf("%s %s: no event %q on line %d of %s", lesson.ID, q.ID, q.Event.Kind, q.Event.Line, q.Program)
			}
		}
	}
}

func TestTransitionsAreListed(t *testing.T) {
	for l, word := range map[i18n.Lang]string{i18n.En: "IS_SPLIT. It becomes 2 children of 4 KiB", i18n.Zh: "IS_SPLIT"} {
		body := get(t, "GET", "/"+string(l)+"/learn/cudamalloc").Body.String()
		if !strings.Contains(body, word) || strings.Count(body, `<span class="no">`) < 60 {
			t.Errorf("%s: the transitions are not listed", l)
		}
	}
}

// TestThePictureOfTheHomePageStartsAtTheLeaf: the event that data-start names
// is the one that the server's own drawing shows.
func TestThePictureOfTheHomePageStartsAtTheLeaf(t *testing.T) {
	p := lessons.Scenario("two-calls")
	said := play(p, p.Profile, i18n.En).transitions[12-1].Sentence
	if said != "One entry is written: PDE0[175] is now a 2 MiB leaf that points at page 264." {
		t.Errorf("event 12 is %q", said)
	}
	if body := get(t, "GET", "/en/").Body.String(); !strings.Contains(body, said) || !strings.Contains(body, `data-start="12"`) {
		t.Error("the home page shows another moment")
	}
}
