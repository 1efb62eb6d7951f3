// Run by `go test ./wasm`: the WebAssembly in node, against what the native
// engine wrote into want.json: for each program the hash after every event.

import { test } from "node:test"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { resolve } from "node:path"
import { bug, cursor, eventRows, Frame, hash, oom, Scene, Status, summary } from "./codec"
import { Dead, Host } from "./host"
import { Log } from "./log"

interface Want { name: string; source: string; profile: string; set: string[]; hashes: string[]; sentences: string[] }

await import(pathToFileURL(resolve("wasm_exec.js")).href)
const go = (globalThis as unknown as { Go: ConstructorParameters<typeof Host>[1] }).Go
const module = await WebAssembly.compile(readFileSync("pagewalk.wasm"))
const wants = JSON.parse(readFileSync("want.json", "utf8")) as Want[]

function plain(moment: unknown): unknown {
  return JSON.parse(JSON.stringify(moment, (_, v) => typeof v === "bigint" ? "0x" + v.toString(16) : v instanceof Uint8Array ? [...v] : v))
}

async function ran(w: { source: string; profile: string; set: string[] }, lang: "en" | "zh" = "en"): Promise<{ host: Host; scene: Scene; last: Frame }> {
  const host = new Host(module, go)
  await host.boot()
  let f = new Frame(host.begin({ source: w.source, profile: w.profile, set: w.set, seed: 1, lang }))
  while (f.status === Status.running) f = new Frame(host.run())
  assert.equal(f.status, Status.ok, bug(f))
  const scene = new Scene()
  scene.apply(f)
  return { host, scene, last: f }
}

for (const w of wants) test(`${w.name} on ${w.profile}: the same hash after every event, forward and back`, async () => {
  const { host, last, scene } = await ran(w)
  const s = summary(last, scene)
  assert.equal(s.events, w.hashes.length - 1)
  for (let n = 0; n <= s.events; n++) {
    scene.apply(new Frame(host.ask({ op: "seek", event: n - 1 })))
    assert.equal(hash(new Frame(host.ask({ op: "hash" }))), w.hashes[n], `after ${n} events`)
  }
  for (let n = s.events; n >= 0; n -= 3) {
    scene.apply(new Frame(host.ask({ op: "seek", event: n - 1 })))
    assert.equal(hash(new Frame(host.ask({ op: "hash" }))), w.hashes[n], `back at ${n}`)
  }
  const rows: string[] = []
  for (let at = 0; at < s.events; at += 100) {
    const f = new Frame(host.ask({ op: "events", from: at, count: 100 }))
    scene.learn(f)
    rows.push(...eventRows(f, scene).map(r => r.sentence))
  }
  assert.deepEqual(rows, w.sentences)
})

test("a shipped log shows what the engine shows", async () => {
  const w = wants[0]!
  const log = new Log(new Uint8Array(readFileSync("log.bin")))
  const { host, scene } = await ran(w)
  const at = (n: number) => { const f = new Frame(host.ask({ op: "seek", event: n })); scene.apply(f); return plain(scene.moment(f.point)) }
  for (const n of [0, 1, 5, 12, 3, log.rows.length - 1, 7, -1, 20]) assert.deepEqual(plain(log.seek(n)), at(n), `event ${n}`)
  log.seek(2)
  at(2)
  for (const [unit, number] of [["line", 2], ["call", 1], ["event", 0], ["call", 1]] as const) {
    for (const direction of [1, 1, -1] as const) {
      const f = new Frame(host.ask({ op: "step", unit: number, forward: direction > 0 }))
      scene.apply(f)
      assert.deepEqual(plain(log.step(unit, direction)), plain(scene.moment(f.point)), `${unit} ${direction}`)
    }
  }
})

test("a program with errors is refused and the run before it stays", async () => {
  const { host, scene } = await ran(wants[0]!)
  const f = new Frame(host.begin({ source: "cudaMaloc(&a, 1);", profile: "h200-r580", set: [], seed: 1, lang: "zh" }))
  assert.equal(f.status, Status.refused)
  scene.apply(f)
  const s = summary(f, scene)
  assert.equal(s.ok, false)
  assert.ok(s.diagnostics[0]!.text.length > 0 && s.diagnostics[0]!.line === 1)
  assert.equal(cursor(new Frame(host.ask({ op: "seek", event: 4 }))).event, 4)
})

test("language, address, search and the reader of out-of-memory messages answer", async () => {
  const { host, scene } = await ran(wants[0]!)
  const show = (f: Frame) => { scene.apply(f); return scene.moment(f.point) }
  show(new Frame(host.ask({ op: "seek", event: 1 })))
  const zh = show(new Frame(host.ask({ op: "language", lang: "zh" })))
  assert.match(zh.sentence, /[\u4e00-\u9fff]/)
  const looked = show(new Frame(host.ask({ op: "look", lo: 0x35e00000, hi: 0x7f12 })))
  assert.equal(looked.translation.address, 0x7f1235e00000n)
  show(new Frame(host.ask({ op: "look", lo: 0, hi: 0 })))
  const ioctl = show(new Frame(host.ask({ op: "jump", kind: "ioctl", forward: true })))
  assert.equal(ioctl.kind, "driver.ioctl")
  const none = new Frame(host.ask({ op: "jump", kind: "no such kind", forward: true }))
  scene.apply(none)
  assert.equal(none.status, Status.nothing)
  const call = show(new Frame(host.ask({ op: "who", pane: 0, part: 0, index: 0 })))
  assert.equal(call.kind, "program.call")
  const f = new Frame(host.ask({ op: "oom", text: "CUDA error: out of memory", lang: "en" }))
  scene.apply(f)
  assert.ok(oom(f, scene).headline.length > 0)
})

test("a dead instance is replaced and brought to the same place", async () => {
  const { host } = await ran(wants[0]!)
  host.ask({ op: "seek", event: 9 })
  const before = hash(new Frame(host.ask({ op: "hash" })))
  await host.revive()
  assert.equal(hash(new Frame(host.ask({ op: "hash" }))), before)
  assert.equal(cursor(new Frame(host.ask({ op: "hash" }))).event, 9)
  assert.ok(new Dead("x") instanceof Error)
})

test("a long program is stopped between two slices and keeps what there is", async () => {
  const host = new Host(module, go)
  await host.boot()
  let f = new Frame(host.begin({ source: "int i; for (;;) i++;", profile: "textbook-ampere", set: [], seed: 1, lang: "en" }))
  const took: number[] = []
  for (let i = 0; i < 30 && f.status === Status.running; i++) {
    const from = performance.now()
    f = new Frame(host.run())
    took.push(performance.now() - from)
  }
  assert.equal(f.status, Status.running)
  f = new Frame(host.halt())
  assert.equal(f.status, Status.ok)
  const middle = took.sort((a, b) => a - b)[15]! // on a busy machine single slices say little
  assert.ok(middle < 40, `half of the slices took more than ${middle} ms`)
})
