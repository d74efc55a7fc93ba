// Compiles the catalogue, packages/server/languages/*.json, into plain functions with typed parameters. Messages are written
// in ICU MessageFormat. Libraries compile it without types or without HTML, so what is emitted is our own.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { toPseudo } from './pseudo.mjs'

/** The language that the others are held against, and the one made of it to find text outside of the catalogue. */
const REFERENCE = 'en'
const PSEUDO = 'en-XA'

const LANGUAGES = 'packages/server/languages'
const CATALOGUE = 'packages/server/src/wording/catalogue'

const isSection = (entry) => typeof entry === 'object'

const parseMessage = (text, path) => {
  try {
    return parse(text, { requiresOtherClause: false, captureLocation: false })
  } catch (error) {
    throw new Error(`${path}: ${error.message}`, { cause: error })
  }
}

/** The messages of a section, each with its parsed elements. */
const parseSection = (section, path) =>
  Object.fromEntries(
    Object.entries(section).map(([key, entry]) => {
      const own = [...path, key].join('.')
      if (!/^[a-z][A-Za-z0-9_]*$/.test(key)) throw new Error(`${own}: a key is letters and digits`)
      return [key, isSection(entry) ? parseSection(entry, [...path, key]) : parseMessage(entry, own)]
    }),
  )

const isMessage = (entry) => Array.isArray(entry)

const mapMessages = (section, change) =>
  Object.fromEntries(
    Object.entries(section).map(([key, entry]) => [
      key,
      isMessage(entry) ? change(entry) : mapMessages(entry, change),
    ]),
  )

const quote = (text) => JSON.stringify(text)

const addParameter = (parameters, name, kind, type) => {
  const known = parameters.get(name)
  // A number may be both shown and counted.
  if (known !== undefined && (known.kind !== kind || known.type !== type)) {
    throw new Error(`{${name}} is used in two ways`)
  }
  parameters.set(name, { kind, type })
}

/** What a message is given, by name: `piece` (text or HTML), `fixed` (a number, or one of a few words) or `tag`. */
const findParameters = (elements, parameters = new Map()) => {
  for (const element of elements) {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        break
      case TYPE.argument:
        addParameter(parameters, element.value, 'piece')
        break
      case TYPE.number:
        addParameter(parameters, element.value, 'fixed', 'number')
        break
      case TYPE.plural:
        addParameter(parameters, element.value, 'fixed', 'number')
        for (const { value } of Object.values(element.options)) findParameters(value, parameters)
        break
      case TYPE.select: {
        const choices = Object.keys(element.options).toSorted()
        addParameter(parameters, element.value, 'fixed', choices.map(quote).join(' | '))
        for (const { value } of Object.values(element.options)) findParameters(value, parameters)
        break
      }
      case TYPE.tag:
        addParameter(parameters, element.value, 'tag')
        findParameters(element.children, parameters)
        break
      default:
        throw new Error('dates and times are given as text')
    }
  }
  return parameters
}

const namesOf = (parameters, kind) =>
  [...parameters].filter(([, one]) => one.kind === kind).map(([name]) => name)

const unionOf = (names) => (names.length === 0 ? 'never' : names.map(quote).join(' | '))

const isPlain = (elements) => elements.every(({ type }) => type === TYPE.literal)

const plainText = (elements) => elements.map(({ value }) => value).join('')

/** The type of a message. */
const typeOf = (elements) => {
  if (isPlain(elements)) return 'string'
  const parameters = findParameters(elements)
  const fixed = namesOf(parameters, 'fixed').map((name) => `readonly ${name}: ${parameters.get(name).type}`)
  const given = [`{ ${fixed.join('; ')} }`, unionOf(namesOf(parameters, 'piece'))]
  const tags = namesOf(parameters, 'tag')
  if (tags.length > 0) given.push(unionOf(tags))
  return `Sentence<${given.join(', ')}>`
}

const emitOptions = (of, options, counted) => {
  const { other, ...others } = options
  const cases = Object.entries(others).map(([key, { value }]) => [key, emitPieces(value, counted)])
  const rest = other ? emitPieces(other.value, counted) : cases.pop()[1]
  const tests = cases.map(([key, pieces]) => `${of(key)} ? ${pieces} : `)
  return `...(${tests.join('')}${rest})`
}

const emitPiece = (element, counted) => {
  const name = `given.${element.value}`
  switch (element.type) {
    case TYPE.literal:
      return quote(element.value)
    case TYPE.pound:
      return `count(${counted})`
    case TYPE.argument:
      return name
    case TYPE.number:
      return `count(${name})`
    case TYPE.plural: {
      if (element.offset !== 0) throw new Error('plurals have no offset')
      const of = (key) =>
        key.startsWith('=') ? `${name} === ${key.slice(1)}` : `form(${name}) === ${quote(key)}`
      return emitOptions(of, element.options, name)
    }
    case TYPE.select:
      return emitOptions((key) => `${name} === ${quote(key)}`, element.options, counted)
    case TYPE.tag:
      return `${name}(join(${emitPieces(element.children, counted)}))`
    default:
      throw new Error('dates and times are given as text')
  }
}

