// The way from a picture to the microscope: a small link beside every pointer,
// entry and page. The link alone shows an example; followed from a page with a
// run it takes the program and the moment along.

import { html } from "lit"
import { lang } from "../store"
import { t } from "../words"

/** ask is a query of the microscope: "va=0x7f12…" or "frame=264". */
export function underMicroscope(ask: string, what: string) {
  return html`<a class="mslink" data-microscope href="/${lang.value}/mmu?${ask}" title=${t("microscope")} aria-label="${t("microscope")}: ${what}"><svg viewBox="0 0 16 16" width="14" height="14" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><circle cx="6.5" cy="6.5" r="4.5"/><path d="m10 10 4.5 4.5"/></svg></a>`
}

/** Adds the run to such a link when it is followed. */
export function takeAlong(fragment: () => Promise<string>): void {
  document.addEventListener("click", e => {
    const a = e.target instanceof Element ? e.target.closest<HTMLAnchorElement>("a[data-microscope]") : null
    if (!a || e.button !== 0) return
    e.preventDefault()
    const apart = e.ctrlKey || e.metaKey || e.shiftKey
    void fragment().then(f => { if (apart) window.open(a.href + f); else location.href = a.href + f })
  })
}
