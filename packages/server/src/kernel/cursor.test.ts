// Guards cursors: each reads back as it was written, for its own list, owner and person, and nothing else does.
import { describe, expect, it } from 'vitest'
import { asId } from '../../../../test/support/ids.ts'
import { readCursor, writeCursor, type Cursor, type CursorScope } from './cursor.ts'
import { Keyring } from './keyring.ts'

const keys = new Keyring([new Uint8Array(32).fill(7)])
const scopeOf = (list: string, ownerId: string, actorId: string): CursorScope => ({
  list,
  ownerId: asId('account', ownerId),
  actorId: asId('account', actorId),
})
const scope = scopeOf('listChallenges', 'acc_1', 'acc_1')
const cursor: Cursor = { order: 'desc', filters: { status: ['pending', 'active'] }, after: ['ch_1', 17] }
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_!=+/ .é\0'.split('')

/** Those of the texts that are read as a cursor. */
const findRead = (texts: readonly string[]): readonly string[] =>
  texts.filter((text) => readCursor(keys, scope, text) !== undefined)

describe('a cursor', () => {
  it.each([
    cursor,
    { order: 'asc', filters: {}, after: [] },
    { order: 'asc', filters: { reference: 'é "😀" \u2028', n: null, deep: { a: [1] } }, after: [-1.5, ''] },
  ] as const satisfies readonly Cursor[])('reads back as it was written: %j', (written) => {
    const text = writeCursor(keys, scope, written)
    expect(readCursor(keys, scope, text)).toEqual(written)
    expect(text).toMatch(/^[\w-]+$/)
  })

  it('does not carry whom it belongs to', () => {
    const secretive = scopeOf('listEvents', 'grp_secret', 'mem_secret')
    const text = Buffer.from(writeCursor(keys, secretive, cursor).slice(27), 'base64url').toString()
    expect(JSON.parse(text)).toEqual([cursor.order, cursor.filters, cursor.after])
  })

  it.each([
    scopeOf('listEvents', 'acc_1', 'acc_1'),
    scopeOf('listChallenges', 'acc_2', 'acc_1'),
    scopeOf('listChallenges', 'acc_1', 'acc_2'),
    scopeOf('', 'acc_1', 'acc_1'),
    // The same characters, divided otherwise.
    scopeOf('listChallenges', 'acc_1acc_', '1'),
    scopeOf('listChallenges', 'acc_1","acc_1', ''),
    scopeOf('acc_1', 'listChallenges', 'acc_1'),
  ])('is nothing to %j', (other) => {
    expect(readCursor(keys, other, writeCursor(keys, scope, cursor))).toBeUndefined()
  })

  it('is nothing with any one character changed', () => {
    const text = writeCursor(keys, scope, cursor)
    const changed = [...text].flatMap((was, at) =>
      ALPHABET.filter((character) => character !== was).map(
        (character) => text.slice(0, at) + character + text.slice(at + 1),
      ),
    )
    expect(findRead(changed)).toEqual([])
  })

  it('is nothing when it is cut, or has grown', () => {
    const text = writeCursor(keys, scope, cursor)
    const cut = [...text].flatMap((_, at) => [
      text.slice(0, at),
      text.slice(at + 1),
      text.slice(0, at) + text.slice(at + 1),
    ])
    const grown = ['A', '=', ' ', '\n', '!'].flatMap((extra) => [
      extra + text,
      text + extra,
      text.slice(0, 27) + extra + text.slice(27),
    ])
    expect(findRead([...cut, ...grown])).toEqual([])
  })

  it.each(['', ' ', 'x', 'null', 'A'.repeat(27), 'A'.repeat(200), '😀'.repeat(40)])(
    'is nothing where it is %j',
    (text) => {
      expect(readCursor(keys, scope, text)).toBeUndefined()
    },
  )

  it('is nothing where another key or another use signed it', () => {
    const strangers = new Keyring([new Uint8Array(32).fill(8)])
    expect(readCursor(keys, scope, writeCursor(strangers, scope, cursor))).toBeUndefined()
    const body = writeCursor(keys, scope, cursor).slice(27)
    const signed = JSON.stringify([scope.list, scope.ownerId, scope.actorId, body])
    expect(readCursor(keys, scope, keys.sign('cursor', signed).toString('base64url') + body)).toEqual(cursor)
    expect(readCursor(keys, scope, keys.sign('link', signed).toString('base64url') + body)).toBeUndefined()
  })

  it('outlives the rotation of keys until the old one is removed', () => {
    const text = writeCursor(keys, scope, cursor)
    const fresh = new Uint8Array(32).fill(9)
    expect(readCursor(new Keyring([fresh, new Uint8Array(32).fill(7)]), scope, text)).toEqual(cursor)
    expect(readCursor(new Keyring([fresh]), scope, text)).toBeUndefined()
  })
})
