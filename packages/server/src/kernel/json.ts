// Two things that JSON.parse does not do: notice a member that is given twice, and compare values whatever
// the order of their members.

const MAX_DEPTH = 32

export type JsonProblem =
  { readonly kind: 'syntax' | 'depth' } | { readonly kind: 'twice'; readonly member: string }
export type JsonResult =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: JsonProblem }

export const parseJson = (text: string): JsonResult => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The parser's own words quote the text, which may hold anything.
    return { ok: false, problem: { kind: 'syntax' } }
  }
  const problem = findProblem(text)
  return problem ? { ok: false, problem } : { ok: true, value }
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g

/** Looks through valid JSON for too much nesting and for repeated members; linear in the text. */
const findProblem = (text: string): JsonProblem | undefined => {
  const open: (Set<string> | null)[] = []
  let lastString = ''
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') {
      if (open.push(token === '{' ? new Set() : null) > MAX_DEPTH) return { kind: 'depth' }
    } else if (token === '}' || token === ']') {
      open.pop()
    } else if (token === ':') {
      const member = JSON.parse(lastString) as string
      const members = open.at(-1)
      if (members?.has(member)) return { kind: 'twice', member }
      members?.add(member)
    } else {
      lastString = token
    }
  }
  return undefined
}

/** One text for one JSON value: members sorted, no spacing. */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  // JSON.stringify would write 1e400, which is read as Infinity, as null.
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}
