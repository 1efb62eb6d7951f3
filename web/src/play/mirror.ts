// The full editor, in a chunk of its own: loaded when somebody wants to type.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands"
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, StreamLanguage, syntaxHighlighting } from "@codemirror/language"
import { lintGutter, setDiagnostics, type Diagnostic as Mark } from "@codemirror/lint"
import { EditorState, StateEffect, StateField } from "@codemirror/state"
import { Decoration, drawSelection, EditorView, highlightActiveLineGutter, keymap, lineNumbers, type DecorationSet } from "@codemirror/view"
import { tags } from "@lezer/highlight"
import type { Diagnostic } from "../moment"
import { next } from "./tokens"

const names: Record<string, string> = { keyword: "keyword", type: "typeName", call: "function", number: "number", string: "string", comment: "comment", meta: "meta", launch: "operatorKeyword", name: "variableName" }

const subset = StreamLanguage.define<{ at: number }>({
  startState: () => ({ at: 0 }),
  token(stream, state) {
    if (state.at === 0 && stream.eatSpace()) return null
    const s = next(stream.string, stream.pos, state.at)
    stream.pos = Math.max(s.end, stream.pos + 1)
    state.at = s.state
    return names[s.token] ?? null
  },
  tokenTable: { function: tags.function(tags.variableName) },
  languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } } },
})

const look = HighlightStyle.define([
  { tag: [tags.keyword, tags.typeName, tags.operatorKeyword], color: "var(--tr-ink)" },
  { tag: tags.function(tags.variableName), color: "var(--rt-ink)", fontWeight: "600" },
  { tag: tags.number, color: "var(--dr-ink)" }, { tag: tags.string, color: "var(--ph-ink)" },
  { tag: [tags.comment, tags.meta], color: "var(--ink-3)" },
])

const dress = EditorView.theme({
  "&": { background: "transparent", color: "var(--ink)" },
  "&.cm-focused": { outline: "3px solid var(--focus)", outlineOffset: "-3px" },
  ".cm-content": { fontFamily: "var(--font-mono)", lineHeight: "1.75", padding: "12px 0", caretColor: "var(--ink)" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "1.75", overflow: "auto", maxHeight: "65vh" },
  ".cm-gutters": { background: "transparent", border: "0", color: "var(--ink-3)" },
  ".cm-activeLineGutter": { background: "transparent", color: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "color-mix(in srgb, var(--focus) 28%, transparent)" },
  ".cm-line.pw-now": { background: "var(--now-wash)", boxShadow: "inset 4px 0 0 var(--now)" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--fault) 1.5px", textUnderlineOffset: "4px" },
  ".cm-tooltip": { background: "var(--surface)", color: "var(--ink)", border: "2px solid var(--ink)", borderRadius: "8px" },
  ".cm-diagnostic-error": { borderLeft: "6px solid var(--fault)", padding: "8px 12px", fontFamily: "var(--font-ui)" },
  ".cm-matchingBracket": { background: "none", outline: "1px solid var(--line-2)" },
})

const setNow = StateEffect.define<number>()
const nowLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, tr) {
    for (const e of tr.effects) if (e.is(setNow)) {
      const line = e.value
      return line > 0 && line <= tr.state.doc.lines ? Decoration.set(Decoration.line({ class: "pw-now" }).range(tr.state.doc.line(line).from)) : Decoration.none
    }
    return marks.map(tr.changes)
  },
  provide: f => EditorView.decorations.from(f),
})

export class Mirror {
  readonly #view: EditorView

  constructor(parent: HTMLElement, text: string, label: string, changed: (text: string) => void) {
    // The editor makes its style sheet itself. In a shadow root it adopts a
    // constructed one; in the page it would write a style element, which the
    // page's content security policy refuses.
    const root = parent.appendChild(document.createElement("div")).attachShadow({ mode: "open" })
    this.#view = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: text,
        extensions: [lineNumbers(), highlightActiveLineGutter(), history(), drawSelection(), indentOnInput(), bracketMatching(), indentUnit.of("  "), subset, syntaxHighlighting(look), dress, nowLine, lintGutter(),
          keymap.of([{ key: "Mod-Enter", run: () => { parent.dispatchEvent(new CustomEvent("wantrun", { bubbles: true })); return true } }, ...defaultKeymap.filter(k => k.key !== "Mod-Enter"), ...historyKeymap, indentWithTab]),
          EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
          EditorView.updateListener.of(u => { if (u.docChanged) changed(u.state.doc.toString()) })],
      }),
    })
  }

  get text(): string { return this.#view.state.doc.toString() }

  set text(t: string) { if (t !== this.text) this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: t } }) }

  focus(): void { this.#view.focus() }

  line(n: number): void {
    const lines = this.#view.state.doc.lines
    this.#view.dispatch({ effects: [setNow.of(n), ...(n > 0 && n <= lines ? [EditorView.scrollIntoView(this.#view.state.doc.line(n).from, { y: "nearest", yMargin: 40 })] : [])] })
  }

  goto(line: number, column: number): void {
    const doc = this.#view.state.doc, l = doc.line(Math.max(1, Math.min(doc.lines, line)))
    const at = Math.min(l.to, l.from + Math.max(0, column - 1))
    this.#view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) })
    this.#view.focus()
  }

  mark(all: readonly Diagnostic[]): void {
    const doc = this.#view.state.doc
    const marks: Mark[] = all.filter(d => d.line >= 1 && d.line <= doc.lines).map(d => {
      const l = doc.line(d.line), from = Math.min(l.to, l.from + Math.max(0, d.column - 1))
      return { from, to: Math.max(from, Math.min(l.to, l.from + Math.max(d.column, d.endColumn) - 1)), severity: "error", message: d.hint ? `${d.text} ${d.hint}` : d.text }
    })
    this.#view.dispatch(setDiagnostics(this.#view.state, marks))
  }

  destroy(): void { this.#view.destroy() }
}
