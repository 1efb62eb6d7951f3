// The engine's worker: loads the WebAssembly, answers the page's requests one
// after the other, and runs programs in slices so that "stop" is heard.

import { Dead, Host, slice } from "./host"
import type { Load, Reply, Request } from "./protocol"
import { Status } from "./views"

declare const self: { postMessage(m: unknown, transfer: Transferable[]): void; onmessage: ((m: MessageEvent) => void) | null }

let host: Host | null = null
let busy: Promise<unknown> = Promise.resolve()
let newest = 0 // program that was asked for
let halted = 0 // programs up to here are to stop

const say = (r: Reply, transfer: Transferable[] = []) => self.postMessage(r, transfer)
const send = (id: number, f: Uint8Array) => say({ id, frame: f.buffer as ArrayBuffer }, [f.buffer as ArrayBuffer])
const status = (f: Uint8Array) => new DataView(f.buffer, f.byteOffset).getUint32(12, true)
const words = (err: unknown) => err instanceof Error ? err.message : String(err)

self.onmessage = (m: MessageEvent<Load | Request>) => {
  const d = m.data
  if ("wasm" in d) { busy = load(d).catch(err => say({ id: 0, error: words(err) })); return }
  if (d.ask.op === "stop") { halted = newest; return } // not those that are asked for after it
  if (d.ask.op === "start") newest = d.id
  busy = busy.then(() => answer(d)).catch(err => say({ id: d.id, error: words(err) }))
}

async function load(d: Load): Promise<void> {
  const bytes = WebAssembly.compileStreaming(fetch(d.wasm))
  bytes.catch(() => undefined) // it is told below; until then nobody waits for it
  await import(d.exec)
  const go = (globalThis as unknown as { Go: ConstructorParameters<typeof Host>[1] }).Go
  host = new Host(await bytes, go)
  await host.boot()
  say({ id: 0, ready: true })
}

async function answer(d: Request): Promise<void> {
  if (!host) throw new Error("the engine has not been loaded")
  if (d.ask.op === "start") { await play(d.id, d.ask.start); return }
  try { send(d.id, host.ask(d.ask)) } catch (err) {
    if (!(err instanceof Dead)) throw err
    await host.revive() // once: what kills a fresh instance too is told to the page
    send(d.id, host.ask(d.ask))
  }
}

/** Lets messages in between two slices. */
const breath = () => new Promise<void>(done => { const c = new MessageChannel(); c.port1.onmessage = () => { c.port1.close(); done() }; c.port2.postMessage(0) })

async function play(id: number, start: Parameters<Host["begin"]>[0]): Promise<void> {
  let f: Uint8Array
  try { f = host!.begin(start) } catch (err) {
    if (!(err instanceof Dead)) throw err
    await host!.boot()
    f = host!.begin(start)
  }
  let told = performance.now()
  while (status(f) === Status.running) {
    if (id <= halted) { f = host!.halt(); break }
    f = host!.run()
    if (performance.now() - told > 12 * slice) { told = performance.now(); say({ id, events: eventsOf(f) }) }
    await breath()
  }
  if (status(f) === Status.bug) await host!.boot()
  send(id, f)
}

/** The number of events in the Cursor section, which comes first while running. */
function eventsOf(f: Uint8Array): number {
  return f.byteLength >= 56 ? new DataView(f.buffer, f.byteOffset).getUint32(52, true) : 0
}
