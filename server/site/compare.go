package site

import (
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"pagewalk/engine/compare"
	"pagewalk/engine/explain"
	"pagewalk/engine/machine"
	"pagewalk/engine/profile"
	"pagewalk/engine/scenario"
	"pagewalk/engine/target"
	"pagewalk/lessons"
	"pagewalk/server/recording"
	"pagewalk/web/assets"
	"pagewalk/web/i18n"
	"pagewalk/web/pages"
)

// The sides of a comparison beside the profiles' names.
const (
	sideRecorded = "recorded"
	sideNative   = "native"
)

// showCompare shows two runs side by side; ?program=, ?a= and ?b= choose. A name
// that is not known falls back to the first: a stale link still opens. What the
// server knows of the comparison stands there until the engine has come.
func (s *site) showCompare(c echo.Context, l i18n.Lang, m assets.Manifest) (templ.Component, error) {
	program := lessons.FindRecording(c.QueryParam("program"))
	if program == nil {
		program = &lessons.Recordings()[0]
	}
	view := pages.CompareView{Program: *program, Profiles: gpus(), Native: s.native != nil}
	view.A, view.B = s.side(c.QueryParam("a"), "h200-r580"), s.side(c.QueryParam("b"), sideRecorded)
	if view.A != sideNative && view.B != sideNative {
		view.Report = reportOf(program, view.A, view.B, l)
	}
	return pages.ComparePage(pages.Compare(l, m), view), nil
}

func (s *site) side(asked, otherwise string) string {
	if asked == sideRecorded || asked == sideNative && s.native != nil || profile.Get(asked) != nil {
		return asked
	}
	return otherwise
}

// reports keeps what was compared, by program, sides and language; there are few
// of each.
var reports sync.Map

func reportOf(program *lessons.Recording, a, b string, l i18n.Lang) *pages.CompareReport {
	key := strings.Join([]string{program.ID, a, b, string(l)}, " ")
	if found, ok := reports.Load(key); ok {
		return found.(*pages.CompareReport)
	}
	found, _ := reports.LoadOrStore(key, compareSides(program, a, b, l))
	return found.(*pages.CompareReport)
}

// compareSides compares two sides of a recorded program. Recordings of ours that
// cannot be read are told by the tests; the page then has no report.
func compareSides(program *lessons.Recording, a, b string, l i18n.Lang) *pages.CompareReport {
	file, err := recording.Read(program.File())
	if err != nil {
		return nil
	}
	var runs [2]*compare.Run
	for i, name := range [2]string{a, b} {
		if name == sideRecorded {
			runs[i] = file.Run()
		} else {
			runs[i] = playSide(file.Header.Program, name, [2]string{b, a}[i] == sideRecorded)
		}
	}
	if runs[0] == nil || runs[1] == nil {
		return nil
	}
	lang := explain.EN
	if l == i18n.Zh {
		lang = explain.ZH
	}
	return sayReport(runs, compare.Compare(runs[0], runs[1]), lang)
}

// playSide plays a program on a simulated machine.
func playSide(source, profileName string, watched bool) *compare.Run {
	program, _ := scenario.Compile([]byte(source), scenario.Options{})
	p := profile.Get(profileName)
	if program == nil || p == nil {
		return nil
	}
	for _, line := range program.Settings.Set {
		if profile.Set(p, line) != nil {
			return nil
		}
	}
	m := machine.New(p, lessons.Seed)
	m.Watched = watched
	run := &compare.Run{Name: p.Title}
	run.Start, _ = m.Driver.Memory()
	scenario.RunOn(m, program, scenario.RunOptions{Seed: lessons.Seed, Row: func(r *scenario.Row) {
		run.Rows = append(run.Rows, compare.Row{
			Call: r.Call, Unable: r.Progress == target.Unable, Code: r.Code, Why: r.Why.ID, Out: r.Out, PS: r.End - r.Begin, Free: r.Sample.Free, Ioctls: r.Ioctls,
		})
	}})
	return run
}

