// Sizes that may exceed what a number holds exactly.

import { bytes as small, commas } from "../format"

const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]

/** 2 MiB, 64 PiB; what is no whole number of units is said as a small size is. */
export function bytes(n: bigint): string {
  let u = 0, v = n
  while (v >= 1024n && v % 1024n === 0n) { v /= 1024n; u++ }
  return v < 10_000n ? `${commas(v)} ${units[u]}` : small(Number(n))
}
