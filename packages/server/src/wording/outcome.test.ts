// Every outcome, and every way to settle one, in each voice.
import type { Outcome, Role, Settlement } from '@challenge-service/contract'
import { describe, expect, it } from 'vitest'
import { seenChallenge } from '../../../../test/support/seen-challenge.ts'
import {
  describeResolved,
  outcomeCount,
  outcomeFor,
  outcomeInMail,
  outcomeWords,
  resolvedFor,
  settledInMail,
  wordsOf,
} from './outcome.ts'

type Voiced = readonly [page: string, mail: string, assistant: string, count: string]

/** To Ana, who made the challenge. */
const toCreator: Readonly<Record<Outcome, Voiced>> = {
  creator_won: ['you won', 'you won', 'creator_won: you won', 'Who dared won'],
  opponent_won: ['Ben won', 'Ben won', 'opponent_won: the opponent won', 'Who was dared won'],
  draw: ['it was a draw', 'it is a draw', 'draw: nobody won', 'A draw'],
  void: ['nobody won', 'it counts for nobody', 'void: it counts for nobody', 'Nobody won'],
}

describe.each(Object.entries(toCreator) as [Outcome, Voiced][])('the outcome %s', (outcome, words) => {
  it('has words on a page, in a mail, to an assistant and in a count', () => {
    const seen = seenChallenge()
    expect([
      outcomeWords(seen, outcome),
      outcomeInMail(seen, outcome),
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

  it('says "they won" of themselves, and "you won" to themselves', () => {
    expect(wordsOf(seenChallenge({ role: 'opponent' }), 'creator', 'creator_won')).toBe('they won')
    expect(wordsOf(seenChallenge(), 'creator', 'creator_won')).toBe('you won')
    expect(wordsOf(seenChallenge(), 'opponent', 'creator_won')).toBe('you won')
    expect(wordsOf(seenChallenge({ role: 'observer' }), 'creator', 'opponent_won')).toBe('Ben won')
  })

  it('is nobody in a mail about a challenge without an outcome', () => {
    expect(outcomeInMail(seenChallenge(), null)).toBe('there is no outcome')
  })
})

type Settled = readonly [page: string, mail: string, assistant: string]

const settledBy: Readonly<Record<Settlement, Settled>> = {
  concession: ['Ben gave up', 'The other side granted it.', 'one party granted the other the win'],
  agreement: ['Ben agreed', 'You both said so.', 'both said so'],
  silence: [
    'Ben did not answer',
    'A proposed outcome stands when nobody objects in time.',
    'nobody objected in time',
  ],
  support: [
    'the group decided',
    'The dispute was decided when its time was over.',
    'the support of the group decided',
  ],
}

describe.each(Object.entries(settledBy) as [Settlement, Settled][])(
  'settled by %s',
  (settled_by, [page, mail, assistant]) => {
    const resolved = (outcome: Outcome) =>
      seenChallenge({ resolution: { outcome, settled_by, settled_at: '2026-11-19T12:00:00.000Z' } })

    it('has words on a page, in a mail and to an assistant', () => {
      expect(describeResolved(resolved('creator_won'))).toBe(`You won, ${page}`)
      expect(settledInMail(settled_by)).toBe(mail)
      expect(resolvedFor(seenChallenge(), 'draw', settled_by)).toBe(`draw: nobody won (${assistant})`)
    })

    it('is not said on a page where nobody won', () => {
      expect(describeResolved(resolved('draw'))).toBe('It was a draw')
      expect(describeResolved(resolved('void'))).toBe('Nobody won')
    })
  },
)
