// What each notice says. Someone who did not ask for it, or plays only because a group's token did so in their name,
// reads nothing that others typed but a first name and the group's name: the rest is taken away here, before there are
// any words.
import { inShort, inWords } from '../../kernel/instants.ts'
import { words } from '../../wording/words.ts'
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
  /** What is needed of the receiver, and until when. It never holds what others typed but names. */
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
    case 'passkey_removed':
      return passkeyDraft(mail)
    default:
      return challengeDraft(mail, timeZone)
  }
}

/** A mail outside of challenges. Its title is its subject, unless it has one of its own. */
const plainDraft = (
  title: string,
  lead: readonly string[],
  more: Pick<Draft, 'action' | 'why'> & Partial<Draft>,
): Draft => ({ subject: title, title, lead, quoted: [], until: null, notes: [], ...more })

/** For the operator's list and an export: only the release that wrote it has words for it. */
const unknownDraft = (kind: string): Draft => {
  const { unknown, why } = words.mail
  return plainDraft(unknown.title({ kind }), [unknown.lead], { action: unknown.action, why: why.unknown })
}

/** Of several notices that go out as one mail: they have one causer, one group or one receiver in common. */
export const bundleSubject = (bundle: readonly [Worded, ...Worded[]]): string => {
  const [first] = bundle
  const count = bundle.length
  const { together } = words.mail
  if (first.class === 'invitation') {
    const isInvitations = bundle.every(({ kind }) => kind === 'invited' || kind === 'invited_again')
    const name = causerName(first)
    return isInvitations ? together.challenges({ count, name }) : together.updates({ count, name })
  }
  if (first.class === 'account' && first.category !== 'group') return together.links({ count })
  const { facts } = first
  return first.category === 'group' && 'groupName' in facts && facts.groupName !== null
    ? together.group({ count, group: facts.groupName })
    : together.news({ count })
}

const causerName = ({ facts }: Worded): string => {
  if ('creatorName' in facts) return facts.creatorName
  return ('byName' in facts ? facts.byName : null) ?? words.mail.operator
}

// The first name that the admin gave them is not in it: someone who has never signed in reads nothing typed by
// others but the admin's first name and the group's name.
const memberDraft = (mail: Worded<MemberNotice>, timeZone: string, signInUrl: string | null): Draft => {
  const { leave, until } = words.mailMember
  const { title, lead, why } = mail.facts.isNewLink
    ? newLinkDraft(mail.facts)
    : addedDraft(mail.facts, signInUrl)
  return plainDraft(title, lead, {
    action: leave,
    until: until({ by: inWords(mail.deadline.by, timeZone) }),
    why,
  })
}

type SaidToMember = Pick<Draft, 'title' | 'lead' | 'why'>

const addedDraft = ({ byName, groupName }: MemberFacts, signInUrl: string | null): SaidToMember => {
  const { addedBy, added, signIn, effect } = words.mailMember
  return {
    title: byName === null ? added({ group: groupName }) : addedBy({ name: byName, group: groupName }),
    lead: [...(signInUrl === null ? [] : [signIn({ url: signInUrl })]), effect],
    why: words.mail.why.added,
  }
}

const newLinkDraft = ({ groupName }: MemberFacts): SaidToMember => ({
  title: words.mailMember.newLink({ group: groupName }),
  lead: [words.mailMember.newLinkOnly],
  why: words.mail.why.member,
})

const webhookTitle = (host: string | null, group: string | null): string => {
  const { own, ownTo, group: ofGroup, groupTo } = words.mailWebhook
  if (group === null) return host === null ? own : ownTo({ host })
  return host === null ? ofGroup({ group }) : groupTo({ group, host })
}

