// The time zones that there are, by their names.

/** Its canonical name; undefined for what is none. */
export const readTimeZone = (text: string): string | undefined => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

let zones: readonly string[] | undefined

/** UTC is no place, and so in no list of places. */
export const listTimeZones = (): readonly string[] =>
  (zones ??= [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])])
