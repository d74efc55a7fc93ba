// What each notice says. Who did not ask for it, or plays only because a group's token did so in their name, reads
// nothing that others typed but a first name and the group's name: the rest is taken away here, before there are any
// words.
import type { Outcome, Party } from '@challenge-service/contract'
import { inWords } from '../kernel/instants.ts'
import type { Sort } from './limits.rules.ts'
import type {
  ChallengeNotice,
  ChallengeNoticeKind,
  Facts,
  MemberNotice,
  Notice,
  StoppedNotice,
  WebhookNotice,
} from './notice.rules.ts'

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

type Tellable = Omit<Facts, 'claim' | 'stake'> & {
  readonly claim: string | null
  readonly stake: string | null
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
  ? Pick<N, 'kind' | 'facts' | 'answer' | 'class' | 'throughId'> & {
      readonly sort: Sort | null
      readonly hasAccount: boolean
    }
  : never

export const draftMail = (mail: Worded, timeZone: string): Draft => {
  switch (mail.kind) {
    case 'member_added':
      return memberDraft(mail, timeZone)
    case 'webhook_disabled':
      return webhookDraft(mail)
    case 'mails_stopped':
      return stoppedDraft(mail)
    default:
      return challengeDraft(mail, timeZone)
  }
}

/** Of several notices that go out as one mail: they have one causer, one group or one receiver in common. */
export const bundleSubject = (bundle: readonly [Worded, ...Worded[]]): string => {
  const [first] = bundle
  const count = bundle.length
  if (first.class === 'invitation') {
    const isInvitations = bundle.every(({ kind }) => kind === 'invited')
    return isInvitations
      ? `${count} challenges from ${causerName(first)}`
      : `${count} messages because of ${causerName(first)}`
  }
  const { facts } = first
  return first.sort === 'group' && 'groupName' in facts && facts.groupName !== null
    ? `${count} messages from the group ${facts.groupName}`
    : `${count} pieces of news of your challenges`
}

const causerName = ({ facts }: Worded): string => {
  if ('creatorName' in facts) return facts.creatorName
  return 'byName' in facts && facts.byName !== null ? facts.byName : 'the operator of this service'
}

// The first name that the admin gave them is not in it: someone who has never signed in reads nothing typed by
// others but the admin's first name and the group's name.
const memberDraft = ({ facts, answer }: Worded<MemberNotice>, timeZone: string): Draft => ({
  subject: `You were added to the group ${facts.groupName}`,
  title: `You were added to the group ${facts.groupName}`,
  lead: [
    `${facts.byName ?? 'The operator of this service'} added you to the group ${facts.groupName}.`,
    'Its members see your first name there, the one that was given when you were added, and the challenges made in the group. Its tools can make and answer challenges in the group for you. You need not do anything.',
  ],
  quoted: [],
  action: 'Leave the group',
  until: `You can leave on that page until ${inWords(answer.by, timeZone)}. You need no account.`,
  notes: [],
  why: 'You get this mail because someone added this address to a group.',
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
      `To switch it on again, call POST /v1/webhooks/${webhookId}/enable; with "resend": true it is sent what it missed.`,
    ],
    quoted: hasAccount && description !== null ? [['The webhook', description]] : [],
    action: 'See the webhook',
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

const isBrief = ({ class: of, throughId, sort }: Worded): boolean =>
  throughId !== null || (of === 'invitation' && sort !== 'acquainted')

const challengeDraft = (mail: Worded<ChallengeNotice>, timeZone: string): Draft => {
  const facts: Tellable = isBrief(mail) ? withoutTexts(mail.facts) : mail.facts
  const {
    title,
    lead,
    action = 'See the challenge',
    until = null,
  } = words[mail.kind](facts, mail.answer, (at) => inWords(at, timeZone))
  const quoted = [
    ['The claim', facts.claim],
    ['The stake', facts.stake],
    ['The reason', facts.reason],
  ] as const
  return {
    subject: subjectOf(facts),
    title,
    lead,
    quoted: quoted.flatMap(([label, text]) => (text === null ? [] : [[label, text] as const])),
    action,
    until: mail.answer && until,
    notes: facts.groupName === null ? [] : [`The members of ${facts.groupName} can read this challenge.`],
    why: 'You get this mail because you are a party of this challenge, or were named as one.',
  }
}

const SUBJECT_CLAIM = 60

/** Made of nothing that changes in the life of a challenge. */
const subjectOf = ({ party, creatorName, claim, groupName }: Tellable): string => {
  if (party === 'opponent') return `${creatorName}’s challenge to you`
  if (claim === null)
    return groupName === null ? 'Your challenge' : `Your challenge in the group ${groupName}`
  const letters = [...claim.replaceAll(/\s+/g, ' ')]
  const short =
    letters.length > SUBJECT_CLAIM ? `${letters.slice(0, SUBJECT_CLAIM).join('')}…` : letters.join('')
  return `Your challenge: ${short}`
}

interface Words {
  readonly title: string
  readonly lead: readonly string[]
  readonly action?: string
  readonly until?: string
}

/** The other party, as the receiver knows them. */
const other = ({ party, creatorName, opponentName }: Tellable): string =>
  party === 'opponent' ? creatorName : (opponentName ?? 'your opponent')

const first = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const outcomeFor = (facts: Tellable, outcome: Outcome | null = facts.outcome): string => {
  if (outcome === null) return 'there is no outcome'
  if (outcome === 'draw') return 'it is a draw'
  if (outcome === 'void') return 'it counts for nobody'
  return winner(outcome) === facts.party ? 'you won' : `${other(facts)} won`
}

const winner = (outcome: 'creator_won' | 'opponent_won'): Party =>
  outcome === 'creator_won' ? 'creator' : 'opponent'

const how: Readonly<Record<NonNullable<Facts['settledBy']>, string>> = {
  concession: 'The other side granted it.',
  agreement: 'You both said so.',
  silence: 'A proposed outcome stands when nobody objects in time.',
  support: 'The dispute was decided when its time was over.',
}

const words: Readonly<
  Record<
    ChallengeNoticeKind,
    (facts: Tellable, answer: ChallengeNotice['answer'], inZone: (at: number) => string) => Words
  >
> = {
  invited: (facts, answer, inZone) => ({
    title: `${facts.creatorName} challenges you`,
    lead: [
      facts.groupName === null
        ? `${facts.creatorName} challenges you, and waits for your answer.`
        : `${facts.creatorName} challenges you in the group ${facts.groupName}, and waits for your answer.`,
    ],
    action: 'Read it and answer',
    until: `You can accept or decline until ${inZone(answer?.by ?? facts.dueAt)}. You need no account. If you do nothing, the challenge lapses.`,
  }),
  accepted: (facts, _, inZone) => ({
    title: `${first(other(facts))} accepted your challenge`,
    lead: [`${first(other(facts))} accepted your challenge. It is due on ${inZone(facts.dueAt)}.`],
  }),
  declined: (facts) => ({
    title: `${first(other(facts))} declined your challenge`,
    lead: [`${first(other(facts))} declined your challenge. It is over, and counts for nobody.`],
  }),
  due_soon: (facts, _, inZone) => ({
    title: `Your challenge with ${other(facts)} is due within 24 hours`,
    lead: [
      `Your challenge with ${other(facts)} is due on ${inZone(facts.dueAt)}. Then it is time to say who won.`,
    ],
    until: 'If you know already how it ended, you can say so on that page.',
  }),
  due: (facts, answer, inZone) => ({
    title: `Your challenge with ${other(facts)} is due: who won?`,
    lead: [`Your challenge with ${other(facts)} is due. Now say how it ended.`],
    action: 'Say how it ended',
    until: `You can do so until ${inZone(answer?.by ?? facts.dueAt)}. If neither of you does, the challenge expires.`,
  }),
  proposed: (facts, answer, inZone) => ({
    title: `${first(other(facts))} says how your challenge ended`,
    lead: [`${first(other(facts))} says: ${outcomeFor(facts)}.`],
    ...(answer?.stage === 'disputed'
      ? {
          action: 'Answer',
          until: `The outcome is in dispute until ${inZone(answer.by)}. Until then you can agree or give way.`,
        }
      : {
          action: 'Agree or dispute',
          until: `You can answer until ${inZone(answer?.by ?? facts.dueAt)}. If you do nothing, this outcome stands.`,
        }),
  }),
  proposal_ends: (facts, answer, inZone) => ({
    title: `${first(other(facts))} still waits for your answer`,
    lead: [
      `${first(other(facts))} says: ${outcomeFor(facts)}. You have not answered yet, and there is a day left.`,
    ],
    action: 'Agree or dispute',
    until: `You can answer until ${inZone(answer?.by ?? facts.dueAt)}. If you do nothing, this outcome stands.`,
  }),
  proposal_lapsed: (facts) => ({
    title: 'What was said of the outcome counts for nothing',
    lead: [
      facts.isAccepted
        ? `How your challenge with ${other(facts)} ended is open again: the side that was asked could not be told in time. Say once more how it ended.`
        : `How your challenge with ${other(facts)} ended is open again.`,
    ],
    action: 'Say how it ended',
  }),
  disputed: (facts, answer, inZone) => ({
    title: `${first(other(facts))} disputes the outcome`,
    lead: [`${first(other(facts))} disputes the outcome that you proposed.`],
    action: 'Read it and answer',
    until: `The dispute is decided on ${inZone(answer?.by ?? facts.dueAt)}. Until then you can still settle it between you.`,
  }),
  dispute_ends: (facts, answer, inZone) => ({
    title: `The dispute with ${other(facts)} ends within a day`,
    lead: [`You and ${other(facts)} do not agree on the outcome yet, and there is a day left.`],
    action: 'Answer',
    until: `The dispute is decided on ${inZone(answer?.by ?? facts.dueAt)}. Until then you can agree, offer a draw or give way.`,
  }),
  resolved: (facts) => ({
    title: `Your challenge with ${other(facts)} is settled: ${outcomeFor(facts)}`,
    lead: [
      `Your challenge with ${other(facts)} is settled: ${outcomeFor(facts)}.`,
      ...(facts.settledBy === null ? [] : [how[facts.settledBy]]),
    ],
  }),
  cancelled: (facts) => ({
    title: `Your challenge with ${other(facts)} is cancelled`,
    lead: [
      facts.by === 'system'
        ? `Your challenge with ${other(facts)} was cancelled by the service. It is over, and counts for nobody.`
        : `You and ${other(facts)} both wanted to cancel: the challenge is over, and counts for nobody.`,
    ],
  }),
  withdrawn: (facts) => ({
    title: `${first(other(facts))} took the challenge back`,
    lead: [`${first(other(facts))} took the challenge back. There is nothing left for you to do.`],
  }),
  cancel_requested: (facts, answer, inZone) => ({
    title: `${first(other(facts))} asks to cancel your challenge`,
    lead: [`${first(other(facts))} asks to cancel your challenge. It is cancelled only if you agree.`],
    action: 'Read it and answer',
    until: `You can agree until ${inZone(answer?.by ?? facts.dueAt)}. If you do nothing, the challenge goes on.`,
  }),
  link_renewed: (facts) => ({
    title: 'Your new link',
    lead: [
      `You ended the earlier links to your challenge with ${other(facts)}. This is the new one; keep it to yourself.`,
    ],
  }),
  expired: (facts) => ({
    title: `Your challenge with ${other(facts)} has expired`,
    lead: [
      facts.isAccepted
        ? `Nobody said how your challenge with ${other(facts)} ended, so it has expired and counts for nobody.`
        : 'Your challenge was not answered in time, so it has expired and counts for nobody.',
    ],
  }),
}
