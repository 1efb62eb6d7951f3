package site

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"pagewalk/web/i18n"
	"pagewalk/web/pages"
)

// faults are the texts of the error pages; any other status is told as ours.
var faults = map[int]pages.FaultView{
	http.StatusNotFound: {
		Head: i18n.Text{En: "There is no page at this address.", Zh: "这个地址没有页面。"},
		Text: i18n.Text{En: "A lesson that is still to come has no page yet. The course lists those that are here.", Zh: "还没写好的课没有页面。课程表里列着已有的。"},
	},
	http.StatusMethodNotAllowed: {
		Head: i18n.Text{En: "This address can only be read.", Zh: "这个地址只能读取。"},
		Text: i18n.Text{En: "Pages answer GET and HEAD.", Zh: "页面只回应 GET 和 HEAD。"},
	},
	http.StatusRequestEntityTooLarge: {
		Head: i18n.Text{En: "That is too long.", Zh: "内容太长。"},
		Text: i18n.Text{En: "The server takes at most 64 KiB. Longer texts are read in your browser and need not be sent.", Zh: "服务器最多接收 64 KiB。更长的文字在浏览器里读，不需要发送。"},
	},
	http.StatusInternalServerError: {
		Head: i18n.Text{En: "This is a fault in Pagewalk.", Zh: "这是 Pagewalk 自身的故障。"},
		Text: i18n.Text{En: "The page could not be made. What you typed is still in your browser.", Zh: "页面没能生成。你输入的内容还在浏览器里。"},
	},
}

// fault answers a request that failed: a page in the language of the path.
func (s *site) fault(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	status := http.StatusInternalServerError
	var he *echo.HTTPError
	if errors.As(err, &he) {
		status = he.Code
	}
	view, ok := faults[status]
	if !ok {
		view, status = faults[http.StatusInternalServerError], http.StatusInternalServerError
	}
	if status == http.StatusInternalServerError && s.log != nil {
		fmt.Fprintf(s.log, "pagewalk: %s %s: %v\n", c.Request().Method, c.Request().URL.Path, err)
	}
	view.Status = status
	l, rest := languageOf(c.Request())
	page := pages.Fault(l, s.manifest, rest)
	if err := render(c, status, l, pages.FaultPage(page, view)); err != nil && s.log != nil {
		fmt.Fprintf(s.log, "pagewalk: error page: %v\n", err)
	}
}
