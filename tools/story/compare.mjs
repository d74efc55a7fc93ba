// Compares two recordings byte by byte, and shows where they part.

const CONTEXT = 160

/** Each step that differs, by its place in the story. */
export const findDifferences = (...recordings) => {
  const [one, other] = recordings.map((entries) => new Map(entries.map((entry) => [entry.place, entry])))
  return [...new Set([...one.keys(), ...other.keys()])]
    .map((place) => ({ before: one.get(place), after: other.get(place) }))
    .filter(({ before, after }) => before?.title !== after?.title || before?.text !== after?.text)
}

/** The place where the two part, with what stands around it. */
export const describeDifference = ({ before, after }) => {
  const { place, title } = before ?? after
  if (!before || !after) return `#${place} ${title}\n  only ${before ? 'before' : 'after'}`
  const part = title === after.title ? 'text' : 'title'
  return [
    `#${place} ${title}`,
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
