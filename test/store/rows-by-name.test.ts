// What is written goes into the column of its name: no statement that inserts or updates tells values by their order.
import { describe, expect, it } from 'vitest'
import { tables } from '../../packages/server/src/store/schema/schema.ts'
import { declaredBySlices } from './every-statement.ts'

const columnsOf = new Map(tables.map(({ name, columns }) => [name, new Set(Object.keys(columns))]))

/** The parts of a list in SQL, at its own depth. */
const splitList = (list: string): readonly string[] => {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const letter of list) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === ',' && depth === 0) {
      parts.push(part.trim())
      part = ''
    } else part += letter
  }
  return [...parts, part.trim()]
}

/** From the beginning of the text to the first of these words at its own depth. */
const upTo = (text: string, ends: RegExp): string => {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth < 0 || (depth === 0 && ends.test(text.slice(at)))) return text.slice(0, at)
  }
  return text
}

interface Written {
  readonly table: string
  readonly column: string
  readonly value: string
}

const listInserted = (text: string): readonly Written[] =>
  [...text.matchAll(/\binsert into (\w+) \(([^)]*)\)\s+(values \(|select )/g)].flatMap((found) => {
    const [whole, table = '', columns = '', kind] = found
    const rest = text.slice(found.index + whole.length)
    const values = kind === 'select ' ? upTo(rest, /^\s(from|where|on conflict)\b/) : upTo(rest, /^\)/)
    const parts = splitList(values)
    return splitList(columns).map((column, at) => ({ table, column, value: parts[at] ?? '' }))
  })

const listUpdated = (text: string): readonly Written[] => {
  const table = /\b(?:update|insert into) (\w+)/.exec(text)?.[1] ?? ''
  return [...text.matchAll(/\bset /g)].flatMap(({ index }) =>
    splitList(upTo(text.slice(index + 4), /^\s(where|from|returning)\b/)).map((one) => {
      const [, column = '', value = ''] = /^(\w+) = ([\s\S]*)$/.exec(one) ?? []
      return { table, column, value }
    }),
  )
}

const withoutSelects = (value: string): string => {
  const at = value.search(/\(select\b/)
  if (at === -1) return value
  const inside = upTo(value.slice(at + 1), /^\)/)
  return withoutSelects(`${value.slice(0, at)}${value.slice(at + inside.length + 2)}`)
}

/** What a column is given under the name of another. */
const findStrays = (text: string): readonly string[] =>
  [...listInserted(text), ...listUpdated(text)].flatMap(({ table, column, value }) => {
    const known = columnsOf.get(table)
    if (known === undefined || !known.has(column)) return [`${table} has no column ${column}`]
    // What a case asks about goes nowhere, nor what a subselect finds its rows by.
    const given = withoutSelects(value).replaceAll(/\bwhen [\s\S]*? then\b/g, '')
    return [...given.matchAll(/(?:\$|\b[a-z]\.)([a-z_]+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => name !== column && known.has(name))
      .map((name) => `${table}.${column} is given ${name}`)
  })

const writes = (text: string): boolean =>
  /\b(insert into|update) \w+/.test(text.replaceAll(/\bfor update\b/g, ''))

describe('the statements that write rows', () => {
  const writing = declaredBySlices.filter(({ text }) => writes(text))

  it('are found', () => expect(writing.length).toBeGreaterThan(100))

  it.each(writing)('$name tells its values by name', ({ text, named }) => {
    expect(named === undefined ? text : '').not.toMatch(/\$\d/)
  })

  it.each(writing)('$name gives each column what is called like it', ({ text, named }) => {
    expect(findStrays(named ?? text)).toEqual([])
  })
})

describe('what is given under another name', () => {
  it.each([
    ['update tokens set name = $start where id = $id', ['tokens.name is given start']],
    [
      'insert into people (id, email) values ($email, $id)',
      ['people.id is given email', 'people.email is given id'],
    ],
    [
      'insert into people (id, email) select $email, $id where $limit > 0',
      ['people.id is given email', 'people.email is given id'],
    ],
    ['update tokens set expires_at = s.created_at from seen s', ['tokens.expires_at is given created_at']],
    ['update people set e_mail = $email', ['people has no column e_mail']],
    [
      'update tokens set expires_at = coalesce(expires_at, $expires_at), name = $name where start = $start',
      [],
    ],
  ])('%s', (text, strays) => expect(findStrays(text)).toEqual(strays))
})
