import { test } from "node:test"
import assert from "node:assert/strict"
import { FakeEngine } from "../src/dev/fake"
import { columns, eventAt, lineMarks, middle } from "../src/dock/score"
import { bytes, commas, hex, parseHex, time } from "../src/format"
import { agrees, readNumber, spoken, type Question } from "../src/lesson/answer"
import { lensBytes } from "../src/machine/slab"
import { next } from "../src/play/tokens"
import { Player } from "../src/player"
import { lang } from "../src/store"
import { all, t } from "../src/words"

test("addresses in groups of four from the right", () => {
  assert.equal(hex(0x7f1235e00000n), "0x7f12 35e0 0000")
  assert.equal(hex(0), "0x0")
  assert.equal(hex(0x21000000), "0x2100 0000")
  for (const text of ["0x7f12 35e0 0000", "7f1235e00000", "0X7F12_35e0_0000"]) assert.equal(parseHex(text), 0x7f1235e00000n)
  for (const text of ["", "0x", "cuda", "1".repeat(17)]) assert.equal(parseHex(text), null, text)
})

test("bytes and times carry units", () => {
  const sizes: [number, string][] = [[0, "0 B"], [512, "512 B"], [4096, "4 KiB"], [2093056, "2,044 KiB"], [2097152, "2 MiB"], [2088961, "2,088,961 B"], [150109880320, "139.8 GiB"], [1.5 * 2 ** 20, "1.5 MiB"]]
  for (const [n, want] of sizes) assert.equal(bytes(n), want)
  const times: [number, string][] = [[0, "0 µs"], [1_300_000, "1.3 µs"], [55_000_000, "55 µs"], [420, "420 ps"], [7.5e6, "7.5 µs"], [2.5e12, "2.5 s"], [145_000_000, "145 µs"]]
  for (const [ps, want] of times) assert.equal(time(ps), want)
  assert.equal(commas(1234567n), "1,234,567")
})

test("both languages say everything, in their own punctuation", () => {
  for (const [key, [en, zh]] of Object.entries(all)) {
    assert.ok(en && zh, key)
    assert.deepEqual(new Set(en.match(/\{\d\}/g)), new Set(zh.match(/\{\d\}/g)), `${key}: the same places`)
    assert.doesNotMatch(zh, /请|轻松|一键|！|!/, key)
    assert.doesNotMatch(en, /!/, key)
    assert.doesNotMatch(zh, /[\u4e00-\u9fff][,;:?]|[,;:?][\u4e00-\u9fff]/, `${key}: full-width punctuation`)
    assert.doesNotMatch(zh, /[\u4e00-\u9fff][A-Za-z]|[A-Za-z][\u4e00-\u9fff]/, `${key}: a space between Chinese and Latin`)
  }
})

test("words follow the language", () => {
  lang.value = "zh"
  assert.equal(t("page", 264), "第 264 页")
  lang.value = "en"
  assert.equal(t("page", 264), "page 264")
})

test("numbers as people write them", () => {
  const cases: [string, number | null][] = [["2097152", 2097152], ["2,097,152", 2097152], ["2 MiB", 2097152], ["2m", 2097152], ["4 KiB", 4096], ["4096 bytes", 4096], ["4096 字节", 4096], ["-1", -1], ["", null], ["two", null], ["1 furlong", null]]
  for (const [text, want] of cases) assert.equal(readNumber(text), want, text)
})

test("said and did", () => {
  const q: Question = { id: "a", kind: "number", question: "", answer: "2097152", unit: "B" }
  assert.ok(agrees(q, "2 MiB"))
  assert.ok(!agrees(q, "4096"))
  assert.equal(spoken(q, "2 MiB"), "2,097,152 B")
  const c: Question = { id: "b", kind: "choice", question: "", answer: "0", options: [{ value: "0", text: "none" }, { value: "1", text: "four" }] }
  assert.ok(agrees(c, "0") && !agrees(c, "1"))
  assert.equal(spoken(c, "1"), "four")
})

test("the lens of a slab", () => {
  const slab = (...pieces: [number, number, boolean][]) => ({ bytes: 2097152, pieces: pieces.map(([offset, bytes, live]) => ({ offset, bytes, live, name: "", now: false })) })
  assert.equal(lensBytes(slab([0, 4096, true])), 32768)
  assert.equal(lensBytes(slab([0, 4096, true], [32768, 4096, true])), 65536)
  assert.equal(lensBytes(slab([0, 2097152, true])), 2097152)
  assert.equal(lensBytes(slab()), 32768)
})

