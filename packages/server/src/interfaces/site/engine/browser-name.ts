// What a browser calls itself, in a few words for people: `Firefox on Linux`. Hand-written, since the libraries for it
// know thousands of devices, and this is only to recognise one's own.

type NameRule = readonly [name: string, sign: RegExp]

/** The first that fits: most browsers also name those that they are alike. */
const browsers: readonly NameRule[] = [
  ['Edge', /\bEdgA?(?:iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
]

const systems: readonly NameRule[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

const LOOKED_AT = 400

const findName = (rules: readonly NameRule[], text: string): string | undefined =>
  rules.find(([, sign]) => sign.test(text))?.[0]

export const nameBrowser = (userAgent: string | undefined): string => {
  const text = (userAgent ?? '').slice(0, LOOKED_AT)
  const browser = findName(browsers, text) ?? 'a browser'
  const system = findName(systems, text)
  return system === undefined ? browser : `${browser} on ${system}`
}
