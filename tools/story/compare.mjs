// Compares two recordings byte by byte, and shows where they part.

const CONTEXT = 160

/** Each step that differs, by its place in the story. */
export const findDifferences = (before, after) => {
  const count = Math.max(before.length, after.length)
  return Array.from({ length: count }, (_, index) => ({ index, one: before[index], other: after[index] }))
    .filter(({ one, other }) => one?.title !== other?.title || one?.text !== other?.text)
    .map(({ index, one, other }) => ({ index, before: one, after: other }))
}

/** The place where the two part, with what stands around it. */
export const describeDifference = ({ index, before, after }) => {
  const number = `#${index + 1}`
  if (!before || !after) {
    const { title } = before ?? after
    return [`${number} ${title}`, `  only ${before ? 'before' : 'after'}`].join('\n')
  }
  const part = before.title === after.title ? 'text' : 'title'
  return [
    `${number} ${before.title}`,
    ...excerpts(before[part], after[part]).map((lines, side) =>
      indent(side === 0 ? 'before' : 'after ', lines),
    ),
  ].join('\n')
}

const excerpts = (one, other) => {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const from = Math.max(0, at - CONTEXT / 2)
  return [one, other].map((text) => text.slice(from, at + CONTEXT))
}

const indent = (name, text) =>
  text
    .split('\n')
    .map((line, index) => `  ${index === 0 ? name : '      '} | ${line}`)
    .join('\n')
