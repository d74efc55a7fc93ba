// Two things that JSON.parse does not do: notice a member that is given twice, and compare values whatever
// the order of their members.

const MAX_DEPTH = 32
// In the whole text: far more than any body of the contract has.
const MAX_MEMBERS = 256

export type JsonProblem =
  { readonly kind: 'syntax' | 'depth' | 'members' } | { readonly kind: 'twice'; readonly member: string }
export type JsonResult =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: JsonProblem }

export const parseJson = (text: string): JsonResult => {
  try {
    // Looked through first: what is nested deeply, or made of members alone, is slow to build.
    const problem = findProblem(text)
    return problem ? { ok: false, problem } : { ok: true, value: JSON.parse(text) }
  } catch {
    // The parser's own words quote the text, which may hold anything.
    return { ok: false, problem: { kind: 'syntax' } }
  }
}

const QUOTE = 0x22
const COLON = 0x3a
const BACKSLASH = 0x5c
const [OPEN_LIST, CLOSE_LIST] = [0x5b, 0x5d]
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d]

/** Where no name was read since the last colon. */
const NONE = -1

/**
 * Looks through JSON for too much nesting, too many members and repeated ones; linear in the text. Of what is no JSON it
 * may find nothing, or throw as the parser would.
 */
const findProblem = (text: string): JsonProblem | undefined => {
  const open: (Set<string> | null)[] = []
  let count = 0
  let lastStart = NONE
  let lastEnd = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      lastStart = at
      at = lastEnd = endOfString(text, at)
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      if (open.push(code === OPEN_OBJECT ? new Set() : null) > MAX_DEPTH) return { kind: 'depth' }
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      open.pop()
    } else if (code === COLON) {
      count += 1
      if (count > MAX_MEMBERS) return { kind: 'members' }
      // Every name is read once, however many colons come behind it.
      if (lastStart === NONE) return { kind: 'syntax' }
      const member = JSON.parse(text.slice(lastStart, lastEnd + 1)) as string
      lastStart = NONE
      const members = open.at(-1)
      if (members?.has(member)) return { kind: 'twice', member }
      members?.add(member)
    }
  }
  return undefined
}

/** Where the quote stands that ends the string which begins at `start`; the end of the text if none does. */
const endOfString = (text: string, start: number): number => {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === BACKSLASH) at += 1
  }
  return text.length
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
