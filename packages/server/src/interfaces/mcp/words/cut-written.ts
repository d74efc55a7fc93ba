// The beginning of a text with its escapes. It is measured as it is written: what a reader takes for one sign can be
// thousands of letters long.

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Around how many letters that nobody sees were typed in a row. */
export const HIDDEN_RUN = ['[', ' hidden letters]'] as const

/** What is never cut in two: an escape, a row of hidden letters, and a letter of two halves. */
const PIECE = /\\u\{[\da-f]+\}|\\u[\da-f]{4}|\\.|\[\d+ hidden letters\]|[\u{10000}-\u{10ffff}]/gu

/**
 * A sign of more letters than this is cut where it has to be: the longest of a keyboard, a family, has eleven. No piece is
 * longer.
 */
export const LONGEST_SIGN = 32

/** No longer than `most`, the last letter being `…` where something is left out. */
export const cutWritten = (written: string, most: number): string => {
  if (written.length <= most) return written
  const near = written.slice(0, most + LONGEST_SIGN)
  const last = leavePiece(near, most - 1)
  const sign = segmenter.segment(near).containing(last)?.index ?? last
  const end = last - sign > LONGEST_SIGN ? last : leavePiece(near, sign)
  return `${near.slice(0, end).trimEnd()}…`
}

/** The last place up to this one that is not within a piece. */
const leavePiece = (written: string, at: number): number => {
  for (const { index, 0: piece } of written.matchAll(PIECE)) {
    if (index >= at) return at
    if (index + piece.length > at) return index
  }
  return at
}
