// What each notice says. Someone who has never signed in reads nothing that others typed but the creator's
// first name and the group's name: the rest is taken away here, before there are any words.
import type { Outcome, Party } from '@challenge-service/contract'
import { inWords } from '../kernel/instants.ts'
import type {
  ChallengeNotice,
  ChallengeNoticeKind,
  Facts,
  MemberNotice,
  Notice,
  WebhookNotice,
} from './notice.rules.ts'

/** A mail before its layout. */
export interface Draft {
  readonly subject: string
  readonly lead: readonly string[]
  /** What others typed, with a label each. */
  readonly quoted: readonly (readonly [label: string, text: string])[]
  /** What the link is called, and what it is good for. */
  readonly asked: { readonly label: string; readonly until: string } | null
  readonly notes: readonly string[]
  /** Why they get it. */
  readonly why: string
}

type Tellable = Omit<Facts, 'claim' | 'stake'> & {
  readonly claim: string | null
  readonly stake: string | null
}

const forStranger = (facts: Facts): Tellable => ({
  ...facts,
  opponentName: null,
  claim: null,
  stake: null,
  reason: null,
})

/** As much of a notice as its words are made of. */
type Worded<N = Notice> = N extends Notice ? Pick<N, 'kind' | 'facts' | 'answer'> : never

export const draftMail = (notice: Worded, hasAccount: boolean): Draft =>
  notice.kind === 'member_added'
    ? memberDraft(notice)
    : notice.kind === 'webhook_disabled'
      ? webhookDraft(notice, hasAccount)
      : challengeDraft(notice, hasAccount)

// The first name that the admin gave them is not in it: someone who has never signed in reads nothing typed by
// others but the admin's first name and the group's name.
const memberDraft = ({ facts, answer }: Worded<MemberNotice>): Draft => ({
  subject: `You were added to the group ${facts.groupName}`,
  lead: [
    `${facts.byName ?? 'The operator of this service'} added you to the group ${facts.groupName}.`,
    'Its members see your first name there, the one that was given when you were added, and the challenges made in the group. Its tools can make and answer challenges in the group for you. You need not do anything.',
  ],
  quoted: [],
  asked: {
    label: 'Leave the group',
    until: `You can leave on that page until ${inWords(answer.by)}. You need no account.`,
  },
  notes: [],
  why: 'You get this mail because someone added this address to a group.',
})

/** Host and description were typed by whoever subscribed, which may be another admin. */
const webhookDraft = ({ facts }: Worded<WebhookNotice>, hasAccount: boolean): Draft => {
  const { webhookId, host, description, reason, groupName } = facts
  const whose = groupName === null ? 'Your webhook' : `A webhook of the group ${groupName}`
  const which = hasAccount ? `${whose} to ${host}` : whose
  return {
    subject: `${which} is switched off`,
    lead: [
      reason === 'gone'
        ? `${which} is switched off, since its receiver answered that it is gone for good (410).`
        : `${which} is switched off, since a delivery failed six times.`,
      'Nothing is sent to it any more. Nothing is lost either: every event is in the feed.',
      `To switch it on again, call POST /v1/webhooks/${webhookId}/enable; with "resend": true it is sent what it missed.`,
    ],
    quoted: hasAccount && description !== null ? [['The webhook', description]] : [],
    asked: null,
    notes: [],
    why:
      groupName === null
        ? 'You get this mail because the webhook belongs to your account.'
        : 'You get this mail because you are an admin of this group.',
  }
}

const challengeDraft = (notice: Worded<ChallengeNotice>, hasAccount: boolean): Draft => {
  const facts: Tellable = hasAccount ? notice.facts : forStranger(notice.facts)
  const { subject, lead, asked } = words[notice.kind](facts, notice.answer)
  const quoted = [
    ['The claim', facts.claim],
    ['The stake', facts.stake],
    ['The reason', facts.reason],
  ] as const
  return {
    subject,
    lead,
    quoted: quoted.flatMap(([label, text]) => (text === null ? [] : [[label, text] as const])),
    asked: asked && notice.answer ? { label: asked[0], until: asked[1] } : null,
    notes: facts.groupName === null ? [] : [`The members of ${facts.groupName} can read this challenge.`],
    why: 'You get this mail because you are a party of this challenge, or were named as one.',
  }
}

