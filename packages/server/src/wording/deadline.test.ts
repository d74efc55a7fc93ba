// Each time that ends, in each voice.
import { describe, expect, it } from 'vitest'
import { seenChallenge } from '../../../../test/support/seen-challenge.ts'
import { deadlineFor, deadlineInMail, otherwiseOf, timeLeft, type OpenTime } from './deadline.ts'

const at = '2026-11-20T12:00:00.000Z'
const proposal = { by: 'opponent', outcome: 'opponent_won', proposed_at: at, confirm_by: at } as const
const dispute = { opened_by: 'creator', reason: 'No', opened_at: at, decide_by: at } as const
const cancellation = { requested_by: 'opponent', reason: null, requested_at: at, lapses_at: at } as const
const seen = seenChallenge({ proposal, dispute, cancellation })

const ends: readonly (readonly [OpenTime, page: string, mail: string])[] = [
  [
    'pending',
    'After that, the challenge expires.',
    'Accept or decline by T, or the challenge expires. You don’t need an account.',
  ],
  [
    'active',
    'After that, both sides say how it ended.',
    'If you already know how it ended, you can say so now.',
  ],
  [
    'due',
    'After that, it expires without a result.',
    'If neither of you answers by T, the challenge expires without a result.',
  ],
  ['proposed', 'After that, Ben’s result counts.', 'If you don’t answer by T, this result counts.'],
  [
    'disputed',
    'After that, there’s no result, unless one side gives way.',
    'If neither of you gives way by T, there’s no result.',
  ],
  ['cancel', 'After that, the challenge goes on.', 'If you don’t agree by T, the challenge goes on.'],
]

describe.each(ends)('the end of %s', (of, page, mail) => {
  it('has words on a page and in a mail', () => {
    expect(otherwiseOf(of, seen)).toBe(page)
    expect(deadlineInMail(of, 'T', false)).toBe(mail)
  })
})

describe('the end of a proposal', () => {
  it('says to its author, and to an observer, that the other has to be reached', () => {
    for (const role of ['opponent', 'observer'] as const) {
      const stands = otherwiseOf('proposed', { ...seen, role })
      expect(stands).toBe('After that, the result counts if we could reach Ana.')
    }
  })
})

describe('the end of a dispute in a group', () => {
  it('leaves it to the group', () => {
    const inGroup = { ...seen, group_id: 'grp_1', group_name: 'Blue' }
    expect(otherwiseOf('disputed', inGroup)).toBe(
      'After that, the group’s support decides, unless one side gives way.',
    )
    expect(deadlineInMail('disputed', 'T', true)).toBe(
      'If neither of you gives way by T, the group’s support decides.',
    )
  })
})

describe('to an assistant', () => {
  it.each([
    [
      'proposed',
      'You proposed an outcome. The other party can agree or dispute until T. After that it counts.',
    ],
    ['disputed', 'Disputed; the parties can settle it until T'],
    ['cancel', 'You asked to cancel; the request expires at T'],
  ] as const)('the end of %s is: %s', (of, words) => {
    expect(deadlineFor(of, 'T', 'you')).toBe(words)
  })

  it.each([
    ['proposed', 'The time to answer ends on Friday 20 November 2026, 12:00 UTC.'],
    ['disputed', 'The time to settle it ends on Friday 20 November 2026, 12:00 UTC.'],
    ['active', 'The time to answer ends on Friday 20 November 2026, 12:00 UTC.'],
    ['cancelled', null],
  ] as const)('its person hears what an answer leaves %s: %s', (status, words) => {
    expect(timeLeft({ ...seen, status }, 'UTC')).toBe(words)
  })
})
