// Recorded runs as files: JSON lines, plain or gzip (docs/recordings.md). They
// are read here, in the browser, and handed to the engine as lines of fields
// (engine/compare/read.go). Numbers stay digits all the way: addresses and sizes
// have 64 bits.

import { bytes as sizeOf } from "../format"
import { t } from "./words"

/** A recording, ready for the engine. */
export interface Recorded {
  name: string; card: string; program: string; measured: boolean; text: string; rows: number
  /** Why the run ended before its program did, "" if it did not. */
  ended: string
}

/** What is wrong with a file, in the reader's language. */
export class BadFile extends Error {}

const version = 1
const most = 64 << 20

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
type Row = Record<string, Json | undefined>

/** Reads a file; name is what to call it in a complaint. */
export async function read(name: string, data: Blob): Promise<Recorded> {
  if (data.size > most) throw new BadFile(t("bad.large", name, sizeOf(most)))
  const lines = (await unpack(name, data)).split("\n")
  const head = header(name, lines[0] ?? "")
  const card = [head.card, head.driver ? `${head.driver}` : "", head.date].filter(Boolean).join(" · ")
  const text = [[clean(String(head.card ?? name)), head.driver ? 1 : 0, digits(head.free_bytes)].join("\t")]
  let ended = ""
  for (let i = 1; i < lines.length; i++) {
    if (!lines[i]!.trim()) continue
    try {
      const r = parse(lines[i]!) as Row
      text.push(row(r))
      ended = end(r)
    } catch {
      if (i === lines.length - 1) { ended = "cut.broken"; break } // cut short while it was written
      throw new BadFile(t("bad.line", name, i + 1))
    }
  }
  if (text.length === 1) throw new BadFile(t("bad.rows", name))
  return { name: String(head.name ?? name), card: card || name, program: String(head.program ?? ""), measured: !!head.driver, text: text.join("\n"), rows: text.length - 1, ended }
}

async function unpack(name: string, data: Blob): Promise<string> {
  const magic = new Uint8Array(await data.slice(0, 2).arrayBuffer())
  if (magic[0] !== 0x1f || magic[1] !== 0x8b) return data.text()
  const reader = data.stream().pipeThrough(new DecompressionStream("gzip")).getReader(), utf8 = new TextDecoder()
  let text = "", size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return text + utf8.decode()
      if ((size += value.length) > most) break
      text += utf8.decode(value, { stream: true })
    }
  } catch {
    if (size === 0) throw new BadFile(t("bad.gzip", name))
    return text // what could be read; an incomplete last line is left out
  }
  void reader.cancel()
  throw new BadFile(t("bad.large", name, sizeOf(most)))
}

function header(name: string, line: string): Row {
  let head: Json
  try { head = parse(line) } catch { throw new BadFile(t("bad.head", name)) }
  if (head === null || typeof head !== "object" || Array.isArray(head) || !head.pagewalk_recording) throw new BadFile(t("bad.head", name))
  if (Number(head.pagewalk_recording) > version) throw new BadFile(t("bad.version", name, String(head.pagewalk_recording)))
  return head
}

/** Why a run ends with this row, if it does. */
function end(r: Row): string {
  const id = r.why && typeof r.why === "object" && !Array.isArray(r.why) ? String(r.why.id) : ""
  return id === "target-lost" || id.startsWith("limit-") ? id : ""
}

function row(r: Row): string {
  const flags = (r.null ? "n" : "") + (r.unable ? "u" : "")
  const trips = list(r.ioctls).map(x => { const i = x as Row; return [clean(String(i.name)), digits(i.length), digits(i.va), digits(i.offset), digits(i.ps), (i.failed ? "f" : "") + (i.foreign ? "o" : "")].join(",") })
  if (typeof r.call !== "string") throw new Error("no call")
  return [clean(r.call), digits(r.ctx), digits(r.line), flags, digits(r.code), digits(r.ps), digits(r.free_bytes), list(r.out).map(digits).join(","), list(r.args).map(digits).join(","), trips.join(";")].join("\t")
}

function list(x: Json | undefined): Json[] { return Array.isArray(x) ? x : [] }

const clean = (s: string) => s.replace(/[\t\n,;]/g, " ")

function digits(x: Json | undefined): string {
  if (x === undefined || x === null) return "0"
  const s = String(x)
  if (!/^\d{1,20}$/.test(s)) throw new Error(`not a number: ${s}`)
  return s
}

/** JSON whose long numbers stay as they are written: outside of strings, digits
 * beyond what a double holds become strings. */
export function parse(line: string): Json {
  return JSON.parse(line.replace(/"(?:[^"\\]|\\.)*"|\d{16,}/g, m => m[0] === '"' ? m : `"${m}"`)) as Json
}
