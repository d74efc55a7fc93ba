// One name for one thing: a type is declared in one file, so that whoever looks a name up finds what is meant.

/** The same thing, as it is known inside and as it is sent; or of the client, whose names are for its users. */
const DECLARED_TWICE = new Set(['Challenge', 'Group', 'Question', 'Page'])

const DECLARATION = /^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class) (\w+)/gm

/** The types that more than one file declares. `files` are texts by path. */
export const findSharedNames = (files) => {
  const places = new Map()
  for (const [path, text] of Object.entries(files)) {
    // Made of the contract, so they are the same things.
    if (path.includes('/generated/')) continue
    for (const name of new Set([...text.matchAll(DECLARATION)].map((match) => match[1]))) {
      places.set(name, [...(places.get(name) ?? []), path])
    }
  }
  return [...places]
    .filter(([name, paths]) => paths.length > 1 && !DECLARED_TWICE.has(name))
    .map(([name, paths]) => `one-name-one-thing: ${name} is declared in ${paths.join(' and ')}`)
}
