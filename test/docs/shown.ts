// Holds JSON that a document shows against what a service gave: shortened or not, with other ids and times.

const ID = /^[a-z]{2,5}_[0-9a-z]{26}$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const readKind = (value: string): string => {
  if (INSTANT.test(value)) return 'an instant'
  return ID.test(value) ? `an id that begins with ${value.split('_')[0]}_` : JSON.stringify(value)
}

/** Where what is shown is not so. A member that is not shown may have been left out. */
export const findDifferences = (shown: unknown, given: unknown, at = 'it'): readonly string[] => {
  if (Array.isArray(shown) && Array.isArray(given)) {
    if (shown.length !== given.length) return [`${at} has ${given.length} items, not ${shown.length}`]
    return shown.flatMap((item, index) => findDifferences(item, given[index], `${at}[${index}]`))
  }
  if (isObject(shown) && isObject(given)) {
    return Object.entries(shown).flatMap(([name, member]) =>
      name in given ? findDifferences(member, given[name], `${at}.${name}`) : [`${at} has no ${name}`],
    )
  }
  const [one, other] = [shown, given].map((value) =>
    typeof value === 'string' ? readKind(value) : JSON.stringify(value),
  )
  return one === other ? [] : [`${at} is ${other}, not ${one}`]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
