import { describe, expect, it } from 'vitest'
import { asId } from '../../../../../test/support/ids.ts'
import { builtIns, type BuiltIn } from './built-in.rules.ts'
import { nextBuiltIn, optionId, optionIndexOf, pickQuestion, getSlot } from './question.rules.ts'

const startsAt = Date.parse('2026-11-15T00:00:00Z')
const list: readonly BuiltIn[] = ['a', 'b', 'c'].map((key) => ({
  key,
  text: `${key}?`,
  options: ['Yes', 'No'],
}))
const next = (lastDays: Readonly<Record<string, string>>, among = list): string =>
  nextBuiltIn(new Map(Object.entries(lastDays)), among).key

describe('the next of the built-in list', () => {
  it('is the first that was never asked', () => {
    expect(next({})).toBe('a')
    expect(next({ a: '2026-11-01' })).toBe('b')
    expect(next({ a: '2026-11-01', b: '2026-11-02' })).toBe('c')
  })

  it('begins again with the one whose last day is longest ago', () => {
    expect(next({ a: '2026-11-01', b: '2026-11-02', c: '2026-11-03' })).toBe('a')
    expect(next({ a: '2026-11-04', b: '2026-11-02', c: '2026-11-03' })).toBe('b')
  })

  it('goes on where it was when the list is put in another order, has grown or shrunk', () => {
    const asked = { a: '2026-11-01', b: '2026-11-02', gone: '2026-10-01' }
    expect(next(asked, list.toReversed())).toBe('c')
    expect(next({ ...asked, c: '2026-11-03' }, [...list, { key: 'd', text: 'd?', options: [] }])).toBe('d')
    expect(next(asked, list.slice(0, 2))).toBe('a')
  })

  it('asks everything once before anything twice', () => {
    const lastDays = new Map<string, string>()
    const asked = Array.from({ length: builtIns.length * 2 }, (_, day) => {
      const { key } = nextBuiltIn(lastDays)
      lastDays.set(key, String(day).padStart(4, '0'))
      return key
    })
    const keys = builtIns.map(({ key }) => key)
    expect(asked).toEqual([...keys, ...keys])
  })
})

const one: BuiltIn = { key: 'one', text: 'One?', options: ['Yes', 'No'] }
const question = pickQuestion(one, '2026-11-15', startsAt)

describe('a question', () => {
  it('has the same id wherever it is worked out, and another on another day', () => {
    expect(pickQuestion({ ...one }, '2026-11-15', startsAt)).toEqual(question)
    expect(question.id).toMatch(/^qst_[0-9a-hjkmnp-tv-z]{26}$/)
    expect(pickQuestion(one, '2026-11-16', startsAt + 86_400_000).id).not.toBe(question.id)
  })

  it('has options whose ids are of no other question, short enough to vote with', () => {
    expect(optionId(question, 0)).not.toBe(optionId(question, 1))
    expect(optionId(question, 0)).toContain(question.id.slice(4))
    expect(optionId(question, 9).length).toBeLessThanOrEqual(64)
  })
})

describe('a vote', () => {
  const option = optionId(question, 1)

  it('is for the option that it names', () => {
    expect(optionIndexOf(question, { option })).toBe(1)
    expect(optionIndexOf(question, { option, question_id: question.id })).toBe(1)
  })

  it.each([
    ['an option of another question', { option: option.replace('opt_', 'opt_0') }],
    ['an option that is none', { option: 'opt_1' }],
    ['an option beyond the last', { option: optionId(question, 2) }],
    ['the text of an option', { option: 'Yes' }],
    ['another question', { option, question_id: question.id.replace('qst_', 'qst_0') }],
  ])('for %s is refused', (_, vote) => {
    expect(() => optionIndexOf(question, vote)).toThrow(
      expect.objectContaining({ code: 'conflict', reason: 'question_over' }),
    )
  })

  it('is counted in one of a few slots, always the same for a voter, and all slots are used alike', () => {
    const voters = Array.from({ length: 4_000 }, (_, n) =>
      asId('account', `acc_${n.toString(36).padStart(26, '0')}`),
    )
    const sizes = new Map<number, number>()
    for (const voter of voters) {
      expect(getSlot(voter)).toBe(getSlot(voter))
      sizes.set(getSlot(voter), (sizes.get(getSlot(voter)) ?? 0) + 1)
    }
    expect(sizes.size).toBe(8)
    for (const size of sizes.values()) expect(size).toBeGreaterThan(voters.length / 16)
  })
})
