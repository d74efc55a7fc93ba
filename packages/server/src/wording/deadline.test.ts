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
    'Then the challenge lapses.',
    'You can accept or decline until T. You need no account. If you do nothing, the challenge lapses.',
  ],
  ['active', 'Then both say how it ended.', 'If you know already how it ended, you can say so on that page.'],
  [
    'due',
    'Then it has run out, and counts for nobody.',
    'You can do so until T. If neither of you does, the challenge expires.',
  ],
  ['proposed', 'Then Ben’s word stands.', 'You can answer until T. If you do nothing, this outcome stands.'],
  [
    'disputed',
    'Then it counts for nobody, unless one gives way.',
    'If neither of you gives way until T, it counts for nobody.',
  ],
  [
    'cancel',
    'Then the challenge goes on.',
    'You can agree until T. If you do nothing, the challenge goes on.',
  ],
]

describe.each(ends)('the end of %s', (of, page, mail) => {
  it('has words on a page and in a mail', () => {
    expect(otherwiseOf(of, seen)).toBe(page)
    expect(deadlineInMail(of, 'T', false)).toBe(mail)
  })
})

describe('the end of a proposal', () => {
  it('says to its author, and to an observer, that the other has to be told', () => {
    for (const role of ['opponent', 'observer'] as const) {
      const stands = otherwiseOf('proposed', { ...seen, role })
      expect(stands).toBe('Then it stands, if Ana could be told of it.')
    }
  })
})

describe('the end of a dispute in a group', () => {
  it('leaves it to the group', () => {
    const inGroup = { ...seen, group_id: 'grp_1', group_name: 'Blue' }
    expect(otherwiseOf('disputed', inGroup)).toBe(
      'Then the support of the group decides, unless one gives way.',
    )
    expect(deadlineInMail('disputed', 'T', true)).toBe(
      'If neither of you gives way until T, the support of the group decides.',
    )
  })
})

describe('to an assistant', () => {
  it.each([
    [
      'proposed',
      'You proposed an outcome; the other party can agree or dispute until T. After that it stands.',
    ],
    ['disputed', 'Disputed, to be settled until T'],
    ['cancel', 'You asked to cancel; it counts until T'],
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
