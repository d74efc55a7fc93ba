import { describe, expect, test } from 'vitest'
import { findNearest } from './nearest.ts'

const members = ['claim', 'stake', 'due_days', 'opponent_email', 'opponent_member_id', 'reference']

describe('the nearest word', () => {
  test.each([
    ['clam', 'claim'],
    ['cliam', 'claim'],
    ['Claim', 'claim'],
    ['claims', 'claim'],
    ['stkae', 'stake'],
    ['dueDays', 'due_days'],
    ['due_day', 'due_days'],
    ['opponent_mail', 'opponent_email'],
    ['referrence', 'reference'],
  ])('to %s is %s', (written, meant) => {
    expect(findNearest(written, members)).toBe(meant)
  })

  test.each(['', 'x', 'title', 'email', 'opponent', 'clxyz', 'due', 'x'.repeat(100_000), '\u0000'])(
    'to %.20s is none',
    (written) => {
      expect(findNearest(written, members)).toBeUndefined()
    },
  )

  test('is none where two are as near', () => {
    expect(findNearest('cat', ['car', 'cap'])).toBeUndefined()
    expect(findNearest('car', ['car', 'cap'])).toBe('car')
  })
})
