import { test } from "node:test"
import assert from "node:assert/strict"
import { comparison } from "../src/play/comparison"

test("a comparison is cut at its sign", () => {
  for (const [text, left, sign, right] of [
    ["free(start)-free(end)==4194304", "free(start)-free(end)", "==", "4194304"],
    ["live(end) >= 2", "live(end)", ">=", "2"],
    ["ioctls(line 5)<=4", "ioctls(line 5)", "<=", "4"],
    ["free(line 5)<free(start)", "free(line 5)", "<", "free(start)"],
    ["error(all)!=cudaSuccess", "error(all)", "!=", "cudaSuccess"],
    ["same(line 2, line 5)", "same(line 2, line 5)", "", ""],
  ] as const) assert.deepEqual(comparison(text), { left, sign, right })
})
