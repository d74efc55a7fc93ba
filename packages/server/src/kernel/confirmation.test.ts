// Guards confirmations: each reads back as it was written, for its own person and way, and nothing else does.
import { describe, expect, it } from 'vitest'
import { asId } from '../../../../test/support/ids.ts'
import {
  CONFIRMATION_MS,
  describeCall,
  hasLapsed,
  newConfirmation,
  readConfirmation,
  writeConfirmation,
  type ConfirmationScope,
} from './confirmation.ts'
import { writeCursor } from './cursor.ts'
import { Keyring } from './keyring.ts'

const secret = new Uint8Array(32).fill(7)
const keys = new Keyring([secret])
const ana: ConfirmationScope = {
  way: 'sent',
  ownerId: asId('account', 'acc_1'),
  actorId: asId('account', 'acc_1'),
}
const call = describeCall('concede', { challenge_id: 'ch_1' })
const added = { outcome: 'creator_won' }
const NOW = Date.parse('2026-11-15T12:00:00.000Z')

describe('a confirmation', () => {
  it.each(['3 active', null])('reads back as it was written, for the version %j', (version) => {
    const confirmation = newConfirmation({ call, added, version }, NOW)
    const text = writeConfirmation(keys, ana, confirmation)
    expect(readConfirmation(keys, ana, text)).toEqual(confirmation)
    expect(text).toMatch(/^[\w-]+$/)
  })

  it('carries its key, whichever process reads it', () => {
    const older = { ...newConfirmation({ call, added, version: null }, NOW), key: 'confirmation:1' }
    expect(readConfirmation(keys, ana, writeConfirmation(keys, ana, older))).toEqual(older)
  })

  it.each<Partial<ConfirmationScope>>([
    { way: 'asked' },
    { ownerId: asId('group', 'grp_1') },
    { actorId: asId('member', 'mem_1') },
  ])('is nothing in other hands: %j', (other) => {
    const text = writeConfirmation(keys, ana, newConfirmation({ call, added, version: null }, NOW))
    expect(readConfirmation(keys, { ...ana, ...other }, text)).toBeUndefined()
  })

  it('is nothing once any character of it is another', () => {
    const text = writeConfirmation(keys, ana, newConfirmation({ call, added, version: '3 active' }, NOW))
    const altered = [...text].map((char, at) =>
      [text.slice(0, at), char === 'A' ? 'B' : 'A', text.slice(at + 1)].join(''),
    )
    expect(altered.filter((one) => readConfirmation(keys, ana, one) !== undefined)).toEqual([])
    expect(readConfirmation(keys, ana, '')).toBeUndefined()
    expect(readConfirmation(keys, ana, `${text}A`)).toBeUndefined()
  })

  it('is nothing that was signed for another purpose', () => {
    const scope = { list: 'confirmation', ownerId: ana.ownerId, actorId: ana.actorId }
    const cursor = writeCursor(keys, scope, { order: 'asc', filters: {}, after: [] })
    expect(readConfirmation(keys, ana, cursor)).toBeUndefined()
  })

  it('is read by another process with the same keys, and by one with a newer key before them', () => {
    const text = writeConfirmation(keys, ana, newConfirmation({ call, added, version: null }, NOW))
    const other = new Keyring([new Uint8Array(32).fill(8)])
    const newer = new Keyring([new Uint8Array(32).fill(8), secret])
    expect(readConfirmation(new Keyring([secret]), ana, text)).toBeDefined()
    expect(readConfirmation(newer, ana, text)).toBeDefined()
    expect(readConfirmation(other, ana, text)).toBeUndefined()
  })

  it('lapses at its very instant', () => {
    const confirmation = newConfirmation({ call, added, version: null }, NOW)
    expect(hasLapsed(confirmation, NOW + CONFIRMATION_MS - 1)).toBe(false)
    expect(hasLapsed(confirmation, NOW + CONFIRMATION_MS)).toBe(true)
  })

  it('has a key of its own each time', () => {
    const keysOfBoth = [
      newConfirmation({ call, added, version: null }, NOW),
      newConfirmation({ call, added, version: null }, NOW),
    ].map((one) => one.key)
    expect(new Set(keysOfBoth).size).toBe(2)
  })
})

describe('the call that a confirmation is for', () => {
  it('is the same in any order of its arguments', () => {
    expect(describeCall('vote', { a: 1, b: [2, { c: 3, d: 4 }] })).toBe(
      describeCall('vote', { b: [2, { d: 4, c: 3 }], a: 1 }),
    )
  })

  it.each([
    ['accept', { a: '1' }],
    ['vote', { a: '2' }],
    ['vote', { a: 1 }],
    ['vote', {}],
    ['vote', { a: '1', b: null }],
  ])('is another one with another tool or argument: %s %j', (tool, input) => {
    expect(describeCall(tool, input)).not.toBe(describeCall('vote', { a: '1' }))
  })
})
