// What each notice of a challenge says to one of its parties. How people, outcomes and deadlines are called is in wording/.
import { deadlineInMail, type OpenTime } from '../../wording/deadline.ts'
import { capital, otherName, type NamedParties } from '../../wording/names.ts'
import { outcomeInMail, settledInMail } from '../../wording/outcome.ts'
import type { ChallengeNotice, ChallengeNoticeKind, Facts } from '../notice.rules.ts'

/** As much as the receiver may read; what others typed is null where that is nothing. */
export type Tellable = Omit<Facts, 'claim' | 'stake'> & {
  readonly claim: string | null
  readonly stake: string | null
}

interface NoticeWords {
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
const other = (facts: Tellable): string => otherName(namesIn(facts))

const outcomeIn = (facts: Tellable): string => outcomeInMail(namesIn(facts), facts.outcome)

/** The last argument puts an instant into words of the reader’s time zone. */
type NoticeWording = (
  facts: Tellable,
  deadline: ChallengeNotice['deadline'],
  inZone: (at: number) => string,
) => NoticeWords

/** Until when they can answer, and what happens otherwise. */
const untilOf = (of: OpenTime, ...[facts, deadline, inZone]: Parameters<NoticeWording>): string =>
  deadlineInMail(of, inZone(deadline?.by ?? facts.dueAt), facts.groupName !== null)

const invited: NoticeWording = (facts, deadline, inZone) => ({
  title: `${facts.creatorName} challenges you`,
  lead: [
    facts.groupName === null
      ? `${facts.creatorName} challenges you, and waits for your answer.`
      : `${facts.creatorName} challenges you in the group ${facts.groupName}, and waits for your answer.`,
  ],
  action: 'Read it and answer',
  until: untilOf('pending', facts, deadline, inZone),
})

export const challengeWords: Readonly<Record<ChallengeNoticeKind, NoticeWording>> = {
  invited,
  invited_again: invited,
  accepted: (facts, _, inZone) => ({
    title: `${capital(other(facts))} accepted your challenge`,
    lead: [`${capital(other(facts))} accepted your challenge. It is due on ${inZone(facts.dueAt)}.`],
  }),
  declined: (facts) => ({
    title: `${capital(other(facts))} declined your challenge`,
    lead: [`${capital(other(facts))} declined your challenge. It is over, and counts for nobody.`],
  }),
  due_soon: (facts, deadline, inZone) => ({
    title: `Your challenge with ${other(facts)} is due within 24 hours`,
    lead: [
      `Your challenge with ${other(facts)} is due on ${inZone(facts.dueAt)}. Then it is time to say who won.`,
    ],
    until: untilOf('active', facts, deadline, inZone),
  }),
  due: (facts, deadline, inZone) => ({
    title: `Your challenge with ${other(facts)} is due: who won?`,
    lead: [`Your challenge with ${other(facts)} is due. Now say how it ended.`],
    action: 'Say how it ended',
    until: untilOf('due', facts, deadline, inZone),
  }),
  proposed: (facts, deadline, inZone) => ({
    title: `${capital(other(facts))} says how your challenge ended`,
    lead: [`${capital(other(facts))} says: ${outcomeIn(facts)}.`],
    ...(deadline?.stage === 'disputed'
      ? {
          action: 'Answer',
          until: `The outcome is in dispute until ${inZone(deadline.by)}. Until then you can agree or give way.`,
        }
      : {
          action: 'Agree or dispute',
          until: untilOf('proposed', facts, deadline, inZone),
        }),
  }),
  proposal_ends: (facts, deadline, inZone) => ({
    title: `${capital(other(facts))} still waits for your answer`,
    lead: [
      `${capital(other(facts))} says: ${outcomeIn(facts)}. You have not answered yet, and there is a day left.`,
    ],
    action: 'Agree or dispute',
    until: untilOf('proposed', facts, deadline, inZone),
  }),
  proposal_lapsed: (facts) => ({
    title: 'What was said of the outcome counts for nothing',
    lead: [
      `One of you had said how your challenge with ${other(facts)} ended, but the other could not be told in time. So it counts for nothing, and how it ended is open again.`,
    ],
    action: 'Say how it ended',
  }),
  disputed: (facts, deadline, inZone) => ({
    title: `${capital(other(facts))} disputes the outcome`,
    lead: [`${capital(other(facts))} disputes the outcome that you proposed.`],
    action: 'Read it and answer',
    until: `${untilOf('disputed', facts, deadline, inZone)} Until then you can still settle it between you.`,
  }),
  dispute_ends: (facts, deadline, inZone) => ({
    title: `The dispute with ${other(facts)} ends within a day`,
    lead: [`You and ${other(facts)} do not agree on the outcome yet, and there is a day left.`],
    action: 'Answer',
    until: `${untilOf('disputed', facts, deadline, inZone)} Until then you can agree, offer a draw or give way.`,
  }),
  resolved: (facts) => ({
    title: `Your challenge with ${other(facts)} is settled: ${outcomeIn(facts)}`,
    lead: [
      `Your challenge with ${other(facts)} is settled: ${outcomeIn(facts)}.`,
      ...(facts.settledBy === null ? [] : [settledInMail(facts.settledBy)]),
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
    title: `${capital(other(facts))} took the challenge back`,
    lead: [`${capital(other(facts))} took the challenge back. There is nothing left for you to do.`],
  }),
  cancel_requested: (facts, deadline, inZone) => ({
    title: `${capital(other(facts))} asks to cancel your challenge`,
    lead: [`${capital(other(facts))} asks to cancel your challenge. It is cancelled only if you agree.`],
    action: 'Read it and answer',
    until: untilOf('cancel', facts, deadline, inZone),
  }),
  link_renewed: (facts) => ({
    title: 'Your new link',
    lead: [
      `The earlier links to your challenge with ${other(facts)} have ended. This is the new one; keep it to yourself.`,
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
