// The runs of the playground, one button each. Every run has its own text,
// machine and moment; a fork also knows the moment at which it left the run it
// came from, and shows that run until its own text has been run. While there is
// one run only, nothing is shown and nothing is kept here.

import { html, nothing, render } from "lit"
import type { Point, RunOptions } from "../moment"
import { keep, recall } from "../store"
import { t } from "../words"

/** What the picture of a run was made from. */
export type Made = Omit<RunOptions, "lang">

export interface Run {
  fork: number           // 0 = not a fork, else its number
  draft: string          // name of the draft in the editor
  file: string
  original: string       // what "show the original" brings back
  text: string           // what stands in the editor
  made: Made             // what the picture shows
  point: Point | null    // where one stood
  from: Point | null     // where the fork left the other run
}

const most = 12

export class Runs {
  #list: Run[] = []
  #active = 0

  constructor(private readonly place: HTMLElement | null, private readonly pick: (r: Run) => Promise<void>, private readonly drop: (r: Run, back: () => void) => void) {}

  get active(): Run | undefined { return this.#list[this.#active] }
  get many(): boolean { return this.#list.length > 1 }

  /** The first run of the page, beside those of the last visit. */
  begin(first: Run, restore: boolean): Run {
    const kept = saved()
    if (kept && restore) { this.#list = kept.list; this.#active = kept.active } else {
      const others = kept?.list.filter(r => r.draft !== first.draft) ?? []
      this.#list = [first, ...others].slice(0, most)
      this.#active = 0
    }
    this.draw()
    return this.#list[this.#active]!
  }

  /** A run more, which becomes the active one. */
  add(r: Run): void {
    if (this.#list.length >= most) this.#list.splice(this.#list.findIndex((_, i) => i !== this.#active), 1)
    this.#list.push(r)
    this.#active = this.#list.length - 1
    this.save()
  }

  nextFork(): number { return 1 + Math.max(0, ...this.#list.map(r => r.fork)) }

  /** Makes the run active that shows a program, if there is one. */
  find(same: (r: Run) => boolean): Run | undefined {
    const i = this.#list.findIndex(same)
    if (i >= 0) { this.#active = i; this.save() }
    return this.#list[i]
  }

  change(what: Partial<Run>): void {
    const r = this.active
    if (r) Object.assign(r, what)
    this.save()
  }

  save(): void {
    keep("runs", this.many ? JSON.stringify({ list: this.#list, active: this.#active }) : null)
    this.draw()
  }

  async #remove(i: number): Promise<void> {
    const r = this.#list[i]!, was = this.#active
    this.#list.splice(i, 1)
    if (i < was || was >= this.#list.length) this.#active = was - 1
    this.save()
    if (i === was) await this.pick(this.active!)
    this.drop(r, () => { this.#list.splice(i, 0, r); void this.pick(r) })
  }

  name(r: Run): string { return r.fork ? t("run.fork", r.fork) : r.file }

  draw(): void {
    if (!this.place) return
    this.place.hidden = !this.many
    const file = document.querySelector<HTMLElement>("[data-file]")
    if (file) { file.hidden = this.many; file.textContent = this.active?.file ?? "" }
    render(this.many ? html`<ul aria-label=${t("runs")}>${this.#list.map((r, i) => this.#button(r, i))}</ul>` : nothing, this.place)
  }

  #button(r: Run, i: number) {
    const on = i === this.#active
    const go = () => { if (i !== this.#active) void this.pick(r) }
    return html`<li class=${on ? "on" : ""}><button class="name" aria-current=${on ? "true" : nothing} @click=${go}>${this.name(r)}</button><button class="x" aria-label=${t("run.close", this.name(r))} @click=${() => this.#remove(i)}>×</button></li>`
  }

  /** To be called by the page when it shows a run. */
  show(r: Run): void { this.#active = Math.max(0, this.#list.indexOf(r)); this.save() }
}

function saved(): { list: Run[]; active: number } | null {
  try {
    const s = JSON.parse(recall("runs") ?? "null") as { list: Run[]; active: number } | null
    const good = s && Array.isArray(s.list) && s.list.length > 1 && s.list.every(r => typeof r.text === "string" && typeof r.made?.source === "string")
    return good && s.list[s.active] ? s : null
  } catch { return null }
}
