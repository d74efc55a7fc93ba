import { describe, expect, it } from 'vitest'
import type { Event, Party } from '@challenge-service/contract'
import type { Facts } from '../../mail/notice.rules.ts'
import { answerWithoutParty, factsWithoutParty, withoutComment, withoutPartyIn } from './redaction.rules.ts'

const challenge = {
  claim: 'claim by creator',
  stake: 'stake by creator',
  creator: { first_name: 'Ana' },
  opponent: { first_name: 'Ben' },
  dispute: { opened_by: 'opponent', reason: 'dispute by opponent' },
  cancellation: { requested_by: 'creator', reason: 'cancel by creator' },
  status: 'active',
}
const entries = (['creator', 'opponent'] as const).map((by) => ({
  by,
  amount: 1,
  note: `note by ${by}`,
  dispute: { reason: `dispute by ${by === 'creator' ? 'opponent' : 'creator'}` },
}))
const evidence = { by: 'creator', text: 'text by creator', url: 'https://by.creator' }
const event = {
  id: 'evt',
  data: { challenge, entries, evidence, support: { side: 'creator', comment: 'x' } },
}
const without = (party: Party): string => JSON.stringify(withoutPartyIn(event as unknown as Event, party))

describe('an event without a party', () => {
  it.each([
    ['creator', 'opponent', 'Ana', 'Ben'],
    ['opponent', 'creator', 'Ben', 'Ana'],
  ] as const)('holds nothing by the %s, and all by the %s', (gone, kept, name, otherName) => {
    const text = without(gone)
    expect(text).not.toMatch(new RegExp(`by.${gone}|${name}`))
    expect(text).toContain(`"${gone}":{"first_name":"someone"}`)
    expect(text).toContain(otherName)
    const words = (from: string) => [...from.matchAll(new RegExp(`\\w+ by ${kept}`, 'g'))].map(String)
    expect(words(text)).toEqual(words(JSON.stringify(event)))
  })

  it('without words has none put into it', () => {
    const bare = {
      ...event,
      data: {
        challenge: { ...challenge, opponent: { first_name: null }, cancellation: null, dispute: null },
        entries: [{ by: 'creator', note: null, dispute: null }],
      },
    } as unknown as Event
    expect(withoutPartyIn(bare, 'opponent')).toEqual(bare)
    expect(JSON.stringify(withoutPartyIn(bare, 'creator').data.entries)).not.toContain('removed')
  })

  it('loses the words of support for themselves alone', () => {
    expect(withoutComment(event as unknown as Event).data).toMatchObject({
      challenge,
      support: { side: 'creator', comment: '(removed)' },
    })
  })
})

describe('why a pending challenge was closed', () => {
  it.each([
    ['declined', 'opponent'],
    ['cancelled', 'creator'],
  ] as const)('is, once it is %s, by the %s alone', (status, author) => {
    const closed = { ...challenge, status, closed_reason: 'why' }
    const reasonWithout = (party: Party) =>
      (answerWithoutParty(closed, party) as { readonly closed_reason: string }).closed_reason
    expect(reasonWithout(author)).toBe('(removed)')
    expect(reasonWithout(author === 'creator' ? 'opponent' : 'creator')).toBe('why')
  })

  it('is not put into what has none, nor into what was written before there was such a member', () => {
    expect(answerWithoutParty({ ...challenge, closed_reason: null }, 'creator')).toMatchObject({
      closed_reason: null,
    })
    expect(answerWithoutParty(challenge, 'creator')).not.toHaveProperty('closed_reason')
  })
})

describe('a remembered answer', () => {
  it.each([
    ['a challenge', { ...challenge, evidence: [evidence] }],
    ['a change of the tally', { entries, pending: 2 }],
    ['a piece of evidence', evidence],
  ])('that is %s holds nothing by the party that is gone', (_, data) => {
    expect(JSON.stringify(data)).toMatch(/by.creator/)
    expect(JSON.stringify(answerWithoutParty(data, 'creator'))).not.toMatch(/by.creator|Ana/)
  })
})

describe('a mail to the other', () => {
  const facts = {
    creatorName: 'Ana',
    opponentName: 'Ben',
    claim: 'claim',
    stake: 'stake',
    by: 'opponent',
    reason: 'by opponent',
  } as Facts

  it('names someone, and keeps the words of the other person', () => {
    expect(factsWithoutParty(facts, 'creator')).toEqual({
      ...facts,
      creatorName: 'someone',
      claim: '(removed)',
      stake: '(removed)',
    })
    expect(factsWithoutParty(facts, 'opponent')).toEqual({
      ...facts,
      opponentName: 'someone',
      reason: '(removed)',
    })
  })
})
