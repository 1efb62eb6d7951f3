// The five states of a chunk and the twelve steps that the rules allow. The
// step of the current event is lit; under each state stands how many chunks are
// in it.

import { html, nothing, svg } from "lit"
import { commas } from "../format"
import { Light } from "../light"
import { states, type StateMachine as Data } from "../moment"
import { twins } from "../store"
import { t, type Word } from "../words"

const centre = [[50, 125], [190, 224], [190, 26], [190, 125], [330, 125]] as const
const half = { w: 46, h: 20 }

/** Rule, from, to; the line, and the direction of its head; where its name stands. */
interface Edge { rule: number; from: number; to: number; line: string; end: readonly [x: number, y: number, turn: number]; label: readonly [x: number, y: number] }

const edges: readonly Edge[] = [
  { rule: 1, from: 0, to: 3, line: "M96 116H144", end: [144, 116, 0], label: [118, 107] },
  { rule: 11, from: 3, to: 0, line: "M144 134H96", end: [96, 134, 180], label: [120, 150] },
  { rule: 2, from: 0, to: 1, line: "M50 145C54 200 96 224 144 224", end: [144, 224, 0], label: [64, 212] },
  { rule: 3, from: 1, to: 3, line: "M178 204V145", end: [178, 145, -90], label: [161, 176] },
  { rule: 9, from: 3, to: 1, line: "M202 145V204", end: [202, 204, 90], label: [218, 176] },
  { rule: 4, from: 3, to: 4, line: "M236 116H284", end: [284, 116, 0], label: [260, 107] },
  { rule: 10, from: 4, to: 3, line: "M284 134H236", end: [236, 134, 180], label: [260, 150] },
  { rule: 9, from: 4, to: 1, line: "M330 145C326 200 284 224 236 224", end: [236, 224, 180], label: [316, 212] },
  { rule: 5, from: 3, to: 2, line: "M178 105V46", end: [178, 46, -90], label: [161, 78] },
  { rule: 7, from: 2, to: 3, line: "M202 46V105", end: [202, 105, 90], label: [218, 78] },
  { rule: 6, from: 4, to: 2, line: "M314 105C310 62 284 36 236 34", end: [236, 34, 180], label: [272, 62] },
  { rule: 8, from: 2, to: 4, line: "M236 18C306 18 342 58 344 105", end: [344, 105, 90], label: [332, 40] },
]

/** The rule that leads from one state to another, 0 if none does. */
export const rule = (from: number, to: number): number => edges.find(e => e.from === from && e.to === to)?.rule ?? 0

export class StateMachine extends Light {
  static override properties = { data: { attribute: false } }
  declare data: Data | undefined

  protected override get ready(): boolean { return this.data !== undefined }

  protected override render() {
    const d = this.data!, now = sentence(d)
    if (twins.value) return table(d, now)
    const lit = edges.find(e => e.from === d.move?.from && e.to === d.move.to)
    return html`
      <svg class="smach" viewBox="0 0 380 250" role="img" aria-label="${now} ${counts(d)}">
        ${edges.map(e => e === lit ? nothing : edge(e, false))}${lit ? edge(lit, true) : nothing}
        ${states.map((name, i) => state(name, i, d))}
      </svg>
      <p class="small sm-say">${now}</p>`
  }
}

function edge(e: Edge, lit: boolean) {
  const [x, y, turn] = e.end, [lx, ly] = e.label
  return svg`
    <g class=${lit ? "edge lit" : "edge"} data-rule="T${e.rule}" data-edge="${e.from}-${e.to}">
      ${lit ? svg`<path class="glow" d=${e.line}/>` : nothing}
      <path class="line" d=${e.line}/>
      <path class="head" d="M0 0-8-4.500-8 4.500z" transform="translate(${x} ${y}) rotate(${turn})"/>
      ${lit ? svg`<rect x=${lx - 15} y=${ly - 9} width="30" height="18" rx="5"/>` : nothing}
      <text x=${lx} y=${ly + 4}>T${e.rule}</text>
    </g>`
}

function state(name: string, i: number, d: Data) {
  const [x, y] = centre[i]!, look = d.move?.to === i ? "to" : d.move?.from === i ? "from" : ""
  return svg`
    <g class="node ${look}" data-state=${name}>
      <rect x=${x - half.w} y=${y - half.h} width=${2 * half.w} height=${2 * half.h} rx="7"/>
      <text x=${x} y=${y - 3}>${name}</text><text class="n" x=${x} y=${y + 13}>${commas(d.count[i] ?? 0)}</text>
    </g>`
}

/** What the event did, in words. */
function sentence(d: Data): string {
  const m = d.move
  if (!m) return t("states.still")
  return t("states.now", states[m.from]!, states[m.to]!, m.rule, m.count === 1 ? t("chunks.one") : t("chunks.n", m.count), t(`t${m.rule}.${m.from}.${m.to}` as Word))
}

const counts = (d: Data): string => states.map((s, i) => `${s} ${commas(d.count[i] ?? 0)}`).join(", ")

function table(d: Data, now: string) {
  return html`
    <p class="small">${now}</p>
    <table class="t twin">
      <thead><tr><th>${t("state")}</th><th class="num">chunk</th></tr></thead>
      <tbody>${states.map((s, i) => html`<tr class=${d.move?.to === i ? "on" : ""}><td class="mono">${s}</td><td class="num">${commas(d.count[i] ?? 0)}</td></tr>`)}</tbody>
    </table>`
}

customElements.define("state-machine", StateMachine)
