package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// inScope is what the microscope shows: its bits as "name index", its reads as
// "level[index] words", and the sentence at the end.
const (
	microscope = `document.querySelector("address-microscope")`
	scopeBits  = `[...` + microscope + `.querySelectorAll(".ms-bits li")].map(l => l.querySelector(".nm b").textContent + " " + l.querySelector(".ix").textContent.trim()).join(", ")`
	scopeReads = `[...` + microscope + `.querySelectorAll(".ms-reads > li")].map(l => l.querySelector("b.mono").textContent + " " + [...l.querySelectorAll(".raw span:not(.quiet)")].map(s => s.textContent).join(" ")).join(", ")`
	scopeEnd   = microscope + `.querySelector(".ms-end .sentence")?.textContent ?? ""`
	scopeAlarm = microscope + `.querySelector("[role=alert]")?.textContent ?? ""`
)

// scope opens the microscope and waits until the engine has answered.
func scope(t *testing.T, path string, s screen) *tab {
	t.Helper()
	p := open(t, path, s)
	p.wait(microscope + `?.slides?.length`)
	p.settle()
	return p
}

// has fails the test if a part of the page does not hold some words in time.
func (p *tab) has(part string, words ...string) {
	p.t.Helper()
	for _, w := range words {
		p.wait(`(` + part + `).includes(` + quote(w) + `)`)
	}
}

// TestMicroscopeWalks: with the keyboard alone somebody puts in an address and
// changes the generation; the indices and entries are the reference's golden
// walks W2 and W1.
func TestMicroscopeWalks(t *testing.T) {
	p := scope(t, "/en/mmu", wide)
	p.has(scopeBits, "PDE4 0", "PDE3 0", "PDE2 508", "PDE1 145", "PDE0 163")
	p.has(scopeReads, "PDE4[0] 0000 0002 0000 100a", "PDE2[508] 0000 0002 0000 300a", "PDE0[163] 0000 0000 0000 0000 0000 001f 4020 0681")
	p.has(scopeEnd, "0x1f 402a bcde", "5 reads")
	p.set(microscope + `.querySelector("[name=va]").focus(); document.activeElement.select()`)
	p.press(strings.Split("7f12 3456 7abc", "")...)
	p.press(kb.Enter)
	p.has(scopeBits, "PDE0 162")
	p.wait(`location.search.includes("va=7f12")`)
	p.press(kb.Tab)
	if got := eval[string](p, `document.activeElement.name`); got != "format" {
		t.Fatalf("after the address the keyboard comes to %q", got)
	}
	p.set(`document.activeElement.value = "v2-ampere"; document.activeElement.dispatchEvent(new Event("change"))`)
	p.has(scopeBits, "PDE3 0, PDE2 508, PDE1 145, PDE0 162")
	p.press(kb.Tab)
	p.set(`document.activeElement.value = "4K"; document.activeElement.dispatchEvent(new Event("change"))`)
	p.has(scopeBits, "PTE_4K 359")
	p.has(scopeReads, "PDE3[0] 0000 0000 1000 010a", "PDE0[162] 0000 0000 1000 050a 0000 0000 0000 0000", "PTE_4K[359] 0600 0000 2345 6701")
	p.has(scopeEnd, "0x2 3456 7abc")
	p.goTo(eval[string](p, `location.pathname + location.search`)) // the address of the page holds all of it
	p.has(scopeReads, "PTE_4K[359] 0600 0000 2345 6701")
}

// TestMicroscopeRefuses: what is no address says why, and nothing is walked.
func TestMicroscopeRefuses(t *testing.T) {
	for path, words := range map[string]string{
		"/en/mmu?format=v3&va=0x200000000000000":      "Bit 57 is set",
		"/en/mmu?format=x86-64&va=0x0000800000000000": "not canonical",
		"/en/mmu?va=hello":                            "“hello” is not an address",
		"/zh/mmu?format=v2&va=0x2000000000000":        "只有 49 位",
	} {
		p := scope(t, path, wide)
		p.has(scopeAlarm, words)
		if n := eval[float64](p, microscope+`.querySelectorAll(".ms-reads > li").length`); n != 0 {
			t.Errorf("%s: %v entries are read", path, n)
		}
	}
}

