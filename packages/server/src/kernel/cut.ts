// Cutting a text short without cutting a sign in half.

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** At most so many signs as a reader counts them, the last being `…` where something is left out. */
export const cutTo = (text: string, most: number): string => {
  // A text is never shorter than its signs.
  if (text.length <= most) return text
  const signs: string[] = []
  for (const { segment } of segmenter.segment(text)) {
    signs.push(segment)
    if (signs.length > most)
      return `${signs
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
  }
  return text
}
