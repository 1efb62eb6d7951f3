import { test } from "node:test"
import assert from "node:assert/strict"
import { BrokenLink, crc32, decode, decodePoint, encode, encodePoint, version, type Shared } from "../src/link"

const sample: Shared = { source: "float *a;\ncudaMalloc(&a, 4096); // 显存\n", profile: "h200-r580", set: ["driver.free=immediate"], seed: 7, point: { row: 3, ordinal: 12 } }

test("a link restores program, profile, sets, seed and point", async () => {
  assert.deepEqual(await decode(await encode(sample)), sample)
  assert.deepEqual(await decode(await encode({ ...sample, point: null })), { ...sample, point: null })
})

test("a link holds only letters that need no escaping", async () => {
  assert.match(await encode(sample), /^p=[A-Za-z0-9_-]+$/)
})

test("a program of 100 KB stays far below what an address may hold", async () => {
  const source = Array.from({ length: 3000 }, (_, i) => `cudaMalloc(&p[${i}], ${i * 512});`).join("\n")
  const link = await encode({ ...sample, source })
  assert.ok(link.length < 32_000, `${link.length}`)
  assert.equal((await decode(link)).source, source)
})

const trouble = async (fragment: string) => decode(fragment).then(() => "none", e => e instanceof BrokenLink ? e.trouble : String(e))

test("every single changed character is noticed", async () => {
  const link = await encode({ ...sample, source: "cudaFree(a);" })
  for (let i = 2; i < link.length - 1; i++) {
    const other = link[i] === "A" ? "B" : "A"
    const found = await trouble(link.slice(0, i) + other + link.slice(i + 1))
    assert.notEqual(found, "none", `at ${i}`)
  }
})

test("what is wrong is said", async () => {
  const link = await encode(sample)
  assert.equal(await trouble(link.slice(0, -4)), "sum")
  assert.equal(await trouble("p=%%%"), "letters")
  assert.equal(await trouble("p=A"), "letters")
  assert.equal(await trouble("p="), "shape")
  assert.equal(await trouble("p=" + btoa(String.fromCharCode(version + 1, 0, 0, 0, 0, 0)).replace(/=+$/, "")), "version")
})

test("a link that unpacks to more than a megabyte is refused", async () => {
  assert.equal(await trouble(await encode({ ...sample, source: "x".repeat(3 << 20) })), "shape")
})

test("crc32 is the usual one", () => {
  assert.equal(crc32(new TextEncoder().encode("123456789")), 0xcbf43926)
})

test("points", () => {
  assert.equal(encodePoint({ row: 3, ordinal: 0 }), "at=3.0")
  assert.deepEqual(decodePoint("at=3.12"), { row: 3, ordinal: 12 })
  assert.deepEqual(decodePoint("0.2"), { row: 0, ordinal: 2 })
  for (const bad of ["", "3", "at=3.", "at=-1.2", "at=a.b", "3.1.2"]) assert.equal(decodePoint(bad), null, bad)
})
