// What each notice says. Who did not ask for it, or plays only because a group's token did so in their name, reads
// nothing that others typed but a first name and the group's name: the rest is taken away here, before there are any
// words.
import { inWords } from '../../kernel/instants.ts'
import { challengeWords, type Tellable } from './challenge-wording.ts'
import type { MailCategory } from '../limits/limits.rules.ts'
import {
  isKnownKind,
  type ChallengeNotice,
  type Facts,
  type MemberFacts,
  type MemberNotice,
  type Notice,
  type PasskeyNotice,
  type StoppedNotice,
  type TokenFacts,
  type WebhookNotice,
} from '../notice.rules.ts'

/** A mail before its layout. */
export interface Draft {
  /** The same in all mails of one challenge to one receiver, so that they are one thread. */
  readonly subject: string
  readonly title: string
  readonly lead: readonly string[]
  /** What others typed, with a label each. */
  readonly quoted: readonly (readonly [label: string, text: string])[]
  /** What the link is called. */
  readonly action: string
  /** Until when there is something to do, and what happens otherwise. */
  readonly until: string | null
  readonly notes: readonly string[]
  /** Why they get it. */
  readonly why: string
}

const withoutTexts = (facts: Facts): Tellable => ({
  ...facts,
  opponentName: null,
  claim: null,
  stake: null,
  reason: null,
})

/** As much of a mail as its words are made of. */
type Worded<N = Notice> = N extends Notice
  ? Pick<N, 'kind' | 'facts' | 'deadline' | 'class' | 'throughId'> & {
      readonly category: MailCategory | null
      readonly hasAccount: boolean
    }
  : never

/** `signInUrl`: where they can sign in; null where they cannot. */
export const draftMail = (mail: Worded, timeZone: string, signInUrl: string | null = null): Draft => {
  if (!isKnownKind(mail.kind)) return unknownDraft(mail.kind)
  switch (mail.kind) {
    case 'member_added':
      return memberDraft(mail, timeZone, signInUrl)
    case 'webhook_disabled':
      return webhookDraft(mail)
    case 'mails_stopped':
      return stoppedDraft(mail)
    case 'token_made':
      return tokenMadeDraft(mail.facts, timeZone)
    case 'token_expiring':
      return tokenExpiringDraft(mail.facts, timeZone)
    case 'passkey_added':
      return passkeyDraft(`A passkey was added: ${mail.facts.name}`, 'Whoever has it signs in as you.', mail)
    case 'passkey_removed':
      return passkeyDraft(`A passkey was removed: ${mail.facts.name}`, 'It signs nobody in any more.', mail)
    default:
      return challengeDraft(mail, timeZone)
  }
}

/** For the operator's list and an export: only the release that wrote it has words for it. */
const unknownDraft = (kind: string): Draft => ({
  subject: `A notice of another release: ${kind}`,
  title: `A notice of another release: ${kind}`,
  lead: ['This release does not know notices of this kind. The one that wrote it sends it.'],
  quoted: [],
  action: 'See the site',
  until: null,
  notes: [],
  why: 'A newer release of this service wrote it.',
})

/** Of several notices that go out as one mail: they have one causer, one group or one receiver in common. */
export const bundleSubject = (bundle: readonly [Worded, ...Worded[]]): string => {
  const [first] = bundle
  const count = bundle.length
  if (first.class === 'invitation') {
    const isInvitations = bundle.every(({ kind }) => kind === 'invited' || kind === 'invited_again')
    return isInvitations
      ? `${count} challenges from ${causerName(first)}`
      : `${count} messages because of ${causerName(first)}`
  }
  if (first.class === 'account' && first.category !== 'group') return `Your ${count} new links`
  const { facts } = first
  return first.category === 'group' && 'groupName' in facts && facts.groupName !== null
    ? `${count} messages from the group ${facts.groupName}`
    : `${count} pieces of news of your challenges`
}

const causerName = ({ facts }: Worded): string => {
  if ('creatorName' in facts) return facts.creatorName
  return 'byName' in facts && facts.byName !== null ? facts.byName : 'the operator of this service'
}

// The first name that the admin gave them is not in it: someone who has never signed in reads nothing typed by
// others but the admin's first name and the group's name.
const memberDraft = (mail: Worded<MemberNotice>, timeZone: string, signInUrl: string | null): Draft => ({
  ...(mail.facts.isNewLink ? newLinkDraft(mail.facts) : addedDraft(mail.facts, signInUrl)),
  quoted: [],
  action: 'Leave the group',
  until: `You can leave on that page until ${inWords(mail.deadline.by, timeZone)}. You need no account for that.`,
  notes: [],
})

type SaidToMember = Pick<Draft, 'subject' | 'title' | 'lead' | 'why'>

const addedDraft = (facts: MemberFacts, signInUrl: string | null): SaidToMember => ({
  subject: `You were added to the group ${facts.groupName}`,
  title: `You were added to the group ${facts.groupName}`,
  lead: [
    `${facts.byName ?? 'The operator of this service'} added you to the group ${facts.groupName}.`,
    ...(signInUrl === null ? [] : [`Sign in at ${signInUrl} with this address to see it and to play there.`]),
    'Its members see your first name there, the one that was given when you were added, and the challenges made in the group. Its tools can make and answer challenges in the group for you. You need not do anything.',
  ],
  why: 'You get this mail because someone added this address to a group.',
})

const newLinkDraft = ({ groupName }: MemberFacts): SaidToMember => ({
  subject: `Your new link to leave the group ${groupName}`,
  title: `Your new link to leave the group ${groupName}`,
  lead: [
    `The earlier links by which you could leave the group ${groupName} have ended. This is the new one; keep it to yourself. You need not do anything.`,
  ],
  why: 'You get this mail because you are a member of this group.',
})

