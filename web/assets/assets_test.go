package assets

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"

	"github.com/labstack/echo/v4"
)

// built is a small output folder of a build.
func built() fstest.MapFS {
	return fstest.MapFS{
		"main-AAAA.js":    {Data: []byte("plain")},
		"main-AAAA.js.br": {Data: []byte("br")},
		"main-AAAA.js.gz": {Data: []byte("gz")},
		"secret":          {Data: []byte("not in the manifest")},
		"manifest.json": {Data: []byte(`{"main.js":{"name":"main-AAAA.js","bytes":5,"brotli":2,"gzip":2,"imports":["chunk-B.js"]},
			"small.css":{"name":"small-C.css","bytes":3}}`)},
		"small-C.css": {Data: []byte("a{}")},
	}
}

func TestManifest(t *testing.T) {
	manifest, err := Load(built())
	if err != nil {
		t.Fatal(err)
	}
	if got := manifest.URL("main.js"); got != "/static/main-AAAA.js" {
		t.Errorf("main.js at %q", got)
	}
	if got := manifest.URL("gone.js"); got != "" {
		t.Errorf("an unknown name has the address %q", got)
	}
	if got := manifest.Preloads("main.js"); len(got) != 1 || got[0] != "/static/chunk-B.js" {
		t.Errorf("preloads %q", got)
	}
	if _, err := Load(fstest.MapFS{}); err == nil {
		t.Error("a folder without a manifest loads without an error")
	}
	if broken, err := Load(fstest.MapFS{"manifest.json": {Data: []byte("{")}}); err == nil || broken == nil {
		t.Error("a broken manifest is not reported")
	}
}

func TestHandler(t *testing.T) {
	manifest, _ := Load(built())
	e := echo.New()
	e.GET(Prefix+"*", Handler(built(), manifest))
	tests := []struct {
		path, accept, match string
		status              int
		coding, body, kind  string
	}{
		{"/static/main-AAAA.js", "", "", 200, "", "plain", "text/javascript; charset=utf-8"},
		{"/static/main-AAAA.js", "gzip, deflate, br", "", 200, "br", "br", "text/javascript; charset=utf-8"},
		{"/static/main-AAAA.js", "gzip", "", 200, "gzip", "gz", "text/javascript; charset=utf-8"},
		{"/static/main-AAAA.js", "br;q=0, gzip", "", 200, "gzip", "gz", "text/javascript; charset=utf-8"},
		{"/static/main-AAAA.js", "br;q=0.001", "", 200, "br", "br", "text/javascript; charset=utf-8"},
		{"/static/main-AAAA.js", "", `"main-AAAA.js"`, 304, "", "", ""},
		{"/static/small-C.css", "br", "", 200, "", "a{}", "text/css; charset=utf-8"},
		{"/static/secret", "", "", 404, "", "", ""},
		{"/static/manifest.json", "", "", 404, "", "", ""},
		{"/static/../go.mod", "", "", 404, "", "", ""},
		{"/static/", "", "", 404, "", "", ""},
	}
	for _, test := range tests {
		r := httptest.NewRequest(http.MethodGet, test.path, nil)
		r.Header.Set("Accept-Encoding", test.accept)
		r.Header.Set("If-None-Match", test.match)
		w := httptest.NewRecorder()
		e.ServeHTTP(w, r)
		name := test.path + " accept " + test.accept + test.match
		if w.Code != test.status {
			t.Errorf("%s: status %d, want %d", name, w.Code, test.status)
		}
		if w.Code != 200 {
			continue
		}
		h := w.Header()
		if got := h.Get("Content-Encoding"); got != test.coding || w.Body.String() != test.body {
			t.Errorf("%s: coding %q body %q, want %q %q", name, got, w.Body.String(), test.coding, test.body)
		}
		if h.Get("Content-Type") != test.kind || h.Get("Cache-Control") != immutable || h.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: headers %v", name, h)
		}
	}
}
