// Base class of all elements: Lit without a shadow root, so that the page's
// style sheet, text search and copying reach everything; and rendering again
// whenever a signal that the last rendering read has changed.

import { effect } from "@preact/signals-core"
import { LitElement } from "lit"

export abstract class Light extends LitElement {
  #forget: (() => void) | null = null
  #clean = false

  protected override createRenderRoot(): HTMLElement { return this }

  /** False while there is nothing better to show than what the page brought. */
  protected get ready(): boolean { return true }

  protected override shouldUpdate(): boolean { return this.ready }

  protected override willUpdate(): void {
    if (this.#clean) return
    this.#clean = true
    this.takeOver()
    this.replaceChildren()
  }

  /** Reads what the page put inside, just before it is removed. */
  protected takeOver(): void {}

  protected override performUpdate(): void {
    if (!this.isUpdatePending) return
    this.#forget?.()
    let updating = true
    this.#forget = effect(() => {
      if (updating) { updating = false; super.performUpdate() } else this.requestUpdate()
    })
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.requestUpdate()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#forget?.()
    this.#forget = null
  }
}
