// For whom a text is written, and when: times are given in their zone, with how far away they are.
import { distanceInWords, inWords } from '../../../kernel/instants.ts'

export interface Addressee {
  readonly zone: string
  readonly now: number
}

/** `Sunday 15 November 2026, 08:30 UTC (in 5 days)`. */
export const timeFor = ({ zone, now }: Addressee, instant: string): string => {
  const at = Date.parse(instant)
  return `${inWords(at, zone)} (${distanceInWords(at - now)})`
}

/** Lines, without those that there is nothing to say for. */
export const lines = (...parts: readonly (string | null | readonly (string | null)[])[]): string =>
  parts
    .flat()
    .filter((part) => part !== null)
    .join('\n')
