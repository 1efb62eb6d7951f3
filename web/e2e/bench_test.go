package e2e

import (
	"context"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
)

// benchTab opens a page for a benchmark; a benchmark has no console to check.
func benchTab(b *testing.B, path string) (context.Context, func()) {
	b.Helper()
	if missing != "" {
		b.Skip(missing)
	}
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	if err := chromedp.Do(ctx, chromedp.Navigate(address+path)); err != nil {
		b.Fatal(err)
	}
	return ctx, cancel
}

func measure[T any](b *testing.B, ctx context.Context, expression string) T {
	b.Helper()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatal(err)
	}
	return value
}

// marked waits for a mark of the page and gives its time since the navigation.
func marked(name string) string {
	return `new Promise(done => { const look = () => { const m = performance.getEntriesByName("pagewalk-` + name + `")[0]; if (m) done(m.startTime); else setTimeout(look, 5) }; look() })`
}

// BenchmarkPage: from the navigation to a lesson, with an empty cache, until
// its first picture can be stepped, and until the engine has run the program.
// Wanted: 500 ms and 1000 ms.
func BenchmarkPage(b *testing.B) {
	var picture, engine []float64
	for b.Loop() {
		ctx, done := benchTab(b, "/en/learn/cudamalloc")
		picture = append(picture, measure[float64](b, ctx, marked("picture")))
		engine = append(engine, measure[float64](b, ctx, marked("engine")))
		done()
	}
	b.ReportMetric(middle(picture), "ms-to-picture")
	b.ReportMetric(middle(picture)/500, "of-500ms")
	b.ReportMetric(middle(engine), "ms-to-engine")
	b.ReportMetric(middle(engine)/1000, "of-1s")
}

// manyChunks leaves more than a hundred thousand chunks on a card of full size.
const manyChunks = `char *p;
for (int i = 0; i < 100000; i++) cudaMalloc((void**)&p, 70000);
for (int i = 0; i < 50; i++) { cudaMalloc((void**)&p, 4096); cudaFree(p); }
`

// steps steps back and forward near the end of a run; a step is over when the
// engine has answered, everything that shows the moment has drawn, and the page
// is laid out. The wait for the screen's own beat is not counted.
const steps = `(async n => {
	const m = document.querySelector("pw-machine"), p = m.player, all = [...document.querySelectorAll("pw-machine, pw-machine *, time-line, event-log")].filter(e => e.updateComplete)
	const times = []
	for (let i = 0; i < n; i++) {
		const from = performance.now()
		await p.step("event", i % 20 < 10 ? -1 : 1)
		for (const e of all) await e.updateComplete
		document.body.getBoundingClientRect() // the page is laid out
		times.push(performance.now() - from)
		await new Promise(done => requestAnimationFrame(done))
	}
	return times
})(60)`

// BenchmarkStepToPicture: one step at more than 100,000 chunks, from the key to
// the drawn picture. Wanted: 16 ms.
func BenchmarkStepToPicture(b *testing.B) {
	ctx, done := benchTab(b, "/en/play?profile=textbook-ampere-full")
	defer done()
	measure[float64](b, ctx, marked("engine"))
	measure[bool](b, ctx, `(async () => {
		const a = document.querySelector("code-editor textarea")
		a.value = `+quote(manyChunks)+`; a.dispatchEvent(new Event("input"))
		const m = document.querySelector("pw-machine"), before = m.player.summary.value
		document.querySelector("[data-run]").click()
		while (m.player.summary.value === before) await new Promise(done => setTimeout(done, 50))
		m.player.seek(m.player.summary.value.events - 40)
		await m.player.at(m.player.moment.value.point)
		return true
	})()`)
	var times []float64
	for b.Loop() {
		times = append(times, measure[[]float64](b, ctx, steps)...)
	}
	slices.Sort(times)
	b.ReportMetric(middle(times), "ms-a-step")
	b.ReportMetric(times[len(times)*9/10], "ms-a-step-p90")
	b.ReportMetric(middle(times)/16, "of-16ms")
}

func middle(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[len(sorted)/2]
}