test("places on the score", () => {
  assert.equal(eventAt(0, 29), 0)
  assert.equal(eventAt(1, 29), 28)
  for (let i = 0; i < 29; i++) assert.equal(eventAt(middle(i, 29) / 100, 29), i)
  const marks = lineMarks([{ event: 0, line: 2 }, { event: 1, line: 3 }, { event: 20, line: 4 }], 29, 5)
  assert.deepEqual(marks.map(m => m.label), [true, false, true])
  const s = { events: 1000, pane: new Uint8Array(1000).fill(2), columns: 0, density: new Uint8Array(), lines: [], rows: [] }
  const c = columns(s, 100)
  assert.equal(c.n, 100)
  assert.ok([...c.share].every((v, i) => i % 4 === 2 ? v === 1 : v === 0))
})

const tokens = (line: string, state = 0) => { const out: [string, string][] = []; for (let at = 0; at < line.length;) { const s = next(line, at, state); if (s.token) out.push([line.slice(at, s.end), s.token]); at = s.end; state = s.state } return { out, state } }

test("colours of a line", () => {
  assert.deepEqual(tokens("cudaMalloc(&a, 1024 * sizeof(float)); // 4 KiB").out, [["cudaMalloc", "call"], ["a", "name"], ["1024", "number"], ["sizeof", "keyword"], ["float", "type"], ["// 4 KiB", "comment"]])
  assert.deepEqual(tokens("fill<<<1, 32>>>(a);").out, [["fill", "call"], ["<<<", "launch"], ["1", "number"], ["32", "number"], [">>>", "launch"], ["a", "name"]])
  assert.equal(tokens("/* begins").state, 1)
  assert.deepEqual(tokens("ends */ int x;", 1).out, [["ends */", "comment"], ["int", "type"], ["x", "name"]])
  assert.deepEqual(tokens("#define N 4").out, [["#define N 4", "meta"]])
  assert.deepEqual(tokens('printf("a\\"b", \'c\');').out, [["printf", "call"], ['"a\\"b"', "string"], ["'c'", "string"]])
})

test("every line of hostile length is walked in steps forward", () => {
  for (const line of ["(".repeat(5000), '"' + "\\".repeat(4001), "/*".repeat(2000), "'", "1e+", "0x"]) {
    let at = 0, state = 0
    while (at < line.length) { const s = next(line, at, state); assert.ok(s.end > at, line.slice(at, at + 8)); at = s.end; state = s.state }
  }
})

async function player(): Promise<Player> {
  const e = new FakeEngine(), p = new Player()
  await p.open(e, await e.run({ source: "", profile: "", set: [], seed: 1, lang: "en" }, () => {}), 0)
  return p
}

test("a player steps by event, call and line, and holds at the limit", async () => {
  const p = await player()
  await p.step("event", 1)
  assert.equal(p.moment.value!.event, 1)
  await p.step("call", 1)
  assert.equal(p.moment.value!.event, 11)
  await p.step("call", -1)
  assert.equal(p.moment.value!.event, 0)
  p.limit.value = 10
  for (let i = 0; i < 15; i++) await p.step("event", 1)
  assert.equal(p.moment.value!.event, 10)
  assert.equal(p.blocked.value, 5)
  await p.step("call", 1)
  assert.equal(p.moment.value!.event, 10)
  assert.equal(p.eventOf({ row: 1, ordinal: 2 }), 13)
})

test("seeks coalesce to the last wish", async () => {
  const p = await player()
  for (const e of [3, 9, 4, 20]) p.seek(e)
  await p.at(p.moment.value!.point).catch(() => {})
  await new Promise(r => setTimeout(r, 20))
  p.seek(20)
  await new Promise(r => setTimeout(r, 20))
  assert.equal(p.moment.value!.event, 20)
})

test("a mark is set, found and taken away", async () => {
  const p = await player()
  await p.step("event", 1)
  p.mark()
  await p.step("call", 1)
  p.nextMark()
  await new Promise(r => setTimeout(r, 10))
  assert.equal(p.moment.value!.event, 1)
  p.mark()
  assert.equal(p.marks.value.length, 0)
})
