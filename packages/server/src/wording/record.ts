// How the challenges of a person ended, in words for that person.
import type { Profile } from '@challenge-service/contract'

export type RecordCounts = Profile['record']

/** How one of them ended for them: a letter, and in words. */
export const results = {
  won: { letter: 'W', words: 'You won' },
  lost: { letter: 'L', words: 'You lost' },
  drawn: { letter: 'D', words: 'A draw' },
  void: { letter: '–', words: 'Nobody won' },
} as const satisfies Partial<Record<keyof RecordCounts, unknown>>

/** `W: you won, L: you lost, …`. */
export const explainResultLetters = (): string =>
  Object.values(results)
    .map(({ letter, words }) => `${letter}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`)
    .join(', ')

/** `14 won, 9 lost, 2 drawn`. */
export const recordWords = ({ won, lost, drawn }: Pick<RecordCounts, 'won' | 'lost' | 'drawn'>): string =>
  `${won} won, ${lost} lost, ${drawn} drawn`

export const openWords = (open: number): string =>
  open === 1 ? 'One challenge of yours is open.' : `${open} challenges of yours are open.`

/** A draw neither ends a streak nor makes it longer. */
export const streakWords = ({ current_streak: now, best_streak: best }: RecordCounts): string => {
  if (best === 0) return 'No win yet.'
  const ofBest = best === 1 ? 'one win' : `${best} wins`
  if (now === 0) return `Your best streak was ${ofBest}; the next win begins a new one.`
  const ofNow = now === 1 ? 'Your last one was a win' : `${now} wins in a row`
  if (now < best) return `${ofNow}; your best streak was ${ofBest}.`
  return best === 1 ? `${ofNow}.` : `${ofNow}: your best streak so far.`
}
