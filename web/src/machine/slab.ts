// The scale of a slab's picture.

import type { Slab } from "../moment"

export const cells = 64

/** How many bytes the 64 cells cover: a power of two times 512 B in which the
 * end of the last live or changed piece lies, and never the whole block twice. */
export function lensBytes(slab: Pick<Slab, "bytes" | "pieces">): number {
  let end = 0
  for (const p of slab.pieces) if (p.live || p.now) end = Math.max(end, p.offset + Math.min(p.bytes, slab.bytes))
  let span = cells * 512
  while (span < end && span < slab.bytes) span *= 2
  return Math.min(span, slab.bytes)
}