// mostSaid is how many differences a page lists without the engine.
const mostSaid = 12

func sayReport(runs [2]*compare.Run, r *compare.Report, lang explain.Lang) *pages.CompareReport {
	out := &pages.CompareReport{A: runs[0].Name, B: runs[1].Name, Real: runs[0].Measured != runs[1].Measured}
	for c := range compare.Columns {
		t := &r.Tallies[c]
		out.Columns = append(out.Columns, pages.CompareColumn{Name: explain.CompareColumn(lang, c), Judged: c.Judged(), Same: t.Same, Compared: t.Compared})
	}
	for i := range r.Differences {
		d := &r.Differences[i]
		if d.Column == compare.Times {
			continue
		}
		if len(out.Differences) == mostSaid {
			out.More++
			continue
		}
		p := r.Pairs[d.Pair]
		a, b := rowOf(runs[0], p.A), rowOf(runs[1], p.B)
		any := a
		if any == nil {
			any = b
		}
		out.Differences = append(out.Differences, pages.CompareDifference{
			Row: d.Pair + 1, Call: target.Ops[any.Call.Op].Name, Column: explain.CompareColumn(lang, d.Column),
			A: explain.CompareValue(d, a, d.A), B: explain.CompareValue(d, b, d.B),
			Rule: d.Rule.Name(), Why: explain.CompareRule(lang, d.Rule), Section: d.Rule.Section(),
		})
	}
	return out
}

func rowOf(run *compare.Run, i int) *compare.Row {
	if i < 0 {
		return nil
	}
	return &run.Rows[i]
}

// sendRecording sends a recorded run as the file that it is.
func (s *site) sendRecording(c echo.Context) error {
	id, packed := strings.CutSuffix(c.Param("file"), ".jsonl.gz")
	r := lessons.FindRecording(id)
	if !packed || r == nil {
		return echo.ErrNotFound
	}
	c.Response().Header().Set("Cache-Control", "max-age=3600")
	return c.Blob(http.StatusOK, "application/gzip", r.File())
}

// runNative plays a recorded program on this machine's GPU and sends each row
// when it is answered. Only programs of ours are played, one at a time, and only
// for pages of this site.
func (s *site) runNative(c echo.Context) error {
	r := lessons.FindRecording(c.Param("id"))
	if s.native == nil || r == nil {
		return echo.ErrNotFound
	}
	if site := c.Request().Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" {
		return c.String(http.StatusForbidden, "only for pages of this site")
	}
	l := i18n.En
	if c.QueryParam("lang") == "zh" {
		l = i18n.Zh
	}
	if !s.card.TryLock() {
		return c.String(http.StatusServiceUnavailable, l.Pick("the card is at work for another page.", "显卡正在为另一个页面运行。"))
	}
	defer s.card.Unlock()
	file, err := recording.Read(r.File())
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	out := &lines{to: c.Response()}
	err = s.native(c.Request().Context(), file.Header.Name, file.Header.Program, out)
	if err != nil && !out.begun {
		return c.String(http.StatusServiceUnavailable, told(err, l))
	}
	return nil // what came before an error is whole, and says how it ended
}

// Told is an error that can be told in both languages.
type Told interface {
	error
	In(l i18n.Lang) string
}

func told(err error, l i18n.Lang) string {
	var t Told
	if errors.As(err, &t) {
		return t.In(l)
	}
	return err.Error()
}

// rowTimeout is how long a reader may take to accept a row.
const rowTimeout = 10 * time.Second

// lines sends what is written to it at once.
type lines struct {
	to    *echo.Response
	begun bool
}

func (l *lines) Write(b []byte) (int, error) {
	control := http.NewResponseController(l.to.Writer)
	if !l.begun {
		l.begun = true
		l.to.Header().Set("Content-Type", "application/x-ndjson")
	}
	control.SetWriteDeadline(time.Now().Add(rowTimeout)) // a run may outlast the server's own
	n, err := l.to.Write(b)
	if err == nil {
		l.to.Flush()
	}
	return n, err
}
