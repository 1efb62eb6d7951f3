package site

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"pagewalk/lessons"
	"pagewalk/server/recording"
	"pagewalk/web/i18n"
)

// Every program of the list has a recording that can be read, brings its source,
// and compares with the simulated H200.
func TestEveryRecordingCompares(t *testing.T) {
	for _, r := range lessons.Recordings() {
		file, err := recording.Read(r.File())
		if err != nil || file.Header.Program == "" || file.Header.Driver == "" || len(file.Rows) == 0 {
			t.Errorf("%s: %v", r.ID, err)
			continue
		}
		report := compareSides(&r, "h200-r580", sideRecorded, "en")
		if report == nil || !report.Real || len(report.Columns) == 0 || report.Columns[0].Same == 0 {
			t.Errorf("%s: %+v", r.ID, report)
		}
		if r.Title.En == "" || r.Title.Zh == "" {
			t.Errorf("%s has no title in one of the languages", r.ID)
		}
	}
}

func TestComparePage(t *testing.T) {
	body := get(t, "GET", "/zh/compare?program=lazy-or-not&a=textbook-ampere-full&b=h200-r580").Body.String()
	for _, want := range []string{`data-a="textbook-ampere-full" data-b="h200-r580"`, "kept-free-memory", "两次运行并排", `"native":false`} {
		if !strings.Contains(body, want) {
			t.Errorf("%q is missing", want)
		}
	}
	body = get(t, "GET", "/en/compare?program=nonsense&a=native&b=<script>").Body.String()
	for _, want := range []string{`data-program="lazy-or-not" data-a="h200-r580" data-b="recorded"`, "Simulated beside a real H200"} {
		if !strings.Contains(body, want) {
			t.Errorf("%q is missing", want)
		}
	}
}

func TestRecordingsAreSent(t *testing.T) {
	w := get(t, "GET", "/recordings/holes.jsonl.gz")
	if _, err := recording.Read(w.Body.Bytes()); w.Code != http.StatusOK || err != nil || w.Header().Get("Content-Type") != "application/gzip" {
		t.Errorf("status %d, %v, %s", w.Code, err, w.Header().Get("Content-Type"))
	}
	for _, path := range []string{"/recordings/holes", "/recordings/nothing.jsonl.gz", "/recordings/holes.cu", "/recordings/native/holes"} {
		if w := get(t, "GET", path); w.Code != http.StatusNotFound {
			t.Errorf("%s: status %d", path, w.Code)
		}
	}
}

// goneError is an error in two languages.
type goneError struct{}

func (goneError) Error() string { return "the card is gone" }

func (goneError) In(l i18n.Lang) string { return l.Pick("the card is gone", "显卡没了") }

// A server with a card plays its own programs on it, one at a time, for its own
// pages only.
func TestNativeRuns(t *testing.T) {
	var played []string
	begun, end := make(chan bool, 1), make(chan bool)
	h := New(Options{Log: io.Discard, Dist: fstest.MapFS{}, Native: func(_ context.Context, name, source string, out io.Writer) error {
		played = append(played, source)
		if strings.Contains(name, "oversize") {
			return goneError{}
		}
		io.WriteString(out, "row\n")
		begun <- true
		<-end
		io.WriteString(out, "and another\n")
		return errors.New("cut short")
	}})
	ask := func(path, site string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("Sec-Fetch-Site", site)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	if w := ask("/recordings/native/nothing", "same-origin"); w.Code != http.StatusNotFound {
		t.Errorf("an unknown program: %d", w.Code)
	}
	if w := ask("/recordings/native/holes", "cross-site"); w.Code != http.StatusForbidden {
		t.Errorf("another site's page: %d", w.Code)
	}
	if w := ask("/recordings/native/oversize", "same-origin"); w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "the card is gone") {
		t.Errorf("a card that is gone: %d %s", w.Code, w.Body)
	}
	if w := ask("/recordings/native/oversize?lang=zh", "same-origin"); w.Code != http.StatusServiceUnavailable || w.Body.String() != "显卡没了" {
		t.Errorf("the same in Chinese: %d %s", w.Code, w.Body)
	}
	first := make(chan *httptest.ResponseRecorder)
	go func() { first <- ask("/recordings/native/holes", "same-origin") }()
	<-begun
	if w := ask("/recordings/native/holes?lang=zh", "same-origin"); w.Code != http.StatusServiceUnavailable || w.Body.String() != "显卡正在为另一个页面运行。" {
		t.Errorf("a second run at the same time: %d", w.Code)
	}
	end <- true
	if w := <-first; w.Code != http.StatusOK || w.Body.String() != "row\nand another\n" || !w.Flushed {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if len(played) != 3 || !strings.Contains(played[2], "cudaMalloc") {
		t.Errorf("played %q", played)
	}
	if !strings.Contains(func() string { w := ask("/en/compare", "none"); return w.Body.String() }(), `"native":true`) {
		t.Error("the page does not offer the card")
	}
}
