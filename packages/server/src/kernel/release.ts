// The release of this program, and which of two releases is the older one.

/** That of every package.json; a test holds them together. */
export const thisRelease = '0.2.0'

/**
 * Negative where `a` is older than `b`, by the precedence of Semantic Versioning: numbers by their value, and a
 * pre-release before its release. What stands behind a + does not count.
 */
export const compareReleases = (a: string, b: string): number => {
  const [first, second] = [parse(a), parse(b)]
  const byNumbers = compareParts(first.numbers, second.numbers)
  if (byNumbers !== 0 || first.preRelease.length === 0 || second.preRelease.length === 0) {
    return byNumbers || second.preRelease.length - first.preRelease.length
  }
  return compareParts(first.preRelease, second.preRelease)
}

const parse = (release: string) => {
  const [version = ''] = release.split('+')
  const dash = version.indexOf('-')
  const [numbers, preRelease] = dash < 0 ? [version, ''] : [version.slice(0, dash), version.slice(dash + 1)]
  return { numbers: numbers.split('.'), preRelease: preRelease === '' ? [] : preRelease.split('.') }
}

/** Where all parts of the shorter list are the same, it comes first. */
const compareParts = (first: readonly string[], second: readonly string[]): number => {
  for (const [at, part] of first.entries()) {
    const other = second[at]
    if (other === undefined) return 1
    const difference = comparePart(part, other)
    if (difference !== 0) return difference
  }
  return first.length - second.length
}

/** Numbers come before words. */
const comparePart = (a: string, b: string): number => {
  const [aIsNumber, bIsNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)]
  if (aIsNumber && bIsNumber) return Number(a) - Number(b)
  if (aIsNumber !== bIsNumber) return aIsNumber ? -1 : 1
  if (a === b) return 0
  return a < b ? -1 : 1
}
