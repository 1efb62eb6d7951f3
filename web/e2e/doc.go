// Package e2e holds the tests that look at the site as people do: in a browser.
//
// The package's TestMain starts the site on a free port, with the assets that
// were built before the test was compiled, and one headless Chromium. A test
// opens tabs on it:
//
//	tab := open(t, "/en/learn/cudamalloc", wide)
//	tab.wait(`document.querySelector("time-line")`)
//	tab.press("ArrowRight")
//	text := eval[string](tab, `document.querySelector(".say-t").textContent`)
//
// When the test ends, everything that the tab wrote to its console is looked
// at: an error, a warning, or a refusal by the content security policy fails
// the test, whatever else it checked. tab.shot("name") writes a picture into
// the folder that PAGEWALK_SHOTS names, and does nothing without it.
//
// Where Chromium cannot be had, or the assets are not built, every test is
// skipped with one line that says what to do.
package e2e
