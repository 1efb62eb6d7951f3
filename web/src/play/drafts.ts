// Drafts: what is typed is kept in this browser, one text for each name. The
// original is remembered by a fingerprint, so that a draft of an older original
// is still found and said to be one.

import { keep, recall } from "../store"

export interface Draft { text: string; of: number; at: number }

export function readDraft(name: string): Draft | null {
  try {
    const d = JSON.parse(recall("draft." + name) ?? "null") as Draft | null
    return d && typeof d.text === "string" ? d : null
  } catch { return null }
}

/** Keeps a draft, or forgets it when it equals the original. False if storage refused. */
export function keepDraft(name: string, text: string, original: string, at: number): boolean {
  if (text === original) { keep("draft." + name, null); return true }
  return keep("draft." + name, JSON.stringify({ text, of: fingerprint(original), at } satisfies Draft))
}

export function fingerprint(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h >>> 0
}
