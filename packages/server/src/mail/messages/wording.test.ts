// What each notice says, and what it must never say to someone who did not ask for it.
import { describe, expect, it } from 'vitest'
import { asId } from '../../../../../test/support/ids.ts'
import { toHtml, toText, type Foot } from './layout.ts'
import {
  challengeNoticeKinds,
  type ChallengeNotice,
  type ChallengeNoticeKind,
  type Facts,
} from '../notice.rules.ts'
import { bundleSubject, draftMail } from './wording.ts'

type Mail = Parameters<typeof draftMail>[0]
type OfChallenge = Extract<Mail, { readonly kind: ChallengeNoticeKind }>

const at = Date.parse('2026-11-20T12:00:00.000Z')
const url = 'https://c.test/a/x'
const foot: Foot = {
  siteName: 'Bets & Co',
  siteContact: 'Ana Lima',
  baseUrl: 'https://c.test/base',
  imprintUrl: null,
  privacyUrl: null,
  whys: ['You get this for a reason.'],
  mailsUrl: 'https://c.test/stop/y',
}

const facts: Facts = {
  party: 'opponent',
  creatorName: 'Ana',
  opponentName: 'Canary-opponent',
  groupName: null,
  claim: 'Canary-claim <b>\nline two',
  stake: 'Canary-stake',
  dueAt: at,
  isAccepted: true,
  by: 'creator',
  outcome: 'creator_won',
  settledBy: 'silence',
  reason: 'Canary-reason',
}

const answers: Partial<Record<ChallengeNoticeKind, NonNullable<ChallengeNotice['deadline']>>> = {
  invited: { stage: 'invited', by: at },
  invited_again: { stage: 'invited', by: at },
  due_soon: { stage: 'settle', by: at },
  due: { stage: 'settle', by: at },
  proposed: { stage: 'proposed', by: at },
  proposal_ends: { stage: 'proposed', by: at },
  disputed: { stage: 'disputed', by: at },
  dispute_ends: { stage: 'disputed', by: at },
  cancel_requested: { stage: 'cancel', by: at },
}

const mailOf = (
  kind: ChallengeNoticeKind,
  more: Partial<Facts> = {},
  how: Partial<OfChallenge> = {},
): OfChallenge => ({
  kind,
  class: 'news',
  throughId: null,
  category: null,
  hasAccount: true,
  deadline: answers[kind] ?? null,
  facts: { ...facts, ...more },
  ...how,
})

const written = (mail: Mail, timeZone = 'UTC', under: Foot = foot) => {
  const draft = draftMail(mail, timeZone)
  const sections = [{ ...draft, url }]
  return { ...draft, text: toText(sections, under), html: toHtml(draft.subject, sections, under) }
}

const write = (...mail: Parameters<typeof mailOf>) => written(mailOf(...mail))

const says = 'Ana says “I won”'

const titles: Record<ChallengeNoticeKind, string> = {
  invited: 'Ana challenges you',
  invited_again: 'Ana challenges you',
  accepted: 'Ana accepted your challenge',
  declined: 'Ana declined your challenge',
  due_soon: 'Your challenge with Ana is due soon',
  due: 'Time’s up: who won, you or Ana?',
  proposed: says,
  proposal_ends: 'Ana is still waiting for your answer',
  proposal_lapsed: 'The result expired: who won, you or Ana?',
  disputed: 'Ana disputes your result',
  dispute_ends: 'Your dispute with Ana ends soon',
  resolved: 'Ana won your challenge',
  cancelled: 'Your challenge with Ana is cancelled',
  withdrawn: 'Ana took the challenge back',
  cancel_requested: 'Ana wants to cancel your challenge',
  expired: 'Your challenge with Ana expired',
  link_renewed: 'Your new link to the challenge with Ana',
}

const BY = 'Fri 20 Nov, 12:00 UTC'

