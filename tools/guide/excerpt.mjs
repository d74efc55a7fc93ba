// The part of an answer that matters, with a mark wherever something was left out.

const WIDTH = 100

/** `data.items[].id` → ['data', 'items', '[]', 'id'] */
const partsOf = (path) => path.replaceAll('[]', '.[]').split('.')

/** What the paths name of a value; a path that names nothing is a mistake. */
const pick = (value, paths) => {
  if (paths.some((path) => path.length === 0)) return { leaf: value }
  if (Array.isArray(value)) {
    const rest = paths.map(([head, ...tail]) => (head === '[]' ? tail : missing(head)))
    return { items: value.map((item) => pick(item, rest)) }
  }
  if (typeof value !== 'object' || value === null) return { leaf: value }
  for (const [head] of paths) if (!(head in value)) missing(head)
  const tailsOf = (name) => paths.filter(([head]) => head === name).map(([, ...tail]) => tail)
  const members = Object.entries(value)
    .filter(([name]) => tailsOf(name).length > 0)
    .map(([name, member]) => [name, pick(member, tailsOf(name))])
  return { members, isCut: members.length < Object.keys(value).length }
}

const missing = (name) => {
  throw new Error(`the answer has no ${name}`)
}

const asNode = (value) => {
  if (Array.isArray(value)) return { items: value.map(asNode) }
  if (typeof value !== 'object' || value === null) return { leaf: value }
  return { members: Object.entries(value).map(([name, member]) => [name, asNode(member)]), isCut: false }
}

const inOneLine = ({ leaf, items, members, isCut }) => {
  if (items) return `[${items.map(inOneLine).join(', ')}]`
  if (!members)
    return leaf !== null && typeof leaf === 'object' ? inOneLine(asNode(leaf)) : JSON.stringify(leaf)
  const shown = members.map(([name, member]) => `${JSON.stringify(name)}: ${inOneLine(member)}`).join(', ')
  return `{ ${shown}${isCut ? ' /* … */' : ''} }`
}

const layOut = (node, depth, room) => {
  const line = inOneLine(node)
  if ((depth >= 2 && line.length <= room) || line === '[]') return line
  const full = node.members || node.items ? node : asNode(node.leaf)
  if (!full.members && !full.items) return line
  const inner = (member, taken) => layOut(member, depth + 1, room - 2 - taken)
  const lines = full.items
    ? full.items.map((item) => inner(item, 1))
    : full.members.map(([name, member]) => `${JSON.stringify(name)}: ${inner(member, name.length + 5)}`)
  const [open, close] = full.items ? '[]' : '{}'
  const body = [lines.join(',\n'), ...(full.isCut ? ['// …'] : [])].join('\n')
  return `${open}\n${body.replaceAll(/^/gm, '  ')}\n${close}`
}

/** JSON with comments. */
export const excerptOf = (json, paths) => layOut(pick(JSON.parse(json), paths.map(partsOf)), 0, WIDTH)

/** An answer as `curl -i` prints it: its status, the headers that are named, and an excerpt of its body. */
export const httpExcerptOf = (text, names) => {
  const [head, body] = text.replaceAll('\r', '').split('\n\n')
  const [status, ...headers] = head.split('\n')
  const isHeader = (name) => headers.some((line) => line.startsWith(`${name}:`))
  const shown = headers.filter((line) => names.some((name) => line.startsWith(`${name}:`)))
  const paths = names.filter((name) => !isHeader(name))
  return [status, ...shown, '…', '', excerptOf(body, paths)].join('\n')
}

const LONGEST = 100

/** The text as it is, but for spaces at the ends of lines; with `cut`, long lines end in a mark. */
export const linesOf = (text, names) =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .map((line) => (names.includes('cut') && line.length > LONGEST ? `${line.slice(0, LONGEST)} …` : line))
    .join('\n')

/** One value of an answer: `data.0.id` is that of the first item, `data.-1.id` that of the last. */
export const valueAt = (json, path) =>
  partsOf(path).reduce(
    (value, name) => (Array.isArray(value) ? value.at(Number(name)) : value[name]),
    JSON.parse(json),
  )
