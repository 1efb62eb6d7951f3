// Keys. Arrows act while the stepper has the focus, or nothing has it; single
// letters on the whole page unless the reader has switched that off, and never
// while something is typed.

import type { PwMachine } from "../machine/pw-machine"
import { announcement, projector, singleKeys, twins } from "../store"
import { t } from "../words"

const jumps: Record<string, string> = { s: "split", f: "fault", e: "evicting", i: "ioctl" }

export interface Deeds { help(): void; fork(): void; share(): void; run(): void; answer(n: number): boolean }

export function listen(machine: () => PwMachine | null, deeds: Deeds): void {
  document.addEventListener("keydown", e => {
    if (e.defaultPrevented) return
    if ((e.ctrlKey || e.metaKey) && e.key === "Enter") { deeds.run(); e.preventDefault(); return }
    if (typing(e.composedPath()[0] ?? null)) return
    if (move(e, machine()) || letter(e, machine(), deeds)) e.preventDefault()
  })
}

function typing(target: EventTarget | null): boolean {
  const e = target as HTMLElement | null
  return !!e && (e.isContentEditable || e.tagName === "TEXTAREA" || e.tagName === "SELECT" || (e.tagName === "INPUT" && !/^(radio|checkbox|button)$/.test((e as HTMLInputElement).type)))
}

const inside = (t: EventTarget | null) => t instanceof Element && t.closest("pw-machine, time-line, event-log") !== null
const idle = () => document.activeElement === document.body || document.activeElement === null

function move(e: KeyboardEvent, m: PwMachine | null): boolean {
  const p = m?.player
  if (!p || e.metaKey) return false
  const near = inside(e.target), free = near || idle()
  const radio = e.target instanceof HTMLInputElement && e.target.type === "radio"
  if (radio || !free) return false
  switch (e.key) {
    case "ArrowRight": case "ArrowLeft": {
      const unit = e.ctrlKey || e.altKey ? "line" : e.shiftKey ? "call" : "event"
      void p.step(unit, e.key === "ArrowRight" ? 1 : -1)
      return true
    }
    case "PageDown": case "PageUp":
      if (e.target instanceof Element && e.target.closest("event-log")) return false
      void p.step("event", e.key === "PageDown" ? 1 : -1)
      return true
  }
  if (!near) return false
  switch (e.key) {
    case "ArrowDown": void p.step("line", 1); return true
    case "ArrowUp": void p.step("line", -1); return true
    case "Home": p.first(); return true
    case "End": p.last(); return true
    case " ":
      if (e.target instanceof HTMLButtonElement) return false
      p.toggle(); return true
  }
  return false
}

function letter(e: KeyboardEvent, m: PwMachine | null, deeds: Deeds): boolean {
  if (e.ctrlKey || e.metaKey || e.altKey || e.key.length !== 1) return false
  if (!singleKeys.value && !inside(e.target)) return false
  const k = e.key.toLowerCase(), p = m?.player
  if (k === "?") { deeds.help(); return true }
  if (k === "p") { projector.value = !projector.value; return true }
  if (k === "t") { twins.value = !twins.value; announcement.value = t(twins.value ? "twin.on" : "twin.off"); return true }
  if (/[1-4]/.test(k)) return deeds.answer(+k) || layer(m, +k - 1)
  if (!p) return false
  if (jumps[k]) { void p.jump(jumps[k], e.shiftKey ? -1 : 1); return true }
  if (k === "m") { p.mark(); return true }
  if (k === "'" || k === "’") { p.nextMark(); return true }
  if (k === "k") { deeds.fork(); return true }
  if (k === "l") { deeds.share(); return true }
  if (k === "w") { m!.who(); return true }
  return false
}

/** Puts the focus on a layer, and shows it where only one is shown. */
function layer(m: PwMachine | null, i: number): boolean {
  const s = m?.querySelectorAll<HTMLElement>(".stratum")[i]
  if (!m || !s) return false
  m.tab = i
  s.focus()
  return true
}
