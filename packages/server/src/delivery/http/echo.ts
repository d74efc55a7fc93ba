// Whether an answer repeats a header that the owner of the subscription chose. Those are shown nowhere, and a receiver
// that repeats what it was told would bring them into the log. What it costs grows with the length of the answer alone.

/** As long as this, the beginning of a value gives something of it away. */
const PART = 8

/**
 * `text` is what was read of the answer, `excerpt` what would be shown of it; white space is one space in both.
 * `headers` are name and value in turn.
 */
export const repeatsHeader = (text: string, excerpt: string, headers: readonly string[]): boolean => {
  const secrets = listSecrets(headers)
  return (
    listReadings(text).some((reading) => secrets.some((secret) => reading.includes(secret))) ||
    [text, excerpt].some((cut) => endsInPart(cut, secrets))
  )
}

/** Of `Bearer abc`, `abc` is what counts. */
const listSecrets = (headers: readonly string[]): readonly string[] => {
  const values = headers.filter((_, at) => at % 2 === 1).map((value) => value.replaceAll(/ +/g, ' '))
  return values.flatMap((value) => [value, value.slice(value.indexOf(' ') + 1)])
}

/** What was cut off in the middle of a value ends in the beginning of it. */
const endsInPart = (text: string, secrets: readonly string[]): boolean => {
  const readings = [text, ...listReadings(text.replace(CUT_ESCAPE, ''))]
  return readings.some((reading) => secrets.some((secret) => measureOverlap(reading, secret) >= PART))
}

/** The text, and what it says where it was written for JSON, a URL, a form or HTML. */
const listReadings = (text: string): readonly string[] => [
  text,
  text.replaceAll(/\\(?:u([0-9a-f]{4})|(["\\/]))/gi, (_, hex: string | undefined, plain: string) =>
    hex === undefined ? plain : readCode(hex, 16),
  ),
  readPercents(text),
  readPercents(text.replaceAll('+', ' ')),
  text.replaceAll(
    /&(?:#x([0-9a-f]{1,4})|#([0-9]{1,5})|(amp|lt|gt|quot|apos));/gi,
    (_, hex: string | undefined, decimal: string | undefined, name: string) =>
      hex !== undefined
        ? readCode(hex, 16)
        : decimal !== undefined
          ? readCode(decimal, 10)
          : (entities[name.toLowerCase()] ?? ''),
  ),
]

const readPercents = (text: string): string =>
  text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => readCode(hex, 16))

const readCode = (digits: string, base: number): string => String.fromCharCode(Number.parseInt(digits, base))

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** One that lacks its end. */
const CUT_ESCAPE = /(?:\\(?:u[0-9a-f]{0,3})?|%[0-9a-f]?|&(?:#?[0-9a-z]{0,5}))$/i

/** How long a beginning of `secret`, short of the whole, the text ends in: the longest, found in one pass (KMP). */
const measureOverlap = (text: string, secret: string): number => {
  // A header's value holds no line break.
  const joined = `${secret}\n${text.slice(-secret.length)}`
  const overlaps = new Uint16Array(joined.length)
  let overlap = 0
  for (let at = 1; at < joined.length; at += 1) {
    while (overlap > 0 && joined[at] !== joined[overlap]) overlap = overlaps[overlap - 1] ?? 0
    if (joined[at] === joined[overlap]) overlap += 1
    overlaps[at] = overlap
  }
  return overlap
}
