import { test } from "node:test"
import assert from "node:assert/strict"
import { boldNumbers, nameBold, soft, station } from "../src/machine/parts"
import { fingerprint, keepDraft, readDraft } from "../src/play/drafts"

/** A template as text: what is bold in stars, a place to break as a bar. */
function plain(v: unknown): string {
  if (Array.isArray(v)) return v.map(plain).join("")
  if (v === null || typeof v !== "object") return String(v)
  const { strings, values } = v as { strings: readonly string[]; values: readonly unknown[] }
  return strings.map((s, i) => s.replace(/<\/?b>/g, "*").replace("<wbr>", "|") + (i < values.length ? plain(values[i]) : "")).join("")
}

test("numbers that stand alone are bold, addresses are not", () => {
  const cases: [string, string][] = [
    ["4 ioctls cross here for a", "*4* ioctls cross here for a"],
    ["page 264 = 0x2100 0000", "page *264* = 0x2100 0000"],
    ["1 entry written, 1 range invalidated", "*1* entry written, *1* range invalidated"],
    ["0 for b", "*0* for b"],
    ["2,093,056 B left", "*2,093,056* B left"],
    ["mem[7] is not mapped yet", "mem[*7*] is not mapped yet"],
    ["no table touched", "no table touched"],
  ]
  for (const [text, want] of cases) assert.equal(plain(boldNumbers(text)), want)
})

test("in a call the name is bold", () => {
  const cases: [string, string][] = [
    ["cudaMalloc(&a, 4096)", "cudaMalloc(&*a*, 4096)"],
    ["cudaMalloc((void**)&d_data, 1024 * sizeof(float))", "cudaMalloc((void**)&*d_data*, 1024 * sizeof(float))"],
    ["cudaFree(p[3])", "cudaFree(*p[3]*)"],
    ["load *b", "load *b"],
  ]
  for (const [text, want] of cases) assert.equal(plain(nameBold(text)), want)
})

test("long identifiers may break after an underscore", () => {
  assert.equal(plain(soft("UVM_MAP_EXTERNAL")), "UVM_|MAP_|EXTERNAL")
  assert.equal(plain(soft("plain")), "plain")
})

test("stations have names", () => { assert.equal(station(3, "page", 264), "3:page:264") })

test("drafts are kept, found and forgotten", () => {
  const kept = new Map<string, string>()
  Object.assign(globalThis, { localStorage: { getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => void kept.set(k, v), removeItem: (k: string) => void kept.delete(k) } })
  assert.ok(keepDraft("a.cu", "changed", "original", 5))
  assert.deepEqual(readDraft("a.cu"), { text: "changed", of: fingerprint("original"), at: 5 })
  assert.equal(readDraft("b.cu"), null)
  assert.ok(keepDraft("a.cu", "original", "original", 6))
  assert.equal(readDraft("a.cu"), null)
  kept.set("pagewalk.draft.a.cu", "{damaged")
  assert.equal(readDraft("a.cu"), null)
  Object.assign(globalThis, { localStorage: { getItem: () => null, setItem: () => { throw new Error("full") }, removeItem: () => {} } })
  assert.equal(keepDraft("a.cu", "too long", "original", 7), false)
})
