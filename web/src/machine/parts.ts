// Small things that several panes share.

import { html, nothing, type TemplateResult } from "lit"
import type { Pane, Station } from "../moment"

/** The name a place carries in data-station. */
export function station(pane: Pane | number, part: Station["part"], index: number): string {
  return `${pane}:${part}:${index}`
}

/** Numbers that stand alone are set bold: "4 ioctls cross here". */
export function boldNumbers(text: string): (string | TemplateResult)[] {
  return text.split(/((?<![\w.x])(?:0|[1-9][\d,]*)(?![\w.]|\s[\da-f]{4}\b))/).map((part, i) => i % 2 ? html`<b>${part}</b>` : part)
}

/** In cudaMalloc(&a, 4096) the name that receives or names the memory is bold. */
export function nameBold(call: string): TemplateResult {
  const m = /^([^(]*\([^&*]*?[&*]?(?:\(void\s*\*\*\)\s*&)?)([A-Za-z_][\w.\[\]>-]*)(.*)$/s.exec(call)
  return m && call.includes("(") ? html`${m[1]}<b>${m[2]}</b>${m[3]}` : html`${call}`
}

/** Long identifiers may break after an underscore. */
export function soft(text: string): (string | TemplateResult)[] {
  return text.split(/(?<=_)/).flatMap((s, i) => i ? [html`<wbr>`, s] : [s])
}

export const when = (yes: unknown, what: () => TemplateResult) => yes ? what() : nothing