/** Of those whose subject is not their title. */
const subjects: Partial<Record<ChallengeNoticeKind, string>> = {
  due_soon: `Your challenge with Ana is due on ${BY}`,
  due: `Who won, you or Ana? Answer by ${BY}`,
  proposed: `${says} – answer by ${BY}`,
  proposal_ends: `Reminder: answer Ana by ${BY}`,
  disputed: `Ana disputes your result – settle it by ${BY}`,
  dispute_ends: `Your dispute with Ana ends on ${BY}`,
  cancel_requested: `Ana wants to cancel – answer by ${BY}`,
}

/** To someone who did not ask for it, or plays only because a group's token did so. */
const brief: readonly (readonly [why: string, Partial<OfChallenge>])[] = [
  ['that is unasked', { class: 'invitation', category: 'unasked' }],
  ['that is not yet known to be asked for', { class: 'invitation', category: null }],
  [
    'of a challenge that a group made for them',
    { class: 'deadline', category: 'group', throughId: asId('group', 'grp_1') },
  ],
  ['of news of such a challenge', { class: 'news', category: 'group', throughId: asId('group', 'grp_1') }],
]

describe.each(challengeNoticeKinds)('the notice %s', (kind) => {
  it('says what happened in its title, and in its subject what is needed, and until when', () => {
    const { title, subject, text, html } = write(kind)
    expect(title).toBe(titles[kind])
    expect(subject).toBe(subjects[kind] ?? titles[kind])
    expect(text.startsWith(`${title}\n`)).toBe(true)
    expect(html).toContain(`<title>${subject}</title>`)
    expect(write(kind, {}, { deadline: null }).subject).toBe(titles[kind])
  })

  it.each(['creator', 'opponent'] as const)(
    'holds nothing of the claim in its subject to the %s',
    (party) => {
      expect(write(kind, { party }).subject).not.toMatch(/canary-(claim|stake|reason)/i)
    },
  )

  it('tells who plays what was typed, escaped in HTML', () => {
    const { text, html } = write(kind)
    expect(text).toContain('Claim:\n    Canary-claim <b>\n    line two')
    expect(text).toContain('Stake:\n    Canary-stake')
    expect(text).toContain('Reason:\n    Canary-reason')
    expect(html).toContain('Canary-claim &lt;b&gt;<br />line two')
  })

  it.each(brief)('%s holds nothing that others typed but first name and group', (_, how) => {
    for (const party of ['creator', 'opponent'] as const) {
      const { subject, text, html } = write(kind, { party, groupName: 'Blue' }, how)
      for (const part of [subject, text, html]) expect(part).not.toMatch(/canary/i)
      expect(text).toContain('This challenge is in the group Blue. Its members can read it.')
    }
  })

  it('leads to the page of the challenge and to that of mails, and loads nothing from anywhere', () => {
    const { text, html } = write(kind)
    for (const part of [text, html]) {
      expect(part).toContain(url)
      expect(part).toContain(foot.mailsUrl)
    }
    expect(html).not.toMatch(/<img|<script|<link|src=|url\(/i)
  })

  it('names a deadline exactly where there is something to answer', () => {
    expect(write(kind).until !== null).toBe(answers[kind] !== undefined)
    expect(write(kind, {}, { deadline: null }).until).toBeNull()
  })
})

describe('a notice', () => {
  it('names the deadline in words, in the time zone of the service', () => {
    expect(written(mailOf('invited')).text).toContain('by Friday 20 November 2026, 12:00 UTC')
    const berlin = written(mailOf('invited'), 'Europe/Berlin')
    for (const part of [berlin.text, berlin.html]) {
      expect(part).toContain('by Friday 20 November 2026, 13:00 CET')
      expect(part).not.toContain('UTC')
    }
    expect(written(mailOf('accepted'), 'Europe/Berlin').text).toContain('2026, 13:00 CET')
    expect(written(mailOf('due'), 'Europe/Berlin').subject).toContain('Fri 20 Nov, 13:00 CET')
  })

  it('of a group says that its members can read the challenge', () => {
    const { text, html } = write('invited', { groupName: 'Blue & Co' })
    expect(text).toContain('This challenge is in the group Blue & Co. Its members can read it.')
    expect(html).toContain('This challenge is in the group Blue &amp; Co. Its members can read it.')
  })

  it.each([
    ['opponent_won', 'You won your challenge with Ana'],
    ['creator_won', 'Ana won your challenge'],
    ['draw', 'Your challenge with Ana ended in a draw'],
    ['void', 'Your challenge with Ana ended without a result'],
  ] as const)('of the outcome %s says to the opponent: %s', (outcome, sentence) => {
    const { subject, text } = write('resolved', { outcome })
    expect(subject).toBe(sentence)
    expect(text).toContain(sentence)
  })

  it.each([
    ['opponent_won', 'Your opponent says “I won”'],
    ['creator_won', 'Your opponent says “I lost”'],
    ['draw', 'Your opponent says it’s a draw'],
  ] as const)('of the claimed outcome %s quotes an opponent whose name is not told', (outcome, sentence) => {
    const { title, subject } = write('proposed', { party: 'creator', opponentName: null, outcome })
    expect(title).toBe(sentence)
    expect(subject).toBe(`${sentence} – answer by ${BY}`)
  })

  it('of a proposal says that it counts if they do nothing, but not in a dispute', () => {
    expect(write('proposed').until).toContain(
      'If you don’t answer by Friday 20 November 2026, 12:00 UTC, this result counts.',
    )
    const disputed = write('proposed', {}, { deadline: { stage: 'disputed', by: at } })
    expect(disputed.until).toContain('The dispute ends on Friday 20 November 2026, 12:00 UTC.')
    expect(disputed.until).not.toContain('counts')
  })

  it('calls an opponent whose name is not known "your opponent"', () => {
    const unnamed = { party: 'creator', opponentName: null } as const
    expect(write('declined', unnamed).title).toBe('Your opponent declined your challenge')
    expect(write('cancel_requested', unnamed).subject).toBe(`Your opponent wants to cancel – answer by ${BY}`)
    expect(write('due', { party: 'creator' }).title).toContain('you or Canary-opponent')
  })

  it('lets the mail program find the direction of what others typed', () => {
    expect(write('due').html.match(/class="quotation"\s+dir="auto"/g)).toHaveLength(3)
  })

  it('says in its foot what this is, who runs it, and that replies are not read', () => {
    const { text, html } = write('due')
    expect(text).toContain('Bets & Co (c.test) keeps track of challenges between two people.')
    for (const part of [text, html]) {
      expect(part).toContain('It’s run by Ana Lima.')
      expect(part).toContain('Replies to this email aren’t read.')
      expect(part).toContain('You get this for a reason.')
    }
    const nameless = written(mailOf('due'), 'UTC', { ...foot, siteContact: null })
    expect(nameless.text).not.toContain('run by')
  })
})

describe('the notice of a membership', () => {
  const member: Mail = {
    kind: 'member_added',
    class: 'invitation',
    throughId: null,
    category: null,
    hasAccount: false,
    deadline: { stage: 'leave', by: at },
    facts: {
      memberId: asId('member', 'mem_1'),
      joinedAt: 1,
      groupName: 'Blue',
      byName: 'Alex',
      isFirst: true,
    },
  }

  it('names the admin and the group, and until when they can leave', () => {
    const { subject, text } = written(member, 'Europe/Berlin')
    expect(subject).toBe('Alex added you to the group Blue')
    expect(text).toContain('Alex added you to the group Blue\n')
    expect(text).toContain('until Friday 20 November 2026, 13:00 CET')
    expect(text).not.toContain('Sign in')
  })

  it('says where the group can be seen before it says how to leave', () => {
    const { lead } = draftMail(member, 'UTC', 'https://play.example/sign-in')
    expect(lead[0]).toBe(
      'Sign in at https://play.example/sign-in with this email address to see the group and play there.',
    )
  })

  it('names nobody where no admin added them', () => {
    const { subject } = written({ ...member, facts: { ...member.facts, byName: null } })
    expect(subject).toBe('You were added to the group Blue')
  })

  it('is a link alone where they were told before', () => {
    const { subject, text } = written({ ...member, facts: { ...member.facts, isNewLink: true } })
    expect(subject).toBe('Your new link to leave the group Blue')
    expect(text).not.toContain('added')
    expect(text).toContain('until Friday 20 November 2026, 12:00 UTC')
  })
})

describe('a new link', () => {
  it('to an invitation says no more than the invitation may have said', () => {
    const pending = write('link_renewed', { party: 'opponent', isAccepted: false })
    for (const part of [pending.subject, pending.text, pending.html]) expect(part).not.toMatch(/canary/i)
    expect(write('link_renewed', { party: 'opponent', isAccepted: true }).text).toMatch(/canary/i)
  })
})

describe('the notice of a webhook that was disabled', () => {
  const webhook = (hasAccount: boolean, groupName: string | null): Mail => ({
    kind: 'webhook_disabled',
    class: 'account',
    throughId: null,
    category: null,
    hasAccount,
    deadline: null,
    facts: {
      webhookId: asId('webhook', 'whk_1'),
      description: 'Canary',
      host: 'canary.test',
      reason: 'failures',
      groupName,
    },
  })

  it('names host and description to an account, and to nobody else', () => {
    expect(written(webhook(true, null)).text).toContain('Your webhook to canary.test is disabled')
    expect(written(webhook(true, 'Blue')).text).toContain('Webhook:\n    Canary')
    const { subject, text } = written(webhook(false, 'Blue'))
    expect(subject).toBe('A webhook in the group Blue is disabled')
    expect(text).not.toMatch(/canary/i)
  })
})

describe('the last mail to someone who wants nothing at all', () => {
  const stopped = (running: number): Mail => ({
    kind: 'mails_stopped',
    class: 'account',
    throughId: null,
    category: null,
    hasAccount: true,
    deadline: null,
    facts: { running },
  })

  it.each([
    [1, 'You have one open challenge.'],
    [3, 'You have 3 open challenges.'],
  ])('says of %i running that silence counts there', (running, sentence) => {
    expect(written(stopped(running)).text).toContain(
      `${sentence} If you don’t answer there in time, the other side’s result counts, and we won’t tell you.`,
    )
  })

  it('names none where none is running, and leads back', () => {
    const { text, html } = written(stopped(0))
    expect(text).not.toContain('open challenge')
    expect(text).toContain(`Get emails again:\n${url}`)
    expect(html).toContain('Get emails again')
  })
})

describe('several notices in one mail', () => {
  const unasked = { class: 'invitation', category: 'unasked' } as const
  const group = { class: 'news', category: 'group', throughId: asId('group', 'grp_1') } as const

  it.each<[subject: string, readonly [Mail, ...Mail[]]]>([
    ['2 challenges from Ana', [mailOf('invited', {}, unasked), mailOf('invited', {}, unasked)]],
    ['2 challenges from Ana', [mailOf('invited_again', {}, unasked), mailOf('invited', {}, unasked)]],
    ['2 updates from Ana', [mailOf('invited', {}, unasked), mailOf('withdrawn', {}, unasked)]],
    ['2 updates on your challenges', [mailOf('due'), mailOf('resolved')]],
    [
      '2 updates from the group Blue',
      [mailOf('due', { groupName: 'Blue' }, group), mailOf('due', { groupName: 'Blue' }, group)],
    ],
  ])('are called: %s', (subject, bundle) => {
    expect(bundleSubject(bundle)).toBe(subject)
  })

  it('each stand under their title with their own link', () => {
    const sections = [mailOf('due'), mailOf('resolved')].map((mail, place) => ({
      ...draftMail(mail, 'UTC'),
      url: `https://c.test/a/${place}`,
    }))
    const [text, html] = [toText(sections, foot), toHtml('Several', sections, foot)]
    for (const [place, { title }] of sections.entries()) {
      expect(text).toContain(`* ${title}`)
      for (const part of [text, html]) expect(part).toContain(`https://c.test/a/${place}`)
    }
  })
})
