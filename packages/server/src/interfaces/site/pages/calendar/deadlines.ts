// The deadlines of a challenge that is open, as entries of a calendar.
import type { OpenChallenge } from '../../../../features/challenges/reading/open.service.ts'
import type { CalendarEntry } from '../../../../kernel/icalendar.ts'
import { deadlinesOf } from '../../../../wording/calendar.ts'

/** `siteUrl`: scheme and host, without a slash at the end. */
export const entriesOf = (
  { challenge, settleBy }: Omit<OpenChallenge, 'tally'>,
  siteUrl: string,
): readonly CalendarEntry[] =>
  deadlinesOf(challenge, settleBy).map(({ kind, at, summary, description }) => ({
    uid: `${challenge.id}-${kind}@${new URL(siteUrl).hostname}`,
    at,
    changedAt: Date.parse(challenge.updated_at),
    summary,
    description,
    url: `${siteUrl}/challenges/${challenge.id}`,
  }))

/** Those that are nearest, whatever waits and whatever runs. */
export const nearestFirst = (entries: readonly CalendarEntry[]): readonly CalendarEntry[] =>
  entries.toSorted((a, b) => a.at - b.at || (a.uid < b.uid ? -1 : 1))