/** Host and description were typed by whoever subscribed, which may be another admin. */
const webhookDraft = ({ facts, hasAccount }: Worded<WebhookNotice>): Draft => {
  const { webhookId, host, description, reason, groupName } = facts
  const whose = groupName === null ? 'Your webhook' : `A webhook of the group ${groupName}`
  const which = hasAccount ? `${whose} to ${host}` : whose
  return {
    subject: `${which} is switched off`,
    title: `${which} is switched off`,
    lead: [
      reason === 'gone'
        ? `${which} is switched off, since its receiver answered that it is gone for good (410).`
        : `${which} is switched off, since a delivery failed six times.`,
      'Nothing is sent to it any more. Nothing is lost either: every event is in the feed.',
      `To switch it on again, follow the link, or call POST /v1/webhooks/${webhookId}/enable; with "resend": true it is sent what it missed.`,
    ],
    quoted: hasAccount && description !== null ? [['The webhook', description]] : [],
    action: 'Switch it on again',
    until: null,
    notes: [],
    why:
      groupName === null
        ? 'You get this mail because the webhook belongs to your account.'
        : 'You get this mail because you are an admin of this group.',
  }
}

const stoppedDraft = ({ facts: { running } }: Worded<StoppedNotice>): Draft => ({
  subject: 'You get no more mails',
  title: 'You get no more mails',
  lead: [
    'Someone who has a link of yours, most likely you, asked that nothing at all is mailed to this address any more. This is the last mail.',
    ...(running === 0
      ? []
      : [
          `${running === 1 ? 'One challenge of yours is' : `${running} challenges of yours are`} running. Your silence counts there: what the other side says stands if you do not answer in time, and you will not be told.`,
        ]),
    'If it was not you, or you want mails again, the link below undoes it.',
  ],
  quoted: [],
  action: 'Get mails again',
  until: null,
  notes: [],
  why: 'You get this mail because mails to this address were stopped.',
})

const tokenMadeDraft = (facts: TokenFacts, timeZone: string): Draft => ({
  subject: `A token was made: ${facts.name}`,
  title: `A token was made: ${facts.name}`,
  lead: [
    `A token was made for your account${facts.browser === null ? '' : `, with ${facts.browser}`}. Whoever has it acts for you: ${facts.scopes.join(', ')}.`,
    facts.expiresAt === null ? 'It does not expire.' : `It expires on ${inWords(facts.expiresAt, timeZone)}.`,
    'If it was not you, revoke it, and end the sessions that you do not know.',
  ],
  quoted: facts.start === null ? [] : [['It begins with', facts.start]],
  action: 'See your tokens',
  until: null,
  notes: [],
  why: 'You get this mail because it concerns the ways into your account.',
})

const tokenExpiringDraft = (facts: TokenFacts, timeZone: string): Draft => ({
  subject: `A token expires soon: ${facts.name}`,
  title: `A token expires soon: ${facts.name}`,
  lead: [
    `The token ${facts.name} of your account expires on ${facts.expiresAt === null ? 'a day to come' : inWords(facts.expiresAt, timeZone)}. What uses it stops working then.`,
    'On the page of your tokens you can make it anew, with the same name and scopes.',
  ],
  quoted: facts.start === null ? [] : [['It begins with', facts.start]],
  action: 'Make it anew',
  until: null,
  notes: [],
  why: 'You get this mail because the token belongs to your account.',
})

const passkeyDraft = (title: string, effect: string, { facts }: Worded<PasskeyNotice>): Draft => ({
  subject: title,
  title,
  lead: [
    `That was done with ${facts.browser}. ${effect}`,
    'If it was not you, remove the passkeys and end the sessions that you do not know.',
  ],
  quoted: [],
  action: 'See your passkeys',
  until: null,
  notes: [],
  why: 'You get this mail because it concerns the ways into your account.',
})

const isBrief = ({ kind, class: of, throughId, category, facts }: Worded<ChallengeNotice>): boolean =>
  throughId !== null ||
  (of === 'invitation' && category !== 'acquainted') ||
  // A new link to an invitation says no more than the invitation did.
  (kind === 'link_renewed' && facts.party === 'opponent' && !facts.isAccepted)

const challengeDraft = (mail: Worded<ChallengeNotice>, timeZone: string): Draft => {
  const facts: Tellable = isBrief(mail) ? withoutTexts(mail.facts) : mail.facts
  const {
    title,
    lead,
    action = 'See the challenge',
    until = null,
  } = challengeWords[mail.kind](facts, mail.deadline, (at) => inWords(at, timeZone))
  const quoted = [
    ['The claim', facts.claim],
    ['The stake', facts.stake],
    ['The reason', facts.reason],
  ] as const
  return {
    subject: makeSubject(facts),
    title,
    lead,
    quoted: quoted.flatMap(([label, text]) => (text === null ? [] : [[label, text] as const])),
    action,
    until: mail.deadline && until,
    notes: facts.groupName === null ? [] : [`The members of ${facts.groupName} can read this challenge.`],
    why: 'You get this mail because you are a party of this challenge, or were named as one.',
  }
}

const SUBJECT_CLAIM = 60

/** Made of nothing that changes in the life of a challenge. */
const makeSubject = ({ party, creatorName, claim, groupName }: Tellable): string => {
  if (party === 'opponent') return `${creatorName}’s challenge to you`
  if (claim === null)
    return groupName === null ? 'Your challenge' : `Your challenge in the group ${groupName}`
  const letters = [...claim.replaceAll(/\s+/g, ' ')]
  const short =
    letters.length > SUBJECT_CLAIM ? `${letters.slice(0, SUBJECT_CLAIM).join('')}…` : letters.join('')
  return `Your challenge: ${short}`
}
