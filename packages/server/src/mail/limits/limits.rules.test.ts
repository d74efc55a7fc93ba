// The limits of mails, each at its edge, and what is never sent.
import { describe, expect, it } from 'vitest'
import { asId } from '../../../../../test/support/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/instants.ts'
import {
  decideMail,
  type MailCandidate,
  type DropReason,
  type MailCategory,
  type MailDecision,
} from './limits.rules.ts'
import { wantsAll } from '../preferences/preferences.rules.ts'
import { nextTryAt, TRIES } from '../outbox/retry.rules.ts'

const now = 100 * DAY_MS
const fresh = now - HOUR_MS

const plain: MailCandidate = {
  id: asId('mail', 'mail_1'),
  personId: asId('person', 'per_1'),
  inbox: 'inbox',
  ownerId: asId('person', 'owner'),
  causerId: asId('person', 'causer'),
  throughId: null,
  class: 'invitation',
  isAcquainted: false,
  isFirstMembership: false,
  invitation: 'sent',
  createdAt: fresh,
  answerBy: null,
  isCounted: false,
  isHeld: false,
  wants: wantsAll,
}

const invitation = { ...plain, answerBy: now + 5 * DAY_MS }
const acquainted = { ...invitation, isAcquainted: true }
const deadline: MailCandidate = { ...plain, class: 'deadline', answerBy: now + DAY_MS }
const news: MailCandidate = { ...plain, class: 'news' }
const account: MailCandidate = { ...plain, class: 'account' }
const membership = { ...plain, isFirstMembership: true, answerBy: now + 365 * DAY_MS }
const ofGroup = { throughId: asId('group', 'group') }
const daily = { wants: { ...wantsAll, dailyNewsAt: 1 } }

interface Before {
  /** How many went out, one a minute, the oldest this long ago. */
  readonly count: number
  readonly category: MailCategory
  readonly source?: string
  readonly inbox?: string
  readonly agoMs?: number
}

const wentBefore = ({ count, category, source = '', inbox = 'inbox', agoMs = 2 * HOUR_MS }: Before) =>
  Array.from({ length: count }, (_, index) => ({
    inbox,
    category,
    source,
    at: now - agoMs + index * MINUTE_MS,
  }))

const decide = (
  mail: MailCandidate,
  before: readonly Before[] = [],
  byOwner: readonly number[] = [],
): MailDecision =>
  decideMail(mail, { went: before.flatMap(wentBefore), byOwner: new Map([[plain.ownerId, byOwner]]) }, now)

const send = (category: MailCategory, source: string): MailDecision => ({ kind: 'send', category, source })
const drop = (reason: DropReason): MailDecision => ({ kind: 'drop', reason })
const wait = (until: number): MailDecision => ({ kind: 'wait', until })

/** When the place of the oldest of those is free again. */
const free = (agoMs = 2 * HOUR_MS): number => now - agoMs + DAY_MS

