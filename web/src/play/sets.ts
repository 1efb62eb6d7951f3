// Policies as lines of key=value, one field each, with an empty one at the end.

import { t } from "../words"

export class Sets {
  #list: HTMLElement | null = null

  constructor(place: HTMLElement | null) {
    if (!place) return
    this.#list = document.createElement("div")
    this.#list.className = "setlist"
    place.append(this.#list)
    this.#add("")
  }

  get #fields(): HTMLInputElement[] { return [...this.#list?.querySelectorAll("input") ?? []] }

  get values(): string[] { return this.#fields.map(f => f.value.trim()).filter(Boolean) }

  set values(all: string[]) {
    this.#list?.replaceChildren()
    for (const v of all) this.#add(v)
    this.#add("")
  }

  /** The first that is not key=value, or "". */
  get wrong(): string { return this.values.find(v => !/^[\w.-]+=.+$/.test(v)) ?? "" }

  #add(value: string): void {
    const row = document.createElement("div"), input = document.createElement("input")
    row.className = "setrow"
    input.value = value
    input.placeholder = "driver.free=immediate"
    input.spellcheck = false
    input.setAttribute("aria-label", t("settings"))
    input.addEventListener("input", () => { if (input.value && input === this.#fields.at(-1)) this.#add("") })
    row.append(input)
    this.#list?.append(row)
  }
}
