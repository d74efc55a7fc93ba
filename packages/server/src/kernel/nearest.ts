// What someone may have meant: the one of a few known words that what they wrote differs from least.

// A longer text is no mistyped word of ours.
const LONGEST = 40

/** Undefined where none is near, or two are as near as each other. */
export const findNearest = (written: string, known: Iterable<string>): string | undefined => {
  if (written.length > LONGEST) return undefined
  const word = written.toLowerCase()
  let nearest: string | undefined
  let least = countAllowed(word) + 1
  for (const candidate of known) {
    const distance = countEdits(word, candidate.toLowerCase(), least)
    if (distance > least) continue
    nearest = distance === least ? undefined : candidate
    least = distance
  }
  return nearest
}

/** Of a short word, two changes make any other. */
const countAllowed = ({ length }: string): number => (length < 3 ? 0 : length < 6 ? 1 : 2)

/**
 * How many letters must be added, left out, changed or swapped with the next one to get from one word to the other (the
 * distance of optimal string alignment). Words that differ in length by more than `most` are that far apart at least.
 */
const countEdits = (from: string, to: string, most: number): number => {
  if (Math.abs(from.length - to.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(before, column - 2) + 1 : Infinity,
      )
    }
    before = last
    last = current
  }
  return at(last, to.length)
}

const at = (row: readonly number[], column: number): number => row[column] ?? Infinity
