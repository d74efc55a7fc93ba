// How the challenges of a person ended, in words for that person.
import type { Profile } from '@challenge-service/contract'
import { words } from './words.ts'

export type RecordCounts = Profile['record']

/** `14 won, 9 lost, 2 drawn`. */
export const recordWords = ({ won, lost, drawn }: Pick<RecordCounts, 'won' | 'lost' | 'drawn'>): string =>
  words.record.counts({ won, lost, drawn })

/** A draw neither ends a streak nor makes it longer. */
export const streakWords = ({ current_streak: now, best_streak: best }: RecordCounts): string => {
  const { noWin, streakOver, streakBelow, streakBest } = words.record
  if (best === 0) return noWin
  if (now === 0) return streakOver({ best })
  return now < best ? streakBelow({ now, best }) : streakBest({ now })
}
