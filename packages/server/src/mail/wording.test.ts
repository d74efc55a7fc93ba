// What each notice says, and what it must never say to someone who has never signed in.
import { describe, expect, it } from 'vitest'
import { toHtml, toText } from './layout.ts'
import {
  challengeNoticeKinds,
  type ChallengeNotice as Notice,
  type ChallengeNoticeKind as NoticeKind,
  type Facts,
} from './notice.rules.ts'
import { draftMail } from './wording.ts'

const at = Date.parse('2026-11-20T12:00:00.000Z')
const links = { answer: 'https://c.test/a/x', stop: 'https://c.test/stop/y' }

const facts: Facts = {
  party: 'opponent',
  creatorName: 'Ana',
  opponentName: 'Canary-opponent',
  groupName: null,
  claim: 'Canary-claim <b>',
  stake: 'Canary-stake',
  dueAt: at,
  isAccepted: true,
  by: 'creator',
  outcome: 'creator_won',
  settledBy: 'silence',
  reason: 'Canary-reason',
}

const stageOf: Partial<Record<NoticeKind, NonNullable<Notice['answer']>>> = {
  invited: { stage: 'invited', by: at },
  due_soon: { stage: 'settle', by: at },
  due: { stage: 'settle', by: at },
  proposed: { stage: 'proposed', by: at },
  disputed: { stage: 'disputed', by: at },
  cancel_requested: { stage: 'cancel', by: at },
}

const write = (kind: NoticeKind, hasAccount: boolean, more: Partial<Facts> = {}) => {
  const draft = draftMail({ kind, facts: { ...facts, ...more }, answer: stageOf[kind] ?? null }, hasAccount)
  return { subject: draft.subject, text: toText(draft, links), html: toHtml(draft, links) }
}

const subjects: Record<NoticeKind, string> = {
  invited: 'Ana challenges you',
  accepted: 'Ana accepted your challenge',
  declined: 'Ana declined your challenge',
  due_soon: 'Your challenge with Ana is due within 24 hours',
  due: 'Your challenge with Ana is due: who won?',
  proposed: 'Ana says how your challenge ended',
  disputed: 'Ana disputes the outcome',
  resolved: 'Your challenge with Ana is settled: Ana won',
  cancelled: 'Your challenge with Ana is cancelled',
  cancel_requested: 'Ana asks to cancel your challenge',
  expired: 'Your challenge with Ana has expired',
}

describe.each(challengeNoticeKinds)('the notice %s', (kind) => {
  it('says what happened in its subject', () => {
    expect(write(kind, true).subject).toBe(subjects[kind])
  })

  it('tells an account what was typed, escaped in HTML', () => {
    const { text, html } = write(kind, true)
    expect(text).toContain('    Canary-claim <b>')
    expect(text).toContain('Canary-stake')
    expect(html).toContain('Canary-claim &lt;b&gt;')
  })

  it.each(['creator', 'opponent'] as const)(
    'tells a %s without an account nothing that others typed',
    (party) => {
      const { subject, text, html } = write(kind, false, { party })
      for (const part of [subject, text, html]) expect(part).not.toMatch(/canary/i)
    },
  )

  it('carries a link to answer exactly where there is something to answer, and always one to stop', () => {
    const { text, html } = write(kind, false)
    for (const part of [text, html]) {
      expect(part.includes(links.answer)).toBe(stageOf[kind] !== undefined)
      expect(part).toContain(links.stop)
    }
  })

  it('loads nothing from anywhere', () => {
    expect(write(kind, true).html).not.toMatch(/<img|<script|<link|src=|url\(/i)
  })
})

describe('a notice', () => {
  it('names the deadline in words, in UTC', () => {
    expect(write('invited', false).text).toContain('until Friday 20 November 2026, 12:00 UTC')
  })

  it('of a group says that its members can read the challenge', () => {
    const { text, html } = write('invited', false, { groupName: 'Blue & Co' })
    expect(text).toContain('The members of Blue & Co can read this challenge.')
    expect(html).toContain('The members of Blue &amp; Co can read this challenge.')
  })

  it.each([
    ['opponent_won', 'you won'],
    ['creator_won', 'Ana won'],
    ['draw', 'it is a draw'],
    ['void', 'it counts for nobody'],
  ] as const)('of the outcome %s says to the opponent: %s', (outcome, words) => {
    expect(write('resolved', true, { outcome }).text).toContain(`is settled: ${words}.`)
  })

  it('calls an opponent whose name is not known "your opponent"', () => {
    const unnamed = { party: 'creator', opponentName: null } as const
    expect(write('declined', true, unnamed).subject).toBe('Your opponent declined your challenge')
    expect(write('due', true, { party: 'creator' }).subject).toContain('with Canary-opponent')
  })
})
