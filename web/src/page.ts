// What belongs to the page and not to a machine: language, theme, projector,
// the swap of text and event list, and the two live regions.

import { effect } from "@preact/signals-core"
import { announcement, dark, dress, keep, lang, projector, theme, twins } from "./store"
import { t } from "./words"

export function outfit(changed: () => void, fragment: () => Promise<string>): void {
  dress()
  speak()
  document.addEventListener("click", e => {
    const b = e.target instanceof Element ? e.target.closest<HTMLElement>("[data-setlang],[data-theme-btn],[data-proj-btn],[data-twin],[data-mode]") : null
    if (!b) return
    if (b.dataset.setlang) tongue(b, e, changed, fragment)
    else if ("themeBtn" in b.dataset) theme.value = dark() ? "light" : "dark"
    else if ("projBtn" in b.dataset) projector.value = !projector.value
    else if ("twin" in b.dataset) { twins.value = !twins.value; announcement.value = t(twins.value ? "twin.on" : "twin.off") }
    else if (b.dataset.mode) mode(b.dataset.mode)
  })
  effect(() => {
    for (const b of document.querySelectorAll("[data-twin]")) b.setAttribute("aria-pressed", String(twins.value))
    for (const b of document.querySelectorAll("[data-proj-btn]")) b.setAttribute("aria-pressed", String(projector.value))
    for (const b of document.querySelectorAll<HTMLElement>("button[data-setlang]")) b.setAttribute("aria-pressed", String(b.dataset.setlang === lang.value))
  })
}

/** A button changes the words in place; a link is followed, and the point goes
 * along in its fragment. */
function tongue(b: HTMLElement, e: Event, changed: () => void, fragment: () => Promise<string>): void {
  const to = b.dataset.setlang === "zh" ? "zh" : "en"
  keep("lang", to)
  if (b instanceof HTMLAnchorElement) {
    const mouse = e as MouseEvent
    if (mouse.ctrlKey || mouse.metaKey || mouse.shiftKey) return
    e.preventDefault()
    void fragment().then(f => { location.href = b.href.split(/[?#]/)[0] + location.search + f })
    return
  }
  const root = document.documentElement
  root.dataset.lang = to
  root.lang = to === "zh" ? "zh-CN" : "en"
  lang.value = to
  changed()
}

/** Text or event list beside the machine. */
function mode(to: string): void {
  const root = document.documentElement
  root.dataset.mode = root.dataset.mode === to ? "watch" : to
  const now = root.dataset.mode
  for (const e of document.querySelectorAll<HTMLElement>("[data-when]")) e.hidden = e.dataset.when !== now
  for (const b of document.querySelectorAll<HTMLElement>("[data-mode]")) if (b !== root) b.setAttribute("aria-pressed", String(b.dataset.mode === now))
}

/** One polite live region. The same sentence twice is said twice. */
function speak(): void {
  const p = document.createElement("p")
  p.className = "sr"
  p.setAttribute("aria-live", "polite")
  document.body.append(p)
  effect(() => { p.textContent = announcement.value })
}