describe('a mail over a limit waits for the place that is free first', () => {
  const from = (source: string, more: Partial<Before> = {}): Before => ({
    count: 1,
    category: 'unasked',
    source,
    ...more,
  })
  const others = [from('x'), from('y', { agoMs: 3 * HOUR_MS }), from('z', { agoMs: HOUR_MS })]

  it.each<[mail: string, MailCandidate, before: readonly Before[], MailDecision]>([
    ['the first unasked one of a causer', invitation, [], send('unasked', 'causer')],
    ['the second of a causer', invitation, [from('causer')], wait(free())],
    ['one of another causer', invitation, [from('x')], send('unasked', 'causer')],
    ['to another inbox', invitation, [from('causer', { inbox: 'other' })], send('unasked', 'causer')],
    ['the third to an inbox', invitation, others.slice(1), send('unasked', 'causer')],
    ['the fourth to an inbox', invitation, others, wait(free(3 * HOUR_MS))],
    ['of a causer in a full inbox', invitation, [...others, from('causer', { agoMs: 0 })], wait(free(0))],
    [
      'where what went out was of another category',
      invitation,
      [{ count: 10, category: 'news' }],
      send('unasked', 'causer'),
    ],
    ['a notice of a membership, after an invitation', membership, [from('causer')], wait(free())],
    [
      'the tenth of an acquaintance',
      acquainted,
      [{ count: 9, category: 'acquainted', source: 'causer' }],
      send('acquainted', 'causer'),
    ],
    [
      'the eleventh of an acquaintance',
      acquainted,
      [{ count: 10, category: 'acquainted', source: 'causer' }],
      wait(now + HOUR_MS),
    ],
    [
      'of an acquaintance, beside unasked ones',
      acquainted,
      [...others, from('causer')],
      send('acquainted', 'causer'),
    ],
    [
      'the tenth through a group',
      { ...deadline, ...ofGroup },
      [{ count: 9, category: 'group', source: 'group' }],
      send('group', 'group'),
    ],
    [
      'the eleventh deadline through a group',
      { ...deadline, ...ofGroup },
      [{ count: 10, category: 'group', source: 'group' }],
      wait(now + HOUR_MS),
    ],
    [
      'the eleventh news through a group',
      { ...news, ...ofGroup },
      [{ count: 10, category: 'group', source: 'group' }],
      wait(now + HOUR_MS),
    ],
    [
      'through another group',
      { ...deadline, ...ofGroup },
      [{ count: 10, category: 'group', source: 'other' }],
      send('group', 'group'),
    ],
    ['the tenth news', news, [{ count: 9, category: 'news' }], send('news', '')],
    ['the eleventh news', news, [{ count: 10, category: 'news' }], wait(now + HOUR_MS)],
    [
      'the eleventh news, once it has waited',
      { ...news, isHeld: true },
      [{ count: 10, category: 'news' }],
      send('news', ''),
    ],
    [
      'the twelfth news, however long it has waited',
      { ...news, isHeld: true },
      [{ count: 11, category: 'news' }],
      wait(free()),
    ],
    [
      'news through a group, of who wants it daily',
      { ...news, ...ofGroup, ...daily },
      [{ count: 1, category: 'news' }],
      wait(free()),
    ],
    ['the first news of who wants it daily', { ...news, ...daily }, [], send('news', '')],
    [
      'the second news of who wants it daily',
      { ...news, ...daily },
      [{ count: 1, category: 'news' }],
      wait(free()),
    ],
    ['a deadline, whatever went out', deadline, [{ count: 100, category: 'deadline' }], send('deadline', '')],
    [
      'a deadline of who wants news daily',
      { ...deadline, ...daily },
      [{ count: 9, category: 'news' }],
      send('deadline', ''),
    ],
    [
      'about the account, whatever went out',
      account,
      [{ count: 100, category: 'account' }],
      send('account', ''),
    ],
    [
      'that was counted at its first try',
      { ...invitation, isCounted: true },
      [from('causer')],
      send('unasked', 'causer'),
    ],
  ])('%s', (_, mail, before, verdict) => {
    expect(decide(mail, before)).toEqual(verdict)
  })

  it('and the place is free at the very end of the 24 hours, not a moment before', () => {
    expect(decide(invitation, [from('causer', { agoMs: DAY_MS - 1 })])).toEqual(wait(now + 1))
    expect(decide(invitation, [from('causer', { agoMs: DAY_MS })])).toEqual(send('unasked', 'causer'))
    const ten = { count: 10, category: 'news', agoMs: DAY_MS } as const
    expect(decide(news, [ten])).toEqual(send('news', ''))
    expect(decide(news, [{ ...ten, agoMs: DAY_MS - 1 }])).toEqual(wait(now + 1))
  })

  it('of more than a limit allows, it is the newest that count', () => {
    const many = { count: 13, category: 'news', agoMs: 2 * HOUR_MS } as const
    expect(decide(news, [many])).toEqual(wait(free() + 2 * MINUTE_MS))
  })
})

