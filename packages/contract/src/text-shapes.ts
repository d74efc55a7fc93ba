// What a text must be that a person types: for schemas, and for whoever checks one without them.

/** Lengths count code points, after trimming. */
export interface TextShape {
  readonly minLength: number
  readonly maxLength: number
  /** A regular expression with the flag `u`. */
  readonly pattern: string
  /** What an error says of a text that does not fit. */
  readonly expects: string
}

/** One line: no control character, no lone surrogate. */
export const lineShape = (min: number, max: number): TextShape => ({
  minLength: min,
  maxLength: max,
  pattern: '^[^\\p{Cc}\\p{Cs}]*$',
  expects: `must be one line of ${span(min, max)} characters`,
})

/** A person's name: letters, marks, spaces, apostrophes, hyphens, and a full stop before a space or at the end. */
export const personNameShape = (max: number): TextShape => ({
  minLength: 1,
  maxLength: max,
  pattern: "^(?=.*\\p{L})(?:[\\p{L}\\p{M} '’-]|\\.(?= |$))*$",
  expects: `must be a name of 1 to ${max} characters: letters, spaces, apostrophes, hyphens, full stops after an abbreviation`,
})

export const span = (min: number, max: number): string => (min > 0 ? `${min} to ${max}` : `at most ${max}`)