// TestMicroscopeChanges: an entry changed field by field and as a raw word is
// decoded again and the walk follows.
func TestMicroscopeChanges(t *testing.T) {
	p := scope(t, "/en/mmu", wide)
	last := microscope + `.querySelector(".ms-reads > li:last-child")`
	p.set(last + `.querySelector("[aria-expanded]").focus()`)
	p.press(kb.Enter)
	p.wait(last + `.querySelector("input[type=checkbox]")`)
	p.set(`[...` + last + `.querySelectorAll("input[type=checkbox]")].find(i => i.ariaLabel.includes("privileged")).click()`)
	p.has(scopeEnd, "only privileged code")
	p.wait(`new URLSearchParams(location.search).get("PDE0") === "1f40200691.0"`)
	p.set(last + `.querySelector("[name=low]").value = "0x40000661"; ` + last + `.querySelector("form").requestSubmit()`)
	p.has(scopeEnd, "0x400a bcde")
	p.set(last + `.querySelector("[name=low]").value = "pqr"; ` + last + `.querySelector("form").requestSubmit()`)
	p.has(scopeAlarm, "“pqr” is not a hexadecimal number")
	p.set(microscope + `.querySelector("[name=access]").value = "write"; ` + microscope + `.querySelector("[name=access]").dispatchEvent(new Event("change"))`)
	p.has(scopeEnd, "read-only")
	p.set(microscope + `.querySelector(".ms-edited button").click()`)
	p.has(scopeEnd, "0x1f 402a bcde")
	p.checkAccess(wide)
}

// TestMicroscopeOfARun: from a pointer in the playground to its walk in the
// same machine, from an entry to the event that wrote it, and back.
func TestMicroscopeOfARun(t *testing.T) {
	p := fresh(t, "/en/play")
	p.wait(`document.querySelector("pw-machine").player.engine.value?.canRun`)
	p.set(`document.querySelector("pw-machine").player.last()`)
	p.wait(`(c => c[0].trim() === c[1].trim())(` + sayCount + `.split("/"))`)
	p.set(`document.querySelector("pw-machine").player.jump("mmu.entry", -1)`)
	p.wait(`document.querySelector(".pte a[data-microscope]")`)
	p.set(`document.querySelector(".pte a[data-microscope]").click()`)
	p.wait(`location.pathname === "/en/mmu" && ` + microscope + `?.slides?.length`)
	p.has(microscope+`.textContent`, "The machine of your program, at event", "Written by event", "CPU beside GPU", "x86-64")
	p.checkAccess(wide)
	writer := eval[string](p, `[...document.querySelectorAll("[data-writer]")].at(-1).dataset.writer`)
	said := eval[string](p, `[...document.querySelectorAll("[data-writer]")].at(-1).parentElement.textContent`)
	p.set(`[...document.querySelectorAll("[data-writer]")].at(-1).click()`)
	p.wait(`location.pathname === "/en/play" && document.querySelector("pw-machine")?.player.moment.value?.event === ` + writer)
	if sentence := eval[string](p, `document.querySelector("pw-machine").player.moment.value.sentence`); !strings.Contains(said, sentence) {
		t.Errorf("the link said %q, the event says %q", said, sentence)
	}
	p.wait(`document.querySelector(".look input")?.value.startsWith("0x")`)
}

// TestMicroscopeOfAPage: a physical page leads to the address that maps it.
func TestMicroscopeOfAPage(t *testing.T) {
	p := fresh(t, "/en/play")
	p.wait(`document.querySelector("pw-machine").player.engine.value?.canRun`)
	p.set(`document.querySelector("pw-machine").player.jump("mmu.entry", 1)`)
	p.wait(`document.querySelector("chunk-tree a[data-microscope]")`)
	frame := eval[string](p, `new URL(document.querySelector("chunk-tree a[data-microscope]").href).searchParams.get("frame")`)
	p.set(`document.querySelector("chunk-tree a[data-microscope]").click()`)
	p.wait(`location.pathname === "/en/mmu" && ` + microscope + `?.slides?.length`)
	got := eval[string](p, `String(`+microscope+`.slides[0].end.physical >> 21n)`)
	if trouble := eval[string](p, microscope+`.slides[0].trouble`); got != frame && !strings.Contains(trouble, "page "+frame) {
		t.Errorf("page %s: the walk ends in page %s (%s)", frame, got, trouble)
	}
}

// TestMicroscopeWithoutScript: the same address as text, from the server.
func TestMicroscopeWithoutScript(t *testing.T) {
	s := narrow
	s.noScript = true
	p := open(t, "/en/mmu?format=ampere&page=4K&va=7f1234567abc", s)
	text := eval[string](p, `document.body.innerText`)
	for _, word := range []string{"0600 0000 2345 6701", "PTE_4K[359]", "0x2 3456 7abc", "version 3: Hopper", "textbook"} {
		if !strings.Contains(text, word) {
			t.Errorf("%q cannot be read without JavaScript", word)
		}
	}
}
