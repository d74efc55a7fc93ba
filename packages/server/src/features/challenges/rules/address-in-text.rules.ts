// Whether a text gives an address away to those who read it. What counts is what the eye sees, not how it is spelled:
// a full-width @ is an @, a soft hyphen or a space of no width is nothing.

// An @, and what compatibility makes one of. Nearly every text has none, and costs nothing more.
const AT = /[@﹫＠]/

// Soft hyphens, joiners, variation selectors, marks of direction, tags: shown by nobody.
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
// Marks that stand over or under a letter and take no room of their own.
const MARKS = /[\p{Mn}\p{Me}]/gu

/** Whether a text holds an address in one of its spellings. */
export const holdsAddress = (text: string, spellings: readonly string[]): boolean => {
  if (!AT.test(text)) return false
  const seen = asSeen(text)
  return spellings.some((spelling) => seen.includes(asSeen(spelling)))
}

/**
 * One text for all that look alike, applied to both sides. What is unseen goes first, so that it cannot keep a letter
 * from its mark; the marks that no letter took in go last.
 */
const asSeen = (text: string): string =>
  text
    .replace(UNSEEN, '')
    .normalize('NFKC')
    .toLowerCase()
    // The same letter at the end of a word, which lower case decides by what follows.
    .replaceAll('ς', 'σ')
    // A full stop to domains.
    .replaceAll('。', '.')
    .replace(UNSEEN, '')
    .replace(MARKS, '')
