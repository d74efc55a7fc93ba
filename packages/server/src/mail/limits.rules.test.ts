// The silent limits, each at its edge.
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../kernel/instants.ts'
import { judgeMail, type Judged, type Verdict } from './limits.rules.ts'
import { nextTryAt, TRIES } from './retry.rules.ts'

const now = 100 * DAY_MS
const plain: Judged = {
  unasked: null,
  createdAt: now,
  answerBy: null,
  isCounted: false,
  hasAddress: true,
  hasStopped: false,
  isToStranger: false,
  fullSince: null,
  fromCreator: 0,
  toStrangers: 0,
}
const fullSince = now - 2 * HOUR_MS
const send: Verdict = { kind: 'send' }
const drop = (reason: Extract<Verdict, { kind: 'drop' }>['reason']): Verdict => ({ kind: 'drop', reason })

const cases: readonly [promise: string, mail: Partial<Judged>, verdict: Verdict][] = [
  ['goes out where nothing speaks against it', {}, send],
  ['to an erased person is dropped', { hasAddress: false }, drop('no_address')],
  ['to someone who wants none is dropped', { hasStopped: true }, drop('stopped')],
  [
    'to someone who stopped between two tries is dropped',
    { hasStopped: true, isCounted: true },
    drop('stopped'),
  ],
  ['that could be answered no more is dropped at the very instant', { answerBy: now }, drop('stale')],
  ['goes out a moment before its deadline', { answerBy: now + 1 }, send],
  ['that asks nothing is no news after three days', { createdAt: now - 3 * DAY_MS }, drop('stale')],
  ['would be the fourth of a day to its address', { fullSince }, drop('limited')],
  ['that was counted before is not counted again', { fullSince, isCounted: true }, send],
  [
    'that asks something waits until a place is free',
    { fullSince, answerBy: now + 3 * DAY_MS },
    { kind: 'wait', until: fullSince + DAY_MS },
  ],
  [
    'that asks something is dropped where no place is free in time',
    { fullSince, answerBy: now + HOUR_MS },
    drop('limited'),
  ],
  [
    'is an invitation, and does not wait',
    { fullSince, unasked: 'invitation', answerBy: now + 3 * DAY_MS },
    drop('limited'),
  ],
  [
    'is the second invitation of a day from one creator',
    { unasked: 'invitation', fromCreator: 1 },
    drop('limited'),
  ],
  [
    'is the second of a day from one creator that tells of a membership',
    { unasked: 'membership', fromCreator: 1 },
    drop('limited'),
  ],
  [
    'tells of a membership, and waits until a place is free',
    { fullSince, unasked: 'membership', answerBy: now + 3 * DAY_MS },
    { kind: 'wait', until: fullSince + DAY_MS },
  ],
  ['is no invitation, though there was one', { fromCreator: 1 }, send],
  ['is the fiftieth of a day to strangers', { isToStranger: true, toStrangers: 49 }, send],
  ['is the fifty-first of a day to strangers', { isToStranger: true, toStrangers: 50 }, drop('limited')],
  ['goes to someone who has answered before', { toStrangers: 50 }, send],
]

describe('a mail that', () => {
  it.each(cases)('%s', (_, mail, verdict) => {
    expect(judgeMail({ ...plain, ...mail }, now)).toEqual(verdict)
  })
})

describe('a mail that cannot be handed over', () => {
  it('is tried six times in all, at growing intervals, within a day', () => {
    const waits = Array.from({ length: TRIES }, (_, index) => nextTryAt(index + 1, 0))
    const known = waits.filter((wait) => wait !== undefined)
    expect(TRIES).toBe(6)
    expect(waits.at(-1)).toBeUndefined()
    expect(known).toEqual(known.toSorted((a, b) => a - b))
    expect(known.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(DAY_MS)
  })
})
