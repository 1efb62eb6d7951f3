// The text of one comparison of a condition, cut at its sign. A measure alone
// has none: it is met unless it is 0.

export interface Comparison { left: string; sign: "==" | "!=" | "<=" | ">=" | "<" | ">" | ""; right: string }

export function comparison(text: string): Comparison {
  const m = /^(.*?)(==|!=|<=|>=|<|>)(.*)$/.exec(text)
  return m ? { left: m[1]!.trim(), sign: m[2] as Comparison["sign"], right: m[3]!.trim() } : { left: text.trim(), sign: "", right: "" }
}