interface Words {
  readonly subject: string
  readonly lead: readonly string[]
  readonly asked?: readonly [label: string, until: string]
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
  Record<ChallengeNoticeKind, (facts: Tellable, answer: ChallengeNotice['answer']) => Words>
> = {
  invited: (facts, answer) => ({
    subject: `${facts.creatorName} challenges you`,
    lead: [
      facts.groupName === null
        ? `${facts.creatorName} challenges you, and waits for your answer.`
        : `${facts.creatorName} challenges you in the group ${facts.groupName}, and waits for your answer.`,
    ],
    asked: [
      'Read it and answer',
      `You can accept or decline until ${inWords(answer?.by ?? facts.dueAt)}. You need no account. If you do nothing, the challenge lapses.`,
    ],
  }),
  accepted: (facts) => ({
    subject: `${first(other(facts))} accepted your challenge`,
    lead: [`${first(other(facts))} accepted your challenge. It is due on ${inWords(facts.dueAt)}.`],
  }),
  declined: (facts) => ({
    subject: `${first(other(facts))} declined your challenge`,
    lead: [`${first(other(facts))} declined your challenge. It is over, and counts for nobody.`],
  }),
  due_soon: (facts) => ({
    subject: `Your challenge with ${other(facts)} is due within 24 hours`,
    lead: [
      `Your challenge with ${other(facts)} is due on ${inWords(facts.dueAt)}. Then it is time to say who won.`,
    ],
    asked: ['See the challenge', 'If you know already how it ended, you can say so on that page.'],
  }),
  due: (facts, answer) => ({
    subject: `Your challenge with ${other(facts)} is due: who won?`,
    lead: [`Your challenge with ${other(facts)} is due. Now say how it ended.`],
    asked: [
      'Say how it ended',
      `You can do so until ${inWords(answer?.by ?? facts.dueAt)}. If neither of you does, the challenge expires.`,
    ],
  }),
  proposed: (facts, answer) => ({
    subject: `${first(other(facts))} says how your challenge ended`,
    lead: [`${first(other(facts))} says: ${outcomeFor(facts)}.`],
    asked:
      answer?.stage === 'disputed'
        ? [
            'Answer',
            `The outcome is in dispute until ${inWords(answer.by)}. Until then you can agree or give way.`,
          ]
        : [
            'Agree or dispute',
            `You can answer until ${inWords(answer?.by ?? facts.dueAt)}. If you do nothing, this outcome stands.`,
          ],
  }),
  disputed: (facts, answer) => ({
    subject: `${first(other(facts))} disputes the outcome`,
    lead: [`${first(other(facts))} disputes the outcome that you proposed.`],
    asked: [
      'Read it and answer',
      `The dispute is decided on ${inWords(answer?.by ?? facts.dueAt)}. Until then you can still settle it between you.`,
    ],
  }),
  resolved: (facts) => ({
    subject: `Your challenge with ${other(facts)} is settled: ${outcomeFor(facts)}`,
    lead: [
      `Your challenge with ${other(facts)} is settled: ${outcomeFor(facts)}.`,
      ...(facts.settledBy === null ? [] : [how[facts.settledBy]]),
    ],
  }),
  cancelled: (facts) => ({
    subject:
      facts.isAccepted || facts.by === 'system'
        ? `Your challenge with ${other(facts)} is cancelled`
        : `${first(other(facts))} took the challenge back`,
    lead: [
      facts.by === 'system'
        ? `Your challenge with ${other(facts)} was cancelled by the service. It is over, and counts for nobody.`
        : facts.isAccepted
          ? `You and ${other(facts)} both wanted to cancel: the challenge is over, and counts for nobody.`
          : `${first(other(facts))} took the challenge back. There is nothing left for you to do.`,
    ],
  }),
  cancel_requested: (facts, answer) => ({
    subject: `${first(other(facts))} asks to cancel your challenge`,
    lead: [`${first(other(facts))} asks to cancel your challenge. It is cancelled only if you agree.`],
    asked: [
      'Read it and answer',
      `You can agree until ${inWords(answer?.by ?? facts.dueAt)}. If you do nothing, the challenge goes on.`,
    ],
  }),
  expired: (facts) => ({
    subject: `Your challenge with ${other(facts)} has expired`,
    lead: [
      facts.isAccepted
        ? `Nobody said how your challenge with ${other(facts)} ended, so it has expired and counts for nobody.`
        : 'Your challenge was not answered in time, so it has expired and counts for nobody.',
    ],
  }),
}
