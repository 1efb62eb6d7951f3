// The thread: a highlighter line with an ink core, from the call down along the
// causes to what changed. It is drawn behind the opaque cards and its end dots
// in front of them. Stations are found by their data-station.

import { still } from "../store"

interface Stop { left: number; right: number; top: number; bottom: number; x: number; width: number; exit: number; enter: number; leave: number }

const wideStop = 300, nearest = 4

/** Draws through the named stations of the machine, in order. */
export function drawThread(machine: HTMLElement, names: readonly string[], animate: boolean): void {
  const svg = machine.querySelector<SVGSVGElement>("svg.thread"), dots = machine.querySelector<SVGSVGElement>("svg.dots")
  if (!svg || !dots) return
  const frame = machine.getBoundingClientRect()
  const found = names.flatMap(n => places(machine, n)).filter(visible)
  halo(machine, found)
  const stops = join(found.map(e => measure(e, frame)))
  const path = curve(stops)
  const box = `0 0 ${frame.width} ${frame.height}`
  svg.setAttribute("viewBox", box); dots.setAttribute("viewBox", box)
  const changed = svg.dataset.path !== path
  svg.dataset.path = path
  svg.innerHTML = path ? `<path d="${path}" fill="none" stroke="var(--now)" stroke-width="9" stroke-linecap="round"/><path d="${path}" fill="none" stroke="var(--now-ink)" stroke-width="2"/>` : ""
  dots.innerHTML = path ? stops.slice(1).filter((s, i) => s.top - stops[i]!.bottom >= nearest).map(s => `<circle cx="${s.enter}" cy="${s.top - 3}" r="4.5" fill="var(--now-ink)" stroke="var(--now)" stroke-width="1.5"/>`).join("") : ""
  if (changed && animate && path && !still()) pull(svg)
}

/** A level is entered through its bits, where they are drawn. */
function places(machine: HTMLElement, name: string): HTMLElement[] {
  const e = machine.querySelector<HTMLElement>(`[data-station="${name}"]`)
  const level = /^2:level:(\d+)$/.exec(name)
  const bits = level && machine.querySelector<HTMLElement>(`[data-bits="${level[1]}"].hot`)
  return [bits, e].filter(x => x instanceof HTMLElement)
}

function visible(e: HTMLElement): boolean { return e.offsetParent !== null && getComputedStyle(e).visibility !== "hidden" }

function halo(machine: HTMLElement, found: readonly HTMLElement[]): void {
  for (const e of machine.querySelectorAll(".lk")) if (!found.includes(e as HTMLElement)) e.classList.remove("lk")
  if (found.length > 1) for (const e of found) e.classList.add("lk")
}

function measure(e: HTMLElement, frame: DOMRect): Stop {
  const r = e.getBoundingClientRect()
  return { left: r.left - frame.left, right: r.right - frame.left, top: r.top - frame.top, bottom: r.bottom - frame.top, width: r.width, x: r.left - frame.left + Math.min(r.width / 2, 90), exit: +(e.dataset.exit ?? 0), enter: 0, leave: 0 }
}

/** Wide stations are entered straight from above. */
function join(stops: Stop[]): Stop[] {
  stops.forEach((s, i) => {
    const before = stops[i - 1]
    s.enter = before && s.width > wideStop ? Math.max(s.left + 24, Math.min(s.right - 24, before.leave)) : s.x
    s.leave = s.exit ? s.left + s.width * s.exit : s.enter
  })
  return stops
}

function curve(stops: readonly Stop[]): string {
  let d = ""
  for (let i = 1; i < stops.length; i++) {
    const p = stops[i - 1]!, c = stops[i]!, y = c.top - p.bottom
    if (y < nearest) continue
    d += `M${fix(p.leave)} ${fix(p.bottom)}C${fix(p.leave)} ${fix(p.bottom + y * .6)} ${fix(c.enter)} ${fix(c.top - y * .6)} ${fix(c.enter)} ${fix(c.top - 3)}`
  }
  return d
}

const fix = (n: number) => Math.round(n * 10) / 10

/** Draws in over one step time. */
function pull(svg: SVGSVGElement): void {
  for (const p of svg.querySelectorAll("path")) {
    const n = p.getTotalLength()
    p.animate([{ strokeDasharray: `${n} ${n}`, strokeDashoffset: n }, { strokeDasharray: `${n} ${n}`, strokeDashoffset: 0 }], { duration: 260, easing: "cubic-bezier(.2,.7,.2,1)" })
  }
}