const emitPieces = (elements, counted) =>
  `[${elements.map((element) => emitPiece(element, counted)).join(', ')}]`

const TYPE_OF_KIND = { piece: 'Piece', tag: '(inner: Piece) => Html' }

const emitMessage = (elements) => {
  if (isPlain(elements)) return quote(plainText(elements))
  const members = [...findParameters(elements)].map(
    ([name, { kind, type }]) => `readonly ${name}: ${type ?? TYPE_OF_KIND[kind]}`,
  )
  return `(given: { ${members.join('; ')} }) => join(${emitPieces(elements)})`
}

const emitSection = (section, emit, end) =>
  `{\n${Object.entries(section)
    .map(
      ([key, entry]) => `${key}: ${isMessage(entry) ? emit(entry) : emitSection(entry, emit, end)}${end}\n`,
    )
    .join('')}}`

const HEAD = '// Made of packages/server/languages by tools/words/compile.mjs.\n'

/** Whether a message puts something into an element. */
const isRich = (section) =>
  Object.values(section).some((entry) =>
    isMessage(entry) ? namesOf(findParameters(entry), 'tag').length > 0 : isRich(entry),
  )

const emitTypes = (section) =>
  `${HEAD}import type { Sentence } from '../message.ts'\n\nexport interface Catalogue ${emitSection(section, (entry) => typeOf(entry), '').replaceAll(/^(\w)/gm, 'readonly $1')}\n`

const emitLanguage = (section, language) =>
  `${HEAD}${isRich(section) ? "import type { Html } from '../../kernel/html.ts'\n" : ''}import { formsOf, join, type Piece } from '../message.ts'
import type { Catalogue } from './words.ts'

const { count, form } = formsOf(${quote(language)})

export const words: Catalogue = ${emitSection(section, emitMessage, ',')}
`

const moduleOf = (language) => `${language.toLowerCase()}.ts`

const emitList = (languages) => `${HEAD}import type { Catalogue } from './words.ts'

export const load: Readonly<Record<string, () => Promise<{ readonly words: Catalogue }>>> = {
${languages.map((language) => `${quote(language)}: () => import('./${moduleOf(language)}'),`).join('\n')}
}
`

/** Each message of a translation must be one of the reference, with the same parameters, and none may be missing. */
const compare = (reference, translation, path) => {
  for (const key of new Set([...Object.keys(reference), ...Object.keys(translation)])) {
    const own = `${path}.${key}`
    const [one, other] = [reference[key], translation[key]]
    if (other === undefined) throw new Error(`${own} is missing`)
    if (one === undefined || isMessage(one) !== isMessage(other))
      throw new Error(`${own} is not in ${REFERENCE}.json`)
    if (!isMessage(one)) compare(one, other, own)
    else if (!takesAll(one, other)) throw new Error(`${own} takes other parameters than in ${REFERENCE}.json`)
  }
}

/** A translation may leave a parameter out, such as the count of `one`. */
const takesAll = (reference, translation) => {
  const known = findParameters(reference)
  return [...findParameters(translation)].every(
    ([name, { kind, type }]) => known.get(name)?.kind === kind && known.get(name)?.type === type,
  )
}

const readLanguage = (root, language) =>
  parseSection(JSON.parse(readFileSync(join(root, LANGUAGES, `${language}.json`), 'utf8')), [language])

/** Writes the modules of the catalogue, by their names. */
const emitCatalogue = (root) => {
  const names = readdirSync(join(root, LANGUAGES)).map((file) => basename(file, '.json'))
  const reference = readLanguage(root, REFERENCE)
  const languages = { [PSEUDO]: mapMessages(reference, toPseudo) }
  for (const name of names) {
    languages[name] = readLanguage(root, name)
    if (name !== REFERENCE) compare(reference, languages[name], name)
  }
  return {
    'words.ts': emitTypes(reference),
    'languages.ts': emitList(Object.keys(languages)),
    ...Object.fromEntries(
      Object.entries(languages).map(([name, section]) => [moduleOf(name), emitLanguage(section, name)]),
    ),
  }
}

export const compileWords = (root) => {
  const folder = join(root, CATALOGUE)
  const modules = emitCatalogue(root)
  mkdirSync(folder, { recursive: true })
  for (const file of readdirSync(folder)) if (!(file in modules)) rmSync(join(folder, file))
  for (const [file, text] of Object.entries(modules)) writeFileSync(join(folder, file), text)
}
