// A tokeniser of the subset of CUDA C that scenarios are written in, just deep
// enough for colour. State is one number: 0 outside, 1 inside a block comment,
// 2 inside a preprocessor line that goes on.

export type Token = "keyword" | "type" | "call" | "number" | "string" | "comment" | "meta" | "launch" | "name" | ""

const keywords = new Set("if else for while do switch case default break continue return sizeof typedef struct enum union const static volatile auto nullptr NULL true false static_cast reinterpret_cast __global__ __device__ __host__ __shared__ __restrict__ goto".split(" "))
const types = new Set("void char short int long float double bool unsigned signed size_t dim3 cudaError_t cudaStream_t cudaEvent_t cudaMemPool_t CUdeviceptr uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t uvm_gpu_chunk_t uvm_mem_t uvm_mem_alloc_params_t".split(" "))

const word = /[A-Za-z_]\w*/y
const number = /0[xX][\da-fA-F']+[uUlL]*|(?:\d[\d']*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[uUlLfF]*/y
const text = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?/y
const launch = /<<<|>>>/y

export interface Step { end: number; token: Token; state: number }

/** The token of a line that begins at `at`. */
export function next(line: string, at: number, state: number): Step {
  if (state === 1) {
    const close = line.indexOf("*/", at)
    return close < 0 ? { end: line.length, token: "comment", state: 1 } : { end: close + 2, token: "comment", state: 0 }
  }
  if (state === 2 || (line[at] === "#" && line.slice(0, at).trim() === "")) return { end: line.length, token: "meta", state: line.endsWith("\\") ? 2 : 0 }
  const two = line.slice(at, at + 2)
  if (two === "//") return { end: line.length, token: "comment", state: 0 }
  if (two === "/*") { const close = line.indexOf("*/", at + 2); return close < 0 ? { end: line.length, token: "comment", state: 1 } : { end: close + 2, token: "comment", state: 0 } }
  for (const [re, token] of [[text, "string"], [number, "number"], [launch, "launch"]] as const) {
    const end = match(re, line, at)
    if (end > at) return { end, token, state: 0 }
  }
  const end = match(word, line, at)
  if (end > at) return { end, token: kind(line.slice(at, end), line.slice(end)), state: 0 }
  return { end: at + 1, token: "", state: 0 }
}

function match(re: RegExp, line: string, at: number): number {
  re.lastIndex = at
  return re.exec(line) ? re.lastIndex : at
}

function kind(w: string, rest: string): Token {
  if (keywords.has(w)) return "keyword"
  if (types.has(w) || /_t$/.test(w)) return "type"
  return /^\s*(\(|<<<)/.test(rest) ? "call" : "name"
}