describe('unasked mails by one owner', () => {
  const instants = (count: number, agoMs = HOUR_MS) => Array.from({ length: count }, () => now - agoMs)

  it.each<[mail: string, MailCandidate, byOwner: readonly number[], MailDecision]>([
    ['the fiftieth of a day goes out', invitation, instants(49), send('unasked', 'causer')],
    ['the fifty-first waits', invitation, instants(50), wait(free(HOUR_MS))],
    ['after 24 hours the next goes out', invitation, instants(50, DAY_MS), send('unasked', 'causer')],
    ['that of an acquaintance is none', acquainted, instants(50), send('acquainted', 'causer')],
    ['a deadline is none', deadline, instants(50), send('deadline', '')],
    [
      'of another owner is not counted',
      { ...invitation, ownerId: asId('person', 'b') },
      instants(50),
      send('unasked', 'causer'),
    ],
  ])('%s', (_, mail, byOwner, verdict) => {
    expect(decide(mail, [], byOwner)).toEqual(verdict)
  })
})

describe('what is stopped is not sent', () => {
  const everyClass = { invitation, deadline, news, account, membership }
  type Name = keyof typeof everyClass
  const all: readonly Name[] = ['invitation', 'deadline', 'news', 'account', 'membership']

  it.each<[step: keyof typeof wantsAll, dropped: readonly Name[], DropReason]>([
    ['noInvitationsAt', ['invitation'], 'stopped'],
    ['noNewsAt', ['news'], 'stopped'],
    ['dailyNewsAt', [], 'stopped'],
    ['nothingAt', ['invitation', 'deadline', 'news', 'membership'], 'stopped'],
    ['erasedAt', ['invitation', 'deadline', 'news', 'membership'], 'stopped'],
    ['bouncedAt', ['invitation', 'deadline', 'news', 'membership'], 'bounced'],
  ])('by %s: %j', (step, dropped, reason) => {
    for (const name of all) {
      const mail = { ...everyClass[name], wants: { ...wantsAll, [step]: fresh } }
      const verdict = dropped.includes(name) ? drop(reason) : { kind: 'send' }
      expect(decide(mail), name).toMatchObject(verdict)
      // Neither between two tries nor through a group.
      expect(decide({ ...mail, isCounted: true }), name).toMatchObject(verdict)
      expect(decide({ ...mail, ...ofGroup }), name).toMatchObject(verdict)
    }
  })

  it('even about a second membership, where no invitations are wanted', () => {
    const wants = { ...wantsAll, noInvitationsAt: fresh }
    expect(decide({ ...membership, isFirstMembership: false, wants })).toEqual(drop('stopped'))
  })

  it('nor is anything sent to someone who has no address any more', () => {
    for (const name of all) expect(decide({ ...everyClass[name], inbox: null })).toEqual(drop('no_address'))
  })
})

describe('what is out of date is not sent', () => {
  it.each<[mail: string, MailCandidate, MailDecision]>([
    ['asked until this very instant', { ...invitation, answerBy: now }, drop('stale')],
    ['asked until the next', { ...invitation, answerBy: now + 1 }, send('unasked', 'causer')],
    ['a deadline that has passed', { ...deadline, answerBy: now }, drop('stale')],
    ['news of three days ago', { ...news, createdAt: now - 3 * DAY_MS }, drop('stale')],
    ['news a moment younger', { ...news, createdAt: now - 3 * DAY_MS + 1 }, send('news', '')],
    ['a withdrawal, however old', { ...plain, createdAt: 0 }, send('unasked', 'causer')],
    ['about the account, however old', { ...account, createdAt: 0 }, send('account', '')],
  ])('%s', (_, mail, verdict) => {
    expect(decide(mail)).toEqual(verdict)
  })
})

describe('a withdrawal', () => {
  it('is not told to someone whose invitation was not sent', () => {
    expect(decide({ ...plain, invitation: 'unsent' })).toEqual(drop('uninvited'))
  })

  it('waits a minute for an invitation that is being sent', () => {
    expect(decide({ ...plain, invitation: 'under_way' })).toEqual(wait(now + MINUTE_MS))
  })
})

describe('a mail that cannot be handed over', () => {
  it('is tried six times in all, at growing intervals, within a day', () => {
    const waits = Array.from({ length: TRIES }, (_, index) => nextTryAt(index + 1, 0))
    const known = waits.filter((pause) => pause !== undefined)
    expect(TRIES).toBe(6)
    expect(waits.at(-1)).toBeUndefined()
    expect(known).toEqual(known.toSorted((a, b) => a - b))
    expect(known.reduce((sum, pause) => sum + pause, 0)).toBeLessThan(DAY_MS)
  })
})
