package site

import (
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"pagewalk/web/i18n"
)

// cookieName remembers the language of the last page that was read.
const cookieName = "lang"

// chooseLanguage redirects "/" to the home page of the visitor's language.
func (s *site) chooseLanguage(c echo.Context) error {
	h := c.Response().Header()
	h.Set("Vary", "Accept-Language, Cookie")
	h.Set("Cache-Control", "no-store")
	return c.Redirect(http.StatusFound, "/"+string(preferred(c.Request()))+"/")
}

// preferred is the language of the cookie, else of Accept-Language.
func preferred(r *http.Request) i18n.Lang {
	if cookie, err := r.Cookie(cookieName); err == nil {
		if l, ok := i18n.Parse(cookie.Value); ok {
			return l
		}
	}
	return i18n.Accept(r.Header.Get("Accept-Language"))
}

// remember sets the cookie if it says something else.
func remember(c echo.Context, l i18n.Lang) {
	if cookie, err := c.Cookie(cookieName); err == nil && cookie.Value == string(l) {
		return
	}
	c.SetCookie(&http.Cookie{
		Name: cookieName, Value: string(l), Path: "/", MaxAge: int((365 * 24 * time.Hour).Seconds()),
		SameSite: http.SameSiteLaxMode, HttpOnly: true,
	})
}

// languageOf is the language that a path names, else the visitor's.
func languageOf(r *http.Request) (l i18n.Lang, rest string) {
	first, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if l, ok := i18n.Parse(first); ok {
		return l, "/" + rest
	}
	return preferred(r), "/"
}
