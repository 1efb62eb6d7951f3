package site

import (
	"bytes"
	"net/http"
	"strings"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"pagewalk/lessons"
	"pagewalk/web/assets"
	"pagewalk/web/i18n"
	"pagewalk/web/pages"
)

// shower makes a page for a request, or says why it cannot.
type shower func(c echo.Context, l i18n.Lang, m assets.Manifest) (templ.Component, error)

// route is a page: its path without the language, and what shows it.
type route struct {
	path string
	show shower
}

// routes are the pages of each language. A path that ends without a slash has
// one address only; the home page is the language's folder itself.
var routes = [...]route{
	{"/", showHome},
	{"/learn", showCourse},
	{"/learn/:lesson", showLesson},
	{"/play", showPlay},
	{"/open", showOpen},
	{"/gpus", showGPUs},
	{"/conformance", showConformance},
	{"/lab", showLab},
	{"/mmu", showMicroscope},
	{"/help", showHelp},
}

// otherSlash is a path as people also type it: with a slash at its end if it
// has none, without it if it has one.
func otherSlash(path string) string {
	if cut, ok := strings.CutSuffix(path, "/"); ok {
		return cut
	}
	return path + "/"
}

// moveSlash sends such a path on to the page's one address.
func (s *site) moveSlash(c echo.Context) error {
	to := *c.Request().URL
	to.Path, to.RawPath = otherSlash(to.Path), ""
	return c.Redirect(http.StatusMovedPermanently, to.RequestURI())
}

// page makes a handler that renders what show gives. The page is rendered whole
// before the first byte is sent, so that a fault can still become an error page.
func (s *site) page(l i18n.Lang, show shower) echo.HandlerFunc {
	return func(c echo.Context) error {
		component, err := show(c, l, s.manifest)
		if err != nil {
			return err
		}
		remember(c, l)
		return render(c, http.StatusOK, l, component)
	}
}

func render(c echo.Context, status int, l i18n.Lang, component templ.Component) error {
	var body bytes.Buffer
	if err := component.Render(c.Request().Context(), &body); err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set("Content-Language", l.Tag())
	h.Set("Cache-Control", "no-cache")
	return c.HTMLBlob(status, body.Bytes())
}

func showHome(_ echo.Context, l i18n.Lang, m assets.Manifest) (templ.Component, error) {
	return pages.HomePage(pages.Home(l, m)), nil
}

func showCourse(_ echo.Context, l i18n.Lang, m assets.Manifest) (templ.Component, error) {
	return pages.CoursePage(pages.Course(l, m)), nil
}

// showLesson shows a lesson; ?program= picks the program beside the text.
func showLesson(c echo.Context, l i18n.Lang, m assets.Manifest) (templ.Component, error) {
	lesson := lessons.Find(c.Param("lesson"))
	if lesson == nil {
		return nil, echo.ErrNotFound
	}
	shown := &lesson.Programs[0]
	if id := c.QueryParam("program"); id != "" {
		if shown = lesson.Program(id); shown == nil {
			return nil, echo.ErrNotFound
		}
	}
	run := play(shown, shown.Profile, l)
	view := pages.LessonView{
		Lesson: lesson, Shown: shown, Profile: shown.Profile, Transitions: run.transitions,
		At: func(q *lessons.Question) string { return run.decides(q.Event) },
	}
	for _, g := range gpus() {
		if g.Name == shown.Profile {
			view.Title, view.Kind = g.Title, g.Kind
		}
	}
	return pages.LessonPage(pages.Lesson(l, m, lesson), view), nil
}

// showPlay shows the playground; ?scenario= and ?profile= choose what it opens,
// or ?goal= a task of a lesson.
// A name that is not known falls back to the first: a stale link still opens.
func showPlay(c echo.Context, l i18n.Lang, m assets.Manifest) (templ.Component, error) {
	scenario := lessons.Scenario(c.QueryParam("scenario"))
	if scenario == nil {
		scenario = &lessons.Scenarios()[0]
	}
	view := pages.PlayView{Scenario: scenario, Profile: scenario.Profile, Profiles: gpus(), Task: pages.FindTask(c.QueryParam("goal"))}
	if t := view.Task; t != nil {
		view.Scenario, view.Profile = t.Program(), t.Goal.Profile
	}
	for _, g := range view.Profiles {
		if g.Name == c.QueryParam("profile") {
			view.Profile = g.Name
		}
	}
	return pages.PlayPage(pages.Playground(l, m), view), nil
}

func showOpen(_ echo.Context, l i18n.Lang, m assets.Manifest) (templ.Component, error) {
	return pages.OpenPage(pages.Open(l, m)), nil
}

func showConformance(_ echo.Context, l i18n.Lang, m assets.Manifest) (templ.Component, error) {
	return pages.ConformancePage(pages.Conformance(l, m)), nil
}

func showGPUs(_ echo.Context, l i18n.Lang, m assets.Manifest) (templ.Component, error) {
	return pages.GPUsPage(pages.GPUs(l, m), gpus()), nil
}

func showHelp(_ echo.Context, l i18n.Lang, m assets.Manifest) (templ.Component, error) {
	return pages.HelpPage(pages.Help(l, m)), nil
}
