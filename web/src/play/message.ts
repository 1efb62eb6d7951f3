// One place on the page where the tool bar speaks.

import { announcement } from "../store"

function place(): HTMLElement {
  const e = document.querySelector<HTMLElement>("[data-message]")
  if (e) return e
  const made = document.createElement("div")
  made.dataset.message = ""
  ;(document.querySelector(".toolbar") ?? document.querySelector("main"))?.after(made)
  return made
}

/** What may stand under a message: a field to copy from, a button. */
export interface More { field?: string; act?: readonly [name: string, deed: () => void] }

/** Says a text; kind "progress" adds a bar, "bad" the colour of a fault. */
export function message(text: string, kind: "" | "bad" | "progress", { field = "", act }: More = {}): void {
  const p = place()
  if (!text) { p.replaceChildren(); return }
  const box = document.createElement("div")
  box.className = kind === "bad" ? "problems" : "notice"
  if (kind === "bad") box.setAttribute("role", "alert")
  const line = document.createElement("p")
  line.textContent = text
  box.append(line)
  if (kind === "progress") {
    const bar = document.createElement("div")
    bar.className = "prog open"
    bar.append(document.createElement("i"))
    box.append(bar)
  } else if (kind === "") announcement.value = text
  if (field) {
    const input = document.createElement("input")
    input.readOnly = true; input.value = field
    input.setAttribute("aria-label", text)
    box.append(input)
    queueMicrotask(() => input.select())
  }
  if (act) {
    const button = document.createElement("button")
    button.className = "btn sm"; button.textContent = act[0]
    button.addEventListener("click", () => { message("", ""); act[1]() })
    box.append(button)
  }
  p.replaceChildren(box)
}
