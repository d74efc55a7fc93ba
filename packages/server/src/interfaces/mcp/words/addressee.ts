// For whom a text is written, and when: times are given in their zone, with how far away they are.
import type { Role } from '@challenge-service/contract'
import { distanceInWords, inWords } from '../../../kernel/instants.ts'

export interface Addressee {
  readonly zone: string
  readonly now: number
  /** Those that their token may use, by name. */
  readonly tools: ReadonlySet<string>
  /** Where the pages of the site are; null where there is no site. */
  readonly siteUrl: string | null
  /** Their part in the challenge whose tally they read; null where they read none. */
  readonly role: Role | null
}

type InTime = Pick<Addressee, 'zone' | 'now'>

/** `Sunday 15 November 2026, 08:30 UTC (in 5 days)`. */
export const timeFor = ({ zone, now }: InTime, instant: string | number): string => {
  const at = new Date(instant).getTime()
  return `${inWords(at, zone)} (${distanceInWords(at - now)})`
}

/** Lines, without those that there is nothing to say for. */
export const lines = (...parts: readonly (string | null | readonly (string | null)[])[]): string =>
  parts
    .flat()
    .filter((part) => part !== null)
    .join('\n')
