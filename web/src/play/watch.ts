// Counters and output of the moment, where the page has a place for them.

import { commas } from "../format"
import type { Moment } from "../moment"
import { t } from "../words"

export function watch(m: Moment): void {
  const c = document.querySelector<HTMLElement>("[data-counters]"), o = document.querySelector<HTMLElement>("[data-output]")
  if (c) counters(c, m)
  if (o) output(o, m)
}

function counters(place: HTMLElement, m: Moment): void {
  place.hidden = m.counters.length === 0
  const h = document.createElement("h3"), table = document.createElement("table")
  h.textContent = t("counters", commas(m.event + 1))
  table.className = "t"
  for (const k of m.counters) {
    const row = table.insertRow(), value = document.createElement("td")
    row.insertCell().textContent = k.name
    value.className = "num n-sim"; value.textContent = k.value; value.title = k.exact
    row.append(value)
  }
  place.replaceChildren(h, table)
}

function output(place: HTMLElement, m: Moment): void {
  place.hidden = m.output === ""
  const h = document.createElement("h3"), pre = document.createElement("pre")
  h.textContent = t("program output")
  pre.className = "output"; pre.textContent = m.output; pre.tabIndex = 0
  pre.setAttribute("role", "group"); pre.setAttribute("aria-label", t("program output"))
  place.replaceChildren(h, pre)
}
