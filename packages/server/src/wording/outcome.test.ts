// Every outcome, and every way to settle one, in each voice.
import type { Outcome, Party, Role, Settlement } from '@challenge-service/contract'
import { describe, expect, it } from 'vitest'
import { seenChallenge } from '../../../../test/support/seen-challenge.ts'
import {
  claimedInMail,
  claimedResult,
  describeResolved,
  outcomeCount,
  outcomeFor,
  outcomeWords,
  resolvedFor,
  resultInMail,
  settledInMail,
} from './outcome.ts'

type Voiced = readonly [page: string, mail: string, assistant: string, count: string]

/** To Ana, who made the challenge. */
const toCreator: Readonly<Record<Outcome, Voiced>> = {
  creator_won: ['you won', 'You won your challenge with Ben', 'creator_won: you won', 'Creator won'],
  opponent_won: ['Ben won', 'Ben won your challenge', 'opponent_won: the opponent won', 'Opponent won'],
  draw: ['draw', 'Your challenge with Ben ended in a draw', 'draw: nobody won', 'Draw'],
  void: ['no result', 'Your challenge with Ben ended without a result', 'void: no result', 'No result'],
}

describe.each(Object.entries(toCreator) as [Outcome, Voiced][])('the outcome %s', (outcome, words) => {
  it('has words on a page, in a mail, to an assistant and in a count', () => {
    const seen = seenChallenge()
    expect([
      outcomeWords(seen, outcome),
      resultInMail(seen, outcome),
      outcomeFor(seen, outcome),
      outcomeCount(outcome),
    ]).toEqual(words)
  })
})

describe('the winner', () => {
  it.each<[Role, page: string, assistant: string]>([
    ['creator', 'you won', 'creator_won: you won'],
    ['opponent', 'Ana won', 'creator_won: the creator won'],
    ['observer', 'Ana won', 'creator_won: the creator won'],
  ])('is called by the %s: %s', (role, page, assistant) => {
    const seen = seenChallenge({ role })
    expect(outcomeWords(seen, 'creator_won')).toBe(page)
    expect(outcomeFor(seen, 'creator_won')).toBe(assistant)
  })

  it('is claimed in the words of the party who claims it', () => {
    const claimed = (role: Role, by: Party, outcome: Outcome) =>
      claimedResult(seenChallenge({ role }), by, outcome)
    expect(claimed('opponent', 'creator', 'creator_won')).toBe('Ana says “I won”')
    expect(claimed('creator', 'creator', 'creator_won')).toBe('You say “I won”')
    expect(claimed('creator', 'opponent', 'creator_won')).toBe('Ben says “I lost”')
    expect(claimed('observer', 'creator', 'opponent_won')).toBe('Ana says “I lost”')
    expect(claimed('observer', 'opponent', 'draw')).toBe('Ben says it’s a draw')
  })

  it('is nobody in a mail about a challenge without an outcome', () => {
    expect(resultInMail(seenChallenge(), null)).toBe('Your challenge with Ben ended without a result')
    expect(claimedInMail(seenChallenge(), 'opponent', null)).toBe('A result is claimed')
  })
})

type Settled = readonly [page: string, mail: string, assistant: string]

const settledBy: Readonly<Record<Settlement, Settled>> = {
  concession: ['Ben conceded', 'Ben conceded.', 'one party conceded'],
  agreement: ['Ben agreed', 'Ben agreed.', 'both parties agreed'],
  silence: ['Ben didn’t answer', 'Nobody objected in time, so the result counts.', 'nobody objected in time'],
  support: ['the group decided', 'The group’s support decided the dispute.', 'the group’s support decided'],
}

describe.each(Object.entries(settledBy) as [Settlement, Settled][])(
  'settled by %s',
  (settled_by, [page, mail, assistant]) => {
    const resolved = (outcome: Outcome) =>
      seenChallenge({ resolution: { outcome, settled_by, settled_at: '2026-11-19T12:00:00.000Z' } })

    it('has words on a page, in a mail and to an assistant', () => {
      expect(describeResolved(resolved('creator_won'))).toBe(`You won, ${page}`)
      expect(settledInMail(seenChallenge(), settled_by, 'creator_won')).toBe(mail)
      expect(resolvedFor(seenChallenge(), 'draw', settled_by)).toBe(`draw: nobody won (${assistant})`)
    })

    it('is not said on a page where nobody won', () => {
      expect(describeResolved(resolved('draw'))).toBe('Draw')
      expect(describeResolved(resolved('void'))).toBe('No result')
    })
  },
)

describe('a dispute that nobody decided', () => {
  it('is not called decided by the group', () => {
    expect(settledInMail(seenChallenge(), 'support', 'void')).toBe('The dispute wasn’t settled in time.')
  })
})
