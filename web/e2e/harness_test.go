package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"pagewalk/server/site"
	"pagewalk/static"
)

// patience is how long a test waits for anything that should happen soon, and
// tabLife how long it may look at one tab. Both are for a machine that has ten
// other things to do at the same time: alone, nothing here takes a tenth of it.
const (
	patience = time.Minute
	tabLife  = 5 * time.Minute
)

// The world of the tests: the site's address and a browser, or why not.
var (
	address string
	browser context.Context
	missing string
)

func TestMain(m *testing.M) { os.Exit(withWorld(m)) }

func withWorld(m *testing.M) int {
	if !static.Built() {
		missing = "the assets are not built; make build builds them"
		return m.Run()
	}
	path := findChromium()
	if path == "" {
		missing = "Chromium is missing; sudo apt-get install chromium gets it"
		return m.Run()
	}
	server := httptest.NewServer(site.New(site.Options{Dist: static.Dist(), Log: os.Stderr}))
	defer server.Close()
	address = server.URL
	profile, err := os.MkdirTemp("", "pagewalk-chromium-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer removeProfile(profile)
	ctx, cancel := startBrowser(path, profile)
	defer cancel()
	if err := chromedp.Do(ctx); err != nil {
		missing = "Chromium does not start: " + err.Error()
		return m.Run()
	}
	browser = ctx
	return m.Run()
}

func findChromium() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// startBrowser makes a browser that talks to nobody but the site.
func startBrowser(path, profile string) (context.Context, context.CancelFunc) {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.UserDataDir(profile), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("force-color-profile", "srgb"), chromedp.Flag("disable-dev-shm-usage", true))
	allocator, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ := chromedp.NewContext(allocator)
	return ctx, cancel
}

// removeProfile removes the profile; the browser may still write to it for a
// moment after its end.
func removeProfile(folder string) {
	for range 20 {
		if os.RemoveAll(folder) == nil {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// screen is what a reader looks at the page with.
type screen struct {
	width, height int64
	dark          bool
	still         bool // prefers reduced motion
	noScript      bool
}

var (
	wide   = screen{width: 1440, height: 900, still: true}
	night  = screen{width: 1440, height: 900, dark: true, still: true}
	narrow = screen{width: 390, height: 844, still: true}

	narrowNight = screen{width: 390, height: 844, dark: true, still: true}
)

// tab is one page in the browser, and what it wrote to its console.
type tab struct {
	t   *testing.T
	ctx context.Context

	base    string   // the site's address
	expects []string // what the page may complain of: parts of lines

	lock sync.Mutex
	said []string
}

// open opens a path of the site in a tab of its own, with storage of its own.
func open(t *testing.T, path string, s screen) *tab {
	t.Helper()
	return openAt(t, address, path, s)
}

// openAt opens a path of another site.
func openAt(t *testing.T, base, path string, s screen, expects ...string) *tab {
	t.Helper()
	if missing != "" {
		t.Skip(missing)
	}
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	limited, stop := context.WithTimeout(ctx, tabLife)
	p := &tab{t: t, ctx: limited, base: base, expects: expects}
	p.listen(ctx)
	t.Cleanup(func() {
		p.checkConsole()
		stop()
		cancel()
	})
	p.dress(s)
	p.goTo(path)
	return p
}

// listen collects what the page writes to its console.
func (p *tab) listen(ctx context.Context) {
	messages := chromedp.Console(ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			if m.IsException() || m.Type == "error" || m.Type == "warning" {
				p.lock.Lock()
				p.said = append(p.said, fmt.Sprintf("%s %s %s:%d", m.Type, m.Text, m.URL, m.Line))
				p.lock.Unlock()
			}
		}
	}()
}

// checkConsole fails the test if the page complained.
func (p *tab) checkConsole() {
	p.lock.Lock()
	defer p.lock.Unlock()
	for _, line := range p.said {
		if !slices.ContainsFunc(p.expects, func(part string) bool { return strings.Contains(line, part) }) {
			p.t.Errorf("console: %s", line)
		}
	}
}

// dress sets size, theme and motion.
func (p *tab) dress(s screen) {
	p.t.Helper()
	theme, motion := "light", "no-preference"
	if s.dark {
		theme = "dark"
	}
	if s.still {
		motion = "reduce"
	}
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: theme}, {Name: "prefers-reduced-motion", Value: motion},
	}}
	if _, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, media); err != nil {
		p.t.Fatal(err)
	}
	if s.noScript {
		if _, err := chromedp.Call(p.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
			p.t.Fatal(err)
		}
	}
	p.do(chromedp.EmulateViewport(s.width, s.height))
}

