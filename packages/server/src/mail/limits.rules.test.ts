// The silent limits, each at its edge.
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../kernel/instants.ts'
import {
  judgeInTurn,
  judgeMail,
  type Before,
  type Candidate,
  type Judged,
  type Verdict,
} from './limits.rules.ts'
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
}
const nothing: Before = { fullSince: null, fromCreator: 0, toStrangers: 0 }
const fullSince = now - 2 * HOUR_MS
const send: Verdict = { kind: 'send' }
const drop = (reason: Extract<Verdict, { kind: 'drop' }>['reason']): Verdict => ({ kind: 'drop', reason })

const cases: readonly [promise: string, mail: Partial<Judged & Before>, verdict: Verdict][] = [
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
    expect(judgeMail({ ...plain, ...mail }, { ...nothing, ...mail }, now)).toEqual(verdict)
  })
})

describe('of mails that are judged together', () => {
  const candidate = (mail: Partial<Candidate> = {}): Candidate => ({
    ...plain,
    fromCreator: 0,
    toStrangers: 0,
    personId: 'a',
    ownerId: 'o',
    creatorId: 'c',
    kind: 'accepted',
    wentAt: [],
    ...mail,
  })
  const verdicts = (...mails: readonly Candidate[]): readonly string[] =>
    judgeInTurn(mails, now).map(({ kind }) => kind)

  it('the fourth to one address is over its limit, whoever it is from', () => {
    const toOne = ['x', 'y', 'z', 'w'].map((creatorId) => candidate({ creatorId, ownerId: creatorId }))
    expect(verdicts(...toOne, candidate({ personId: 'b' }))).toEqual(['send', 'send', 'send', 'drop', 'send'])
  })

  it('those that went before count, and what waits does so from the first that fills the day', () => {
    const wentAt = [now - HOUR_MS, now - 2 * HOUR_MS]
    const asking = candidate({ wentAt, answerBy: now + 3 * DAY_MS })
    expect(judgeInTurn([asking, asking, asking], now)).toEqual([
      send,
      { kind: 'wait', until: now - 2 * HOUR_MS + DAY_MS },
      { kind: 'wait', until: now - 2 * HOUR_MS + DAY_MS },
    ])
  })

  it('the second of a kind that nobody asked for is one too many, from the same creator alone', () => {
    const invitation = candidate({ kind: 'invited', unasked: 'invitation' })
    const other = candidate({ kind: 'invited', unasked: 'invitation', creatorId: 'd' })
    expect(verdicts(invitation, invitation, other)).toEqual(['send', 'drop', 'send'])
  })

  it('those to strangers count for their owner alone', () => {
    const stranger = (personId: string, ownerId = 'o') =>
      candidate({ personId, ownerId, isToStranger: true, toStrangers: ownerId === 'o' ? 49 : 0 })
    const known = candidate({ personId: 'k', toStrangers: 49 })
    expect(verdicts(known, stranger('1'), stranger('2'), stranger('3', 'p'), known)).toEqual([
      'send',
      'send',
      'drop',
      'send',
      'send',
    ])
  })

  it('neither one that is dropped nor one that was counted before is counted', () => {
    const stopped = candidate({ hasStopped: true })
    const again = candidate({ isCounted: true })
    expect(verdicts(stopped, again, stopped, again, candidate(), candidate(), candidate())).toEqual([
      'drop',
      'send',
      'drop',
      'send',
      'send',
      'send',
      'send',
    ])
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