/** Host and description were typed by the subscriber, who may be another admin. */
const webhookDraft = ({ facts, hasAccount }: Worded<WebhookNotice>): Draft => {
  const { webhookId, host, description, reason, groupName } = facts
  const { gone, failures, nothingLost, enable, label, action } = words.mailWebhook
  const lead = [reason === 'gone' ? gone : failures, nothingLost, enable({ id: webhookId })]
  return plainDraft(webhookTitle(hasAccount ? host : null, groupName), lead, {
    quoted: hasAccount && description !== null ? [[label, description]] : [],
    action,
    why: groupName === null ? words.mail.why.webhook : words.mail.why.admin,
  })
}

const stoppedDraft = ({ facts: { running } }: Worded<StoppedNotice>): Draft => {
  const { title, lead, running: openOnes, undo, action } = words.mailStopped
  const said = [lead, ...(running === 0 ? [] : [openOnes({ count: running })]), undo]
  return plainDraft(title, said, { action, why: words.mail.why.stopped })
}

const tokenMadeDraft = (facts: TokenFacts, timeZone: string): Draft => {
  const { name, browser, expiresAt } = facts
  const { created, createdWith, createdByOperator, expires, lasts, notYou, see } = words.mailToken
  const scopes = facts.scopes.join(', ')
  const lead = [
    browser === null ? createdByOperator({ scopes }) : createdWith({ browser, scopes }),
    expiresAt === null ? lasts : expires({ by: inWords(expiresAt, timeZone) }),
    notYou,
  ]
  return plainDraft(created({ name }), lead, {
    quoted: startOf(facts),
    action: see,
    why: words.mail.why.account,
  })
}

const startOf = ({ start }: TokenFacts): Draft['quoted'] =>
  start === null ? [] : [[words.mailToken.start, start]]

const tokenExpiringDraft = (facts: TokenFacts, timeZone: string): Draft => {
  const { name, expiresAt } = facts
  const { expiring, expiringOn, stops, regenerateHint, regenerate } = words.mailToken
  const title = expiring({ name })
  return plainDraft(
    title,
    [...(expiresAt === null ? [] : [stops({ by: inWords(expiresAt, timeZone) })]), regenerateHint],
    {
      subject: expiresAt === null ? title : expiringOn({ name, by: inShort(expiresAt, timeZone) }),
      quoted: startOf(facts),
      action: regenerate,
      why: words.mail.why.account,
    },
  )
}

const passkeyDraft = ({ kind, facts: { name, browser } }: Worded<PasskeyNotice>): Draft => {
  const { added, addedWith, removed, removedWith, notYou, see } = words.mailPasskey
  const [title, lead] =
    kind === 'passkey_added'
      ? [added({ name }), addedWith({ browser })]
      : [removed({ name }), removedWith({ browser })]
  return plainDraft(title, [lead, notYou], { action: see, why: words.mail.why.account })
}

const isBrief = ({ kind, class: of, throughId, category, facts }: Worded<ChallengeNotice>): boolean =>
  throughId !== null ||
  (of === 'invitation' && category !== 'acquainted') ||
  // A new link to an invitation says no more than the invitation did.
  (kind === 'link_renewed' && facts.party === 'opponent' && !facts.isAccepted)

const challengeDraft = (mail: Worded<ChallengeNotice>, timeZone: string): Draft => {
  const facts: Tellable = isBrief(mail) ? withoutTexts(mail.facts) : mail.facts
  const said = challengeWords[mail.kind](facts, mail.deadline, {
    full: (at) => inWords(at, timeZone),
    short: (at) => inShort(at, timeZone),
  })
  const { claim, stake, reason, inGroup, why } = words.mail
  const quoted = [
    [claim, facts.claim],
    [stake, facts.stake],
    [reason, facts.reason],
  ] as const
  return {
    subject: said.subject ?? said.title,
    title: said.title,
    lead: said.lead,
    quoted: quoted.flatMap(([label, text]) => (text === null ? [] : [[label, text] as const])),
    action: said.action ?? words.mailChallenge.see,
    until: mail.deadline && (said.until ?? null),
    notes: facts.groupName === null ? [] : [inGroup({ group: facts.groupName })],
    why: facts.party === 'opponent' && !facts.isAccepted ? why.invited : why.challenge,
  }
}
