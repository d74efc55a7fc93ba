// The deadlines of a challenge that is open, in words for a calendar: what it is, whom it is between, and what happens
// then. Only first names: not even one's own word for the other, since a calendar is easily shared. Nothing that someone
// typed stands there before they accepted it: anyone can challenge them.
import type { Challenge } from '@challenge-service/contract'
import type { OpenChallenge } from '../../../../features/challenges/reading/open.service.ts'
import type { CalendarEntry } from '../../../../kernel/icalendar.ts'
import { capital, nameOf } from '../../../../wording/names.ts'
import { describeStanding, type Standing } from '../../../../wording/status.ts'

/** `end`: of the state that it is in; `cancel`: of a request to cancel. */
type DeadlineKind = 'end' | 'cancel'

interface Deadline extends Pick<Standing, 'title' | 'otherwise'> {
  readonly kind: DeadlineKind
  readonly at: number
}

/** `siteUrl`: scheme and host, without a slash at the end. */
export const entriesOf = (
  { challenge: seen, settleBy }: Omit<OpenChallenge, 'tally'>,
  siteUrl: string,
): readonly CalendarEntry[] => {
  const { reference: _, ...challenge } = seen
  return deadlinesOf(challenge, settleBy).map(({ kind, at, title, otherwise }) => ({
    uid: `${challenge.id}-${kind}@${new URL(siteUrl).hostname}`,
    at,
    changedAt: Date.parse(challenge.updated_at),
    summary: isInvitation(challenge) ? title : `${title.replace(': ', ', ')}: ${challenge.claim}`,
    description: [
      `${partiesOf(challenge)}${isInvitation(challenge) ? '' : `, for ${challenge.stake}`}.`,
      ...(otherwise === null ? [] : [otherwise]),
    ].join('\n'),
    url: `${siteUrl}/challenges/${challenge.id}`,
  }))
}

const isInvitation = ({ status, role }: Challenge): boolean => status === 'pending' && role === 'opponent'

const partiesOf = (challenge: Challenge): string =>
  `${capital(nameOf(challenge, 'creator'))} against ${nameOf(challenge, 'opponent')}`

const deadlinesOf = (challenge: Challenge, settleBy: number): readonly Deadline[] => {
  const { cancellation } = challenge
  const end = describeEnd({ ...challenge, cancellation: null }, settleBy)
  if (!cancellation) return [end]
  // It is said in the same words before time is up and after.
  const { title, otherwise } = describeStanding({ ...challenge, status: 'active' })
  return [end, { kind: 'cancel', at: Date.parse(cancellation.lapses_at), title, otherwise }]
}

const describeEnd = (challenge: Challenge, settleBy: number): Deadline => {
  const { title, otherwise, by } = describeStanding(challenge, settleBy)
  const isRunning = challenge.status === 'active'
  return { kind: 'end', at: by ?? settleBy, title: isRunning ? 'Time is up' : title, otherwise }
}

/** Those that are nearest, whatever waits and whatever runs. */
export const nearestFirst = (entries: readonly CalendarEntry[]): readonly CalendarEntry[] =>
  entries.toSorted((a, b) => a.at - b.at || (a.uid < b.uid ? -1 : 1))
