// What the page and the engine's worker say to each other. Numbers go into the
// WebAssembly as they are; what comes back is a frame, decoded by the page.

/** `watched`: the free memory is asked for after each call, as in recorded runs. */
export interface Start { source: string; profile: string; set: string[]; seed: number; lang: "en" | "zh"; watched?: boolean }

/** One call of the bridge. */
export type Ask =
  | { op: "start"; start: Start }
  | { op: "stop" }
  | { op: "seek"; event: number }
  | { op: "at"; row: number; ordinal: number }
  | { op: "step"; unit: 0 | 1 | 2; forward: boolean }
  | { op: "jump"; kind: string; forward: boolean }
  | { op: "hangs"; pane: number; part: number; index: number }
  | { op: "who"; pane: number; part: number; index: number }
  | { op: "events"; from: number; count: number }
  | { op: "look"; lo: number; hi: number }
  | { op: "processor"; sm: number }
  | { op: "language"; lang: "en" | "zh" }
  | { op: "oom"; text: string; lang: "en" | "zh" }
  | { op: "goals"; meets: string[] }
  | { op: "microscope"; lines: string; lang: "en" | "zh" }
  | { op: "keep"; side: 0 | 1 }
  | { op: "side"; side: 0 | 1; text: string }
  | { op: "compare"; lang: "en" | "zh" }
  | { op: "hash" }

export interface Load { id: 0; wasm: string; exec: string }
export interface Request { id: number; ask: Ask }

/** `frame` ends a request; `events` reports how far a run has come. */
export type Reply =
  | { id: number; frame: ArrayBuffer }
  | { id: number; events: number }
  | { id: number; error: string }
  | { id: 0; ready: true }
