// One name for one thing: a type is declared in one file, and words that once meant several things are not used for any of
// them. And plain words: phrases that have to be read twice are refused in comments, texts and documents.
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

/** Phrases that have to be read twice, and what to write in their place. */
const PLAINLY = {
  whoever: 'the person, the caller, anyone who',
  'of before': 'earlier, previous',
  anew: 'again, or re-encrypt, regenerate, restart',
  'that which': 'what, or the name of the thing',
  'by own hand': 'personally',
}

/** How many are left, by the beginning of the path. Everywhere else there is none, and none of these may grow. */
const PHRASES_LEFT = {
  'packages/server/src/features/tokens/own-tokens.service.ts': 2,
  'packages/server/src/interfaces/mcp/': 19,
  'packages/server/src/interfaces/site/': 56,
  'test/site/': 8,
}

const PHRASE = new RegExp(String.raw`\b(?:${Object.keys(PLAINLY).join('|')})\b`, 'gi')

const LINE_BREAK = /\n\s*(?:\/\/|\*(?!\/)|#|--)?\s*/g

/** The `of` of a loop is no word of a sentence. */
const LOOP = /\bfor (?:await )?\((?:const|let) .+? of /g

const listPhrases = (text) =>
  (text.replaceAll(LOOP, '').replaceAll(LINE_BREAK, ' ').match(PHRASE) ?? []).map((phrase) =>
    phrase.toLowerCase(),
  )

/** Where `files`, texts by path, use such a phrase, and where there are more or fewer than what is `left`. */
export const findAwkwardPhrases = (files, left = PHRASES_LEFT) => {
  const counts = new Map(Object.keys(left).map((start) => [start, 0]))
  const faults = []
  for (const [path, text] of Object.entries(files)) {
    const phrases = listPhrases(text)
    const start = Object.keys(left).find((one) => path.startsWith(one))
    if (start !== undefined) counts.set(start, counts.get(start) + phrases.length)
    else if (phrases.length > 0) {
      const advice = [...new Set(phrases)].map((phrase) => `for "${phrase}": ${PLAINLY[phrase]}`)
      faults.push(`plain-words: ${path} can be said more plainly; ${advice.join('; ')}`)
    }
  }
  for (const [start, count] of counts) {
    const most = left[start]
    const phrases = `${start} has ${count} of the phrases ${Object.keys(PLAINLY).join(', ')}`
    if (count > most)
      faults.push(`plain-words: ${phrases}, and may have ${most}: say the new ones more plainly`)
    if (count < most)
      faults.push(`plain-words: ${phrases}: write ${count} in PHRASES_LEFT of tools/name-rules.mjs`)
  }
  return faults
}
