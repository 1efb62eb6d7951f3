// What the reader chose, as signals. Preferences live in localStorage under one
// prefix; a browser that refuses storage loses the memory, nothing else.

import { effect, signal, type Signal } from "@preact/signals-core"

export type Lang = "en" | "zh"

const prefix = "pagewalk."
const here = typeof document === "undefined" ? null : document.documentElement

export function recall(key: string): string | null {
  try { return localStorage.getItem(prefix + key) } catch { return null }
}

/** Says whether the text was kept. */
export function keep(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(prefix + key)
    else localStorage.setItem(prefix + key, value)
    return true
  } catch { return false }
}

function flag(key: string, otherwise: boolean): Signal<boolean> {
  const s = signal(recall(key) === null ? otherwise : recall(key) === "1")
  let first = true
  effect(() => { const v = s.value; if (first) first = false; else keep(key, v ? "1" : "0") })
  return s
}

export const lang = signal<Lang>(here?.dataset.lang === "zh" || here?.lang.startsWith("zh") ? "zh" : "en")

/** "" follows the system. */
export const theme = signal<"" | "light" | "dark">((recall("theme") ?? "") as "" | "light" | "dark")
export const projector = flag("projector", false)
export const twins = flag("twins", false)
export const deep = flag("deep", false)
export const singleKeys = flag("keys", true)

/** Pictures that the reader opened or closed; of the others the run decides. */
export const pictures = signal<Readonly<Record<string, boolean>>>(opened())

function opened(): Record<string, boolean> {
  try { return JSON.parse(recall("pictures") ?? "{}") as Record<string, boolean> } catch { return {} }
}

export function open(picture: string, on: boolean): void {
  pictures.value = { ...pictures.value, [picture]: on }
  keep("pictures", JSON.stringify(pictures.value))
}

/** Changes whenever colours on the page may have changed; canvases read it. */
export const colours = signal(0)

/** The thing selected in some layer, as a station's name ("3:page:264"), or "". */
export const selection = signal("")

/** Whether the form that walks any address is open. */
export const looking = signal(false)

/** One message for a screen reader. Set at most once per act. */
export const announcement = signal("")

export function dark(): boolean {
  return (theme.value || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark"
}

export function still(): boolean {
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches
}

/** Writes theme and projector to the page and keeps them written. */
export function dress(): void {
  const root = document.documentElement
  effect(() => {
    if (theme.value) root.dataset.theme = theme.value
    else delete root.dataset.theme
    root.toggleAttribute("data-projector", projector.value)
    if (theme.value) keep("theme", theme.value)
    colours.value = colours.peek() + 1
  })
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { colours.value++ })
}
