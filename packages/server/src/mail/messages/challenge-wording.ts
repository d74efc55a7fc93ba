// What each notice of a challenge says to one of its parties. How people, outcomes and deadlines are called is in wording/.
import { deadlineInMail, type OpenTime } from '../../wording/deadline.ts'
import { capital, otherName, otherOf, type NamedParties } from '../../wording/names.ts'
import { claimedInMail, resultInMail, settledInMail } from '../../wording/outcome.ts'
import { words } from '../../wording/words.ts'
import type { ChallengeNotice, ChallengeNoticeKind, Facts } from '../notice.rules.ts'

/** As much as the receiver may read; what others typed is null where that is nothing. */
export type Tellable = Omit<Facts, 'claim' | 'stake'> & {
  readonly claim: string | null
  readonly stake: string | null
}

/** An instant in the reader’s time zone: in a sentence, and in a subject. */
export interface InZone {
  readonly full: (at: number) => string
  readonly short: (at: number) => string
}

interface NoticeWords {
  /** Where it says more than the title. */
  readonly subject?: string
  readonly title: string
  readonly lead: readonly string[]
  readonly action?: string
  readonly until?: string
}

const namesIn = ({ party, creatorName, opponentName }: Tellable): NamedParties => ({
  role: party,
  creator: { first_name: creatorName },
  opponent: { first_name: opponentName },
})

/** The other party, as the receiver knows them. */
const other = (facts: Tellable): { readonly name: string } => ({ name: otherName(namesIn(facts)) })

/** `Ben says “I won”`: what the other party claims. */
const claimedBy = (facts: Tellable): string =>
  claimedInMail(namesIn(facts), otherOf(facts.party), facts.outcome)

type NoticeDeadline = ChallengeNotice['deadline']

type NoticeWording = (facts: Tellable, deadline: NoticeDeadline, inZone: InZone) => NoticeWords

/** Until when they can answer, and what happens otherwise. */
const untilOf = (of: OpenTime, ...[facts, deadline, inZone]: Parameters<NoticeWording>): string =>
  deadlineInMail(of, inZone.full(deadline?.by ?? facts.dueAt), facts.groupName !== null)

/** The subject of a notice with a deadline, which names it. */
const subjectBy = (
  deadline: NoticeDeadline,
  { short }: InZone,
  subject: (given: { readonly by: string }) => string,
): Pick<NoticeWords, 'subject'> =>
  deadline === null ? {} : { subject: capital(subject({ by: short(deadline.by) })) }

const invited: NoticeWording = (facts, ...more) => {
  const { title, lead } = words.mailChallenge.invited
  return {
    title: title({ name: facts.creatorName }),
    lead: [lead({ name: facts.creatorName })],
    action: words.mailChallenge.answer,
    until: untilOf('pending', facts, ...more),
  }
}

export const challengeWords: Readonly<Record<ChallengeNoticeKind, NoticeWording>> = {
  invited,
  invited_again: invited,
  accepted: (facts, _, { full }) => {
    const { title, lead } = words.mailChallenge.accepted
    return { title: capital(title(other(facts))), lead: [lead({ due: full(facts.dueAt) })] }
  },
  declined: (facts) => {
    const { title, lead } = words.mailChallenge.declined
    return { title: capital(title(other(facts))), lead: [lead] }
  },
  due_soon: (facts, deadline, inZone) => {
    const { subject, title, lead } = words.mailChallenge.dueSoon
    return {
      ...subjectBy(deadline, inZone, (by) => subject({ ...other(facts), ...by })),
      title: title(other(facts)),
      lead: [lead({ due: inZone.full(facts.dueAt) })],
      until: untilOf('active', facts, deadline, inZone),
    }
  },
  due: (facts, deadline, inZone) => {
    const { subject, title, lead } = words.mailChallenge.due
    return {
      ...subjectBy(deadline, inZone, (by) => subject({ ...other(facts), ...by })),
      title: title(other(facts)),
      lead: [lead],
      action: words.mailChallenge.sayWhoWon,
      until: untilOf('due', facts, deadline, inZone),
    }
  },
  proposed: (facts, deadline, inZone) => {
    const { answerBy, answer, agreeOrDispute, proposed } = words.mailChallenge
    const says = claimedBy(facts)
    return {
      ...subjectBy(deadline, inZone, (by) => answerBy({ says, ...by })),
      title: says,
      lead: [proposed.lead],
      ...(deadline?.stage === 'disputed'
        ? { action: answer, until: proposed.untilSettled({ by: inZone.full(deadline.by) }) }
        : { action: agreeOrDispute, until: untilOf('proposed', facts, deadline, inZone) }),
    }
  },
  proposal_ends: (facts, deadline, inZone) => {
    const { subject, title, lead } = words.mailChallenge.proposalEnds
    return {
      ...subjectBy(deadline, inZone, (by) => subject({ ...other(facts), ...by })),
      title: capital(title(other(facts))),
      lead: [lead({ says: claimedBy(facts) })],
      action: words.mailChallenge.agreeOrDispute,
      until: untilOf('proposed', facts, deadline, inZone),
    }
  },
  proposal_lapsed: (facts) => {
    const { title, lead } = words.mailChallenge.proposalLapsed
    return { title: title(other(facts)), lead: [lead], action: words.mailChallenge.sayWhoWon }
  },
  disputed: (facts, deadline, inZone) => {
    const { subject, title, lead } = words.mailChallenge.disputed
    return {
      ...subjectBy(deadline, inZone, (by) => subject({ ...other(facts), ...by })),
      title: capital(title(other(facts))),
      lead: [lead],
      action: words.mailChallenge.answer,
      until: untilOf('disputed', facts, deadline, inZone),
    }
  },
  dispute_ends: (facts, deadline, inZone) => {
    const { subject, title, lead, action } = words.mailChallenge.disputeEnds
    return {
      ...subjectBy(deadline, inZone, (by) => subject({ ...other(facts), ...by })),
      title: title(other(facts)),
      lead: [lead],
      action,
      until: untilOf('disputed', facts, deadline, inZone),
    }
  },
  resolved: (facts) => {
    const { outcome, settledBy } = facts
    return {
      title: resultInMail(namesIn(facts), outcome),
      lead: settledBy === null ? [] : [settledInMail(namesIn(facts), settledBy, outcome)],
    }
  },
  cancelled: (facts) => {
    const { title, together, bySystem } = words.mailChallenge.cancelled
    return { title: title(other(facts)), lead: [facts.by === 'system' ? bySystem : together] }
  },
  withdrawn: (facts) => {
    const { title, lead } = words.mailChallenge.withdrawn
    return { title: capital(title(other(facts))), lead: [lead] }
  },
  cancel_requested: (facts, deadline, inZone) => {
    const { subject, title, lead } = words.mailChallenge.cancelRequested
    return {
      ...subjectBy(deadline, inZone, (by) => subject({ ...other(facts), ...by })),
      title: capital(title(other(facts))),
      lead: [lead],
      action: words.mailChallenge.answer,
      until: untilOf('cancel', facts, deadline, inZone),
    }
  },
  link_renewed: (facts) => {
    const { title, lead } = words.mailChallenge.linkRenewed
    return { title: title(other(facts)), lead: [lead] }
  },
  expired: (facts) => {
    const { title, unsettled, unanswered } = words.mailChallenge.expired
    return {
      title: title(other(facts)),
      lead: [facts.isAccepted ? unsettled : capital(unanswered(other(facts)))],
    }
  },
}
