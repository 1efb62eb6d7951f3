package assets

import (
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"
)

// types are the content types by extension, the same on every system.
var types = map[string]string{
	".js":   "text/javascript; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".wasm": "application/wasm",
	".svg":  "image/svg+xml",
	".json": "application/json",
	".map":  "application/json",
	".bin":  "application/octet-stream",
}

// immutable lets a browser keep a file whose name says its bytes.
const immutable = "public, max-age=31536000, immutable"

// Handler serves the files of the manifest, compressed as the browser accepts.
// Files that the manifest does not name are not served.
func Handler(dist fs.FS, manifest Manifest) echo.HandlerFunc {
	known := make(map[string]File, len(manifest))
	for _, file := range manifest {
		known[file.Name] = file
	}
	return func(c echo.Context) error {
		file, ok := known[c.Param("*")]
		if !ok {
			return echo.ErrNotFound
		}
		return send(c, dist, file)
	}
}

// send writes one file in the smallest coding that the browser accepts.
func send(c echo.Context, dist fs.FS, file File) error {
	coding, suffix := choose(c.Request().Header.Get("Accept-Encoding"), file)
	body, err := fs.ReadFile(dist, file.Name+suffix)
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set("Cache-Control", immutable)
	h.Set("Vary", "Accept-Encoding")
	h.Set("ETag", `"`+file.Name+suffix+`"`)
	if coding != "" {
		h.Set("Content-Encoding", coding)
	}
	if c.Request().Header.Get("If-None-Match") == h.Get("ETag") {
		return c.NoContent(http.StatusNotModified)
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	return c.Blob(http.StatusOK, types[path.Ext(file.Name)], body)
}

// choose picks brotli, else gzip, else nothing.
func choose(accepted string, file File) (coding, suffix string) {
	switch {
	case file.Brotli > 0 && accepts(accepted, "br"):
		return "br", ".br"
	case file.Gzip > 0 && accepts(accepted, "gzip"):
		return "gzip", ".gz"
	}
	return "", ""
}

// accepts says whether an Accept-Encoding header names a coding and does not
// refuse it with q=0.
func accepts(header, coding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.EqualFold(strings.TrimSpace(name), coding) {
			weight := strings.TrimPrefix(strings.TrimSpace(params), "q=")
			return strings.Trim(weight, "0.") != "" || weight == ""
		}
	}
	return false
}
