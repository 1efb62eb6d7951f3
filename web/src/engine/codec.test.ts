// Run by `go test ./engine/scene`, which puts log.bin and want.json beside
// this file: frames of made-up moments and the moments themselves.

import { test } from "node:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { Frame, Scene, frames } from "./codec"

/** A moment as JSON has it: addresses as hexadecimal strings. */
function plain(moment: unknown): unknown {
  return JSON.parse(JSON.stringify(moment, (_, v) => typeof v === "bigint" ? "0x" + v.toString(16) : v instanceof Uint8Array ? [...v] : v))
}

const log = new Uint8Array(readFileSync("log.bin"))
const want = JSON.parse(readFileSync("want.json", "utf8")) as unknown[]

test("frames decode to the moments they were made from, forward and back", () => {
  const list = frames(log), scene = new Scene()
  assert.equal(list.length, want.length)
  list.forEach((f, i) => { scene.apply(f); assert.deepEqual(plain(scene.moment(f.point)), want[i], `moment ${i}`) })
  for (let i = list.length - 1; i > 0; i--) {
    scene.revert(list[i]!)
    assert.deepEqual(plain(scene.moment(list[i - 1]!.point)), want[i - 1], `back to moment ${i - 1}`)
  }
})

test("a damaged frame is refused, not applied", () => {
  assert.throws(() => new Frame(log.subarray(0, 20)), /too short/)
  assert.throws(() => new Frame(log.subarray(0, 100)), /cut off/)
  const other = log.slice(0, 64)
  other[0] = 0
  assert.throws(() => new Frame(other), /not a frame/)
})
