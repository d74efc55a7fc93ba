// Takes a person out of what was written for others: of an event, of a remembered answer, of a mail. The first
// name becomes "someone" and what they wrote "(removed)"; everything else stays as it is.
import type { Event, Evidence, FeedChallenge, Party, TallyEntry } from '@challenge-service/contract'
import type { Facts, MemberFacts } from '../../mail/notice.rules.ts'
import { getCloser, REMOVED, SOMEONE } from '../challenges/rules/erase.rules.ts'

type Data = Event['data']

const removed = <T extends string | null>(text: T): T | typeof REMOVED => (text === null ? text : REMOVED)

const redactChallenge = <C extends FeedChallenge>(challenge: C, party: Party): C => {
  const { creator, opponent, claim, stake, dispute, cancellation, closed_reason } = challenge
  const isCreator = party === 'creator'
  return {
    ...challenge,
    ...(challenge.reference === undefined || !isCreator ? {} : { reference: REMOVED }),
    claim: isCreator ? REMOVED : claim,
    stake: isCreator ? REMOVED : stake,
    creator: isCreator ? { first_name: SOMEONE } : creator,
    opponent: isCreator || opponent.first_name === null ? opponent : { first_name: SOMEONE },
    dispute: dispute?.opened_by === party ? { ...dispute, reason: REMOVED } : dispute,
    cancellation:
      cancellation?.requested_by === party
        ? { ...cancellation, reason: removed(cancellation.reason) }
        : cancellation,
    // Not in what was written before there was such a member.
    ...(closed_reason && getCloser(challenge) === party ? { closed_reason: REMOVED } : {}),
  }
}

const redactEvidence = (evidence: Evidence, party: Party): Evidence =>
  evidence.by === party ? { ...evidence, text: REMOVED, url: null } : evidence

// The note is its author's; why it was disputed, the other's.
const redactEntry = (entry: TallyEntry, party: Party): TallyEntry =>
  entry.by === party
    ? { ...entry, note: removed(entry.note) }
    : { ...entry, dispute: entry.dispute && { ...entry.dispute, reason: REMOVED } }

const redactData = (data: Data, party: Party): Data => ({
  ...data,
  ...(data.challenge ? { challenge: redactChallenge(data.challenge, party) } : {}),
  ...(data.evidence ? { evidence: redactEvidence(data.evidence, party) } : {}),
  ...(data.entries ? { entries: data.entries.map((entry) => redactEntry(entry, party)) } : {}),
})

/** An event of a challenge that they are a party of. */
export const withoutPartyIn = (event: Event, party: Party): Event => ({
  ...event,
  data: redactData(event.data, party),
})

/** An event with their own words of support. */
export const withoutComment = (event: Event): Event => {
  const { support } = event.data
  return support
    ? { ...event, data: { ...event.data, support: { ...support, comment: removed(support.comment) } } }
    : event
}

/** An event of their membership. */
export const withoutMember = (event: Event): Event => {
  const { member } = event.data
  return member ? { ...event, data: { ...event.data, member: { ...member, first_name: SOMEONE } } } : event
}

const isNamed = (value: unknown, ...names: string[]): boolean =>
  typeof value === 'object' && value !== null && names.every((name) => name in value)

/** The data of an answer about a challenge: the challenge itself, a piece of evidence, or a change of the tally. */
export const answerWithoutParty = (data: unknown, party: Party): unknown => {
  if (isNamed(data, 'claim', 'creator')) {
    const challenge = redactChallenge(data as FeedChallenge, party)
    const { evidence } = data as { readonly evidence?: readonly Evidence[] }
    return evidence
      ? { ...challenge, evidence: evidence.map((one) => redactEvidence(one, party)) }
      : challenge
  }
  if (isNamed(data, 'by', 'url')) return redactEvidence(data as Evidence, party)
  if (isNamed(data, 'entries')) {
    const change = data as { readonly entries: readonly TallyEntry[] }
    return { ...change, entries: change.entries.map((entry) => redactEntry(entry, party)) }
  }
  return data
}

/** The data of an answer about a membership. */
export const answerWithoutMember = (data: unknown): unknown =>
  isNamed(data, 'first_name') ? { ...(data as object), first_name: SOMEONE } : data

/** What a mail to someone else says of a challenge. */
export const factsWithoutParty = (facts: Facts, party: Party): Facts => {
  const reason = facts.by === party ? removed(facts.reason) : facts.reason
  return party === 'creator'
    ? { ...facts, creatorName: SOMEONE, claim: REMOVED, stake: REMOVED, reason }
    : { ...facts, opponentName: facts.opponentName === null ? null : SOMEONE, reason }
}

/** What a mail to someone whom they added to a group says. */
export const factsWithoutAdmin = (facts: MemberFacts): MemberFacts => ({ ...facts, byName: SOMEONE })
