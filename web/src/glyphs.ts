// The few drawings that the elements need, on a 20 x 20 field.

import { html, svg, type TemplateResult } from "lit"
import { Pane } from "./moment"

const draw = (inside: TemplateResult, size = 0) => html`<svg viewBox="0 0 20 20" width=${size || 20} height=${size || 20} fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${inside}</svg>`

export const left = () => draw(svg`<path d="M12.5 4.5 7 10l5.5 5.5"/>`)
export const right = () => draw(svg`<path d="M7.5 4.5 13 10l-5.500 5.500"/>`)
export const play = () => draw(svg`<path d="M6.5 4v12l9.500-6z" fill="currentColor"/>`)
export const pause = () => draw(svg`<path d="M7 4.500v11M13 4.500v11" stroke-width="3"/>`)
export const flag = (on: boolean) => draw(svg`<path d="M5.500 3.500h9v13L10 13l-4.500 3.500z" fill=${on ? "currentColor" : "none"}/>`)
export const fork = () => draw(svg`<path d="M6 3v14M6 12c0-4 8-2 8-7M14 5V3"/>`)
export const blind = () => draw(svg`<path d="M2.500 10s2.800-5 7.500-5 7.500 5 7.500 5-2.800 5-7.500 5-7.500-5-7.500-5z"/><path d="M3.500 16.500l13-13"/>`)

/** Short names of the layers, as the style sheet has them. */
export const short = ["rt", "dr", "tr", "ph"] as const
export const names = ["runtime", "driver", "translation", "physical"] as const

export const glyph = (pane: Pane) => html`<i class="g ${short[pane]}" aria-hidden="true"></i>`
