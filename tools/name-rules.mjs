// One name for one thing: a type is declared in one file, and words that once meant several things are not used for any of
// them.
import { parseSync } from '@swc/core'

/** The same thing, as it is known inside and as it is sent; or of the client, whose names are for its users. */
const DECLARED_TWICE = new Set(['Challenge', 'Group', 'Question', 'Page'])

const DECLARATION = /^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class) (\w+)/gm

/** The types that more than one file declares. `files` are texts by path. */
export const findSharedNames = (files) => {
  const declared = new Map()
  for (const [path, text] of Object.entries(files)) {
    // Made of the contract, so they are the same things.
    if (path.includes('/generated/')) continue
    for (const name of new Set([...text.matchAll(DECLARATION)].map((match) => match[1]))) {
      declared.set(name, [...(declared.get(name) ?? []), path])
    }
  }
  return [...declared]
    .filter(([name, paths]) => paths.length > 1 && !DECLARED_TWICE.has(name))
    .map(([name, paths]) => `one-name-one-thing: ${name} is declared in ${paths.join(' and ')}`)
}

/** What to say in place of a word that had so many meanings that it had none. */
const INSTEAD = {
  place: 'slot, address, section, cursor, index or path',
  places: 'slots, addresses, sections, indexes or paths',
  room: 'context, mailer, disk space or capacity',
  asked: 'request, page, toolCall or isTheirTurn',
  verdict: 'decision',
}

/** Statements name columns, and a column of a release keeps its name. */
const NAMES_COLUMNS = /[.]store[.]ts$|[/]store[/]schema[/]/

const listNames = (text) => {
  const names = new Set()
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return
    if (node.type === 'Identifier' || node.type === 'PrivateName') names.add(node.value)
    Object.values(node).forEach(visit)
  }
  visit(parseSync(text, { syntax: 'typescript' }))
  return [...names]
}

const listWords = (name) =>
  (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase())

/** The names that use such a word. */
export const findVagueNames = (files) =>
  Object.entries(files).flatMap(([path, text]) =>
    listNames(text).flatMap((name) =>
      listWords(name)
        .filter((word) => Object.hasOwn(INSTEAD, word) && !(name === word && NAMES_COLUMNS.test(path)))
        .map((word) => `vague-name: ${name} in ${path}; say ${INSTEAD[word]}`),
    ),
  )
