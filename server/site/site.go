package site

import (
	"context"
	"io"
	"io/fs"
	"net/http"
	"sync"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"pagewalk/web/assets"
	"pagewalk/web/i18n"
)

// Options are what the site is made from.
type Options struct {
	Dist fs.FS     // output of the asset build
	Log  io.Writer // where faults of ours are written

	// Native plays a program on this machine's GPU; nil where there is none.
	Native NativeRun
}

// NativeRun plays a program on a GPU and writes the recording of it to out, a
// row as soon as it is answered, until the context is done.
type NativeRun func(ctx context.Context, name, source string, out io.Writer) error

// bodyLimit bounds a request's body. No page takes one yet.
const bodyLimit = "64K"

// New makes the handler of the whole site.
func New(options Options) http.Handler {
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	manifest, err := assets.Load(options.Dist)
	if err != nil && options.Log != nil {
		io.WriteString(options.Log, "pagewalk: assets: "+err.Error()+"\n")
	}
	s := &site{manifest: manifest, log: options.Log, native: options.Native}
	e.HTTPErrorHandler = s.fault
	e.Use(middleware.Recover(), secure, middleware.BodyLimit(bodyLimit))
	e.GET(assets.Prefix+"*", assets.Handler(options.Dist, manifest))
	e.GET("/", s.chooseLanguage)
	e.HEAD("/", s.chooseLanguage)
	e.GET("/recordings/:file", s.sendRecording)
	e.GET("/recordings/native/:id", s.runNative)
	for _, l := range i18n.All {
		for _, r := range append(routes[:], route{"/compare", s.showCompare}) {
			path, handler := "/"+string(l)+r.path, s.page(l, r.show)
			e.GET(path, handler)
			e.HEAD(path, handler)
			e.GET(otherSlash(path), s.moveSlash)
			e.HEAD(otherSlash(path), s.moveSlash)
		}
	}
	return e
}

// site holds what the handlers share; nothing in it changes but who has the card.
type site struct {
	manifest assets.Manifest
	log      io.Writer
	native   NativeRun
	card     sync.Mutex // one run at a time
}
