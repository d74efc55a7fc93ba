// The rules for texts that people type, for schemas and for checks without one.

/** Lengths count code points, after trimming. */
export interface TextShape {
  readonly minLength: number
  readonly maxLength: number
  /** A regular expression with the flag `u`. */
  readonly pattern: string
  /** What an error says of a text that does not fit. */
  readonly expects: string
}

/** What the service holds texts against, with the flag `u`. */
export const exactPatterns = {
  line: '^[^\\p{Cc}\\p{Cs}]*$',
  text: '^(?:[^\\p{Cc}\\p{Cs}]|[\\t\\n])*$',
  url: '^[^\\p{Cc}\\p{Cs}\\s]*$',
  name: "^(?=.*\\p{L})(?:[\\p{L}\\p{M} '’-]|\\.(?= |$))*$",
} as const

/**
 * The same for documents, as far as every language can read it: JavaScript without `u`, Python, Go and Rust know
 * neither classes of Unicode nor looking ahead alike. Each takes whatever the exact one takes, and a little more.
 */
export const portablePatterns: Readonly<Record<keyof typeof exactPatterns, string>> = {
  line: '^[^\\x00-\\x1f\\x7f-\\x9f]*$',
  text: '^[^\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]*$',
  url: '^[^\\x00-\\x20\\x7f-\\x9f]*$',
  // Of ASCII the letters, space, apostrophe, hyphen and full stop.
  name: '^[^\\x00-\\x1f\\x21-\\x26\\x28-\\x2c\\x2f-\\x40\\x5b-\\x60\\x7b-\\x9f]*$',
}

const portableByExact = new Map<string, string>(
  Object.entries(exactPatterns).map(([kind, exact]) => [
    exact,
    portablePatterns[kind as keyof typeof exactPatterns],
  ]),
)

/** The pattern that documents show in its place. */
export const toPortablePattern = (exact: string): string => portableByExact.get(exact) ?? exact

/** One line: no control character, no lone surrogate. */
export const lineShape = (min: number, max: number): TextShape => ({
  minLength: min,
  maxLength: max,
  pattern: exactPatterns.line,
  expects: `must be one line of ${span(min, max)} characters`,
})

/** A person's name: letters, marks, spaces, apostrophes, hyphens, and a full stop before a space or at the end. */
export const personNameShape = (max: number): TextShape => ({
  minLength: 1,
  maxLength: max,
  pattern: exactPatterns.name,
  expects: `must be a name of 1 to ${max} characters: letters, spaces, apostrophes, hyphens, full stops after an abbreviation`,
})

export const span = (min: number, max: number): string => (min > 0 ? `${min} to ${max}` : `at most ${max}`)