// do runs actions and fails the test if one of them fails.
func (p *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, actions...); err != nil {
		p.t.Fatal(err)
	}
}

// goTo loads a path of the site.
func (p *tab) goTo(path string) {
	p.t.Helper()
	p.do(chromedp.Navigate(p.base + path))
}

// reload loads the page again. What is asked next is asked of the new one.
func (p *tab) reload() {
	p.t.Helper()
	p.do(chromedp.Reload())
}

// eval gives the value of a JavaScript expression; a promise is awaited.
func eval[T any](p *tab, expression string) T {
	p.t.Helper()
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", shorten(expression), err)
	}
	return value
}

// wait waits until an expression is truthy. It survives a navigation: an
// expression that cannot be evaluated at this moment counts as not yet true.
func (p *tab) wait(expression string) {
	p.t.Helper()
	var last error
	pause := 5 * time.Millisecond
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(pause) {
		pause = min(pause*2, 80*time.Millisecond)
		value, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool]("!!("+expression+")"))
		if value && err == nil {
			return
		}
		last = err
	}
	p.t.Fatalf("waited %v for %s (%v); %s", patience, shorten(expression), last, p.state())
}

// state says in what state a page is that does not do what it should.
func (p *tab) state() string {
	limited, stop := context.WithTimeout(p.ctx, 5*time.Second)
	defer stop()
	said, err := chromedp.Run(limited, chromedp.Evaluate[string](`[location.pathname + location.search, document.readyState, document.visibilityState,
		Math.round(performance.now()) + " ms old", document.querySelector("[aria-live]")?.textContent ?? ""].join(", ")`))
	if err != nil {
		return "the page does not answer: " + err.Error()
	}
	return said
}

// press types keys at what has the focus.
func (p *tab) press(keys ...string) {
	p.t.Helper()
	for _, key := range keys {
		p.do(chromedp.KeyEvent(key))
	}
}

// hold presses a key together with others.
func (p *tab) hold(key string, with ...chromedp.Modifier) {
	p.t.Helper()
	p.do(chromedp.KeyEvent(key, chromedp.KeyModifiers(with...)))
}

// set runs statements in the page.
func (p *tab) set(statements string) {
	p.t.Helper()
	eval[bool](p, "(() => { "+statements+" })(), true")
}

// write puts a text in place of what stands in the full editor, as somebody
// does who selects all and pastes.
func (p *tab) write(text string) {
	p.t.Helper()
	p.set(`document.querySelector("code-editor textarea")?.focus()`)
	p.wait(inEditor + `.querySelector(".cm-content")`)
	p.set(inEditor + `.querySelector(".cm-content").focus()`)
	p.hold("a", chromedp.ModifierCtrl)
	if _, err := chromedp.Call(p.ctx, input.InsertText, input.InsertTextParams{Text: text}); err != nil {
		p.t.Fatal(err)
	}
	p.wait(`document.querySelector("code-editor").text.trim() === ` + quote(strings.TrimSpace(text)))
}

// inEditor is the root of the full editor, once it has been loaded.
const inEditor = `[...document.querySelectorAll("code-editor .field > div")].find(d => d.shadowRoot)?.shadowRoot`

// quote makes a JavaScript string.
func quote(s string) string {
	out, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(out)
}

// shot writes a picture of the screen if somebody asked for pictures.
func (p *tab) shot(name string) {
	p.t.Helper()
	folder := os.Getenv("PAGEWALK_SHOTS")
	if folder == "" {
		return
	}
	picture, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o644)
	}
	if err != nil {
		p.t.Error(err)
	}
}

func shorten(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > 120 {
		return s[:120] + "…"
	}
	return s
}
