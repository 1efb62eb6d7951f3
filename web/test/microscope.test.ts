import { test } from "node:test"
import assert from "node:assert/strict"
import { Ask, entryText, withBits } from "../src/microscope/ask"
import { number } from "../src/microscope/reads"
import { bytes } from "../src/microscope/size"
import { words } from "../src/microscope/words"

test("a query is read and written back, and holds nothing else", () => {
  const cases: [query: string, back: string, lines: string][] = [
    ["?va=0x7f12&format=v3", "?va=0x7f12&format=v3", "va=0x7f12\nformat=v3"],
    ["?page=4K%2B64K&PDE0=1f40200681.0", "?page=4K%2B64K&PDE0=1f40200681.0", "page=4K+64K\nPDE0=1f40200681.0"],
    ["?va=7f12+3456&live=1&look=1", "?va=7f12+3456", "va=7f12 3456"],
    ["?format=v3%0Alive=1", "", ""],
    ["?PDE0=%3Cscript%3E&pde1=0&TOOLONGNAME=1", "", ""],
    ["?va=a%0Alive%3D1", "?va=a%0Alive%3D1", "va=a live=1"],
    ["", "", ""],
  ]
  for (const [query, back, lines] of cases) {
    assert.equal(Ask.from(query).query, back)
    assert.equal(Ask.from(query).lines({}), lines)
  }
})

test("another address, format or page forgets the changed entries; another access does not", () => {
  const a = Ask.from("?va=1&PDE0=0")
  a.set("access", "write")
  a.set("va", "1")
  assert.equal(a.edits.size, 1)
  a.set("format", "v2")
  assert.equal(a.edits.size, 0)
  a.set("access", "")
  assert.equal(a.query, "?va=1&format=v2")
})

test("bits of an entry of one or two words are replaced", () => {
  const cases: [low: bigint, high: bigint, hi: number, lo: number, v: bigint, want: string][] = [
    [0x1f40200681n, 0n, 7, 3, 0x12n, "1f40200691.0"],
    [0x1f40200681n, 0n, 51, 12, 0n, "681.0"],
    [0n, 0x1000050an, 66, 65, 0n, "0.10000508"],
    [0n, 0n, 63, 61, 7n, "e000000000000000.0"],
    [0n, 0n, 1, 0, 7n, "3.0"],
    [0n, 0n, 115, 76, 0xffn, "0.ff000"],
  ]
  for (const [low, high, hi, lo, v, want] of cases) assert.equal(entryText(...withBits(low, high, hi, lo, v), 16), want)
  assert.equal(entryText(0x18n, 0n, 8), "18")
})

test("numbers and sizes", () => {
  assert.deepEqual(["0x1F", "7f12 3456", "", "g", "0x12345678901234567"].map(number), [0x1fn, 0x7f123456n, null, null, null])
  assert.deepEqual([0n, 4096n, 2n << 20n, 64n << 50n, 20736n, 1n].map(bytes), ["0 B", "4 KiB", "2 MiB", "64 PiB", "20.25 KiB", "1 B"])
})

test("every word has both languages, with the same places", () => {
  const places = (s: string) => [...s.matchAll(/\{\d\}/g)].map(x => x[0]).sort().join()
  for (const [key, [en, zh]] of Object.entries(words)) {
    assert.ok(en && zh, key)
    assert.equal(places(en), places(zh), key)
  }
})
