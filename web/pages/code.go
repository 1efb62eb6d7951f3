package pages

import (
	"context"
	"html"
	"io"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"pagewalk/lessons"
	"pagewalk/web/i18n"
)

// Code and running text are written here and not in templ, because a space that
// templ leaves between two expressions would be seen in them.

// source shows a program line by line, numbered; elements mark the current one.
func source(label string, lines []string, followed bool) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		var out strings.Builder
		out.WriteString(`<div class="code" role="group" tabindex="0" aria-label="` + html.EscapeString(label) + `">`)
		for i, line := range lines {
			number := strconv.Itoa(i + 1)
			out.WriteString(`<div class="l" data-n="` + number + `"`)
			if followed {
				out.WriteString(` data-line="` + number + `"`)
			}
			out.WriteString(`>`)
			for _, t := range highlight(line) {
				writeToken(&out, t)
			}
			out.WriteString(`</div>`)
		}
		out.WriteString(`</div>`)
		_, err := io.WriteString(w, out.String())
		return err
	})
}

// listing is a program that the machine beside the text does not run.
func listing(label string, lines []string) templ.Component { return source(label, lines, false) }

func writeToken(out *strings.Builder, t token) {
	if t.class == "" {
		out.WriteString(html.EscapeString(t.text))
		return
	}
	out.WriteString(`<span class="` + t.class + `">` + html.EscapeString(t.text) + `</span>`)
}

// spans sets running text. A chip is a component of its own.
func spans(l i18n.Lang, all []lessons.Span) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		for _, span := range all {
			if err := writeSpan(ctx, w, l, span); err != nil {
				return err
			}
		}
		return nil
	})
}

func writeSpan(ctx context.Context, w io.Writer, l i18n.Lang, span lessons.Span) error {
	text := html.EscapeString(span.Text)
	switch span.Kind {
	case lessons.Chip:
		return prov(l, span.Text).Render(ctx, w)
	case lessons.Code:
		text = "<code>" + text + "</code>"
	case lessons.Strong:
		text = "<b>" + text + "</b>"
	case lessons.Link:
		text = `<a href="` + html.EscapeString(inSite(l, span.Href)) + `">` + text + "</a>"
	}
	_, err := io.WriteString(w, text)
	return err
}

// inSite puts the language before a path; a fragment stays as it is.
func inSite(l i18n.Lang, href string) string {
	if href[0] == '/' {
		return Address(l, href)
	}
	return href
}
