// One challenge of the demonstration as plain data: who dares whom to what, and who does what when.
import type { Party, Position } from '@challenge-service/contract'
import type { Name } from './people.ts'

export interface Scene {
  readonly claim: string
  readonly stake: string
  readonly dueDays: number
  /** Who dares whom. */
  readonly between: readonly [creator: Name, opponent: Name]
  readonly inGroup?: boolean
  /** When it was made: days, of which a part is a part of the waking hours. */
  readonly daysAgo: number
  /** What came of it, in the order in which it happened. */
  readonly turns: readonly Turn[]
}

export interface Turn {
  readonly daysAgo: number
  readonly by: Name
  readonly deed: Deed
}

/** Entries of a tally are named by their place: the first that was recorded is 0. */
export type Deed =
  | { readonly kind: 'accept' }
  | { readonly kind: 'cancel'; readonly reason: string | null }
  | { readonly kind: 'say'; readonly outcome: Position }
  | { readonly kind: 'dispute'; readonly reason: string }
  | { readonly kind: 'evidence'; readonly input: { readonly text: string; readonly url?: string } }
  | { readonly kind: 'support'; readonly input: { readonly side: Party; readonly comment?: string } }
  | { readonly kind: 'record'; readonly input: { readonly amount: number; readonly note: string } }
  | { readonly kind: 'confirm'; readonly entries: readonly number[] }
  | { readonly kind: 'doubt'; readonly entry: number; readonly reason: string }
  | { readonly kind: 'amend'; readonly entry: number; readonly amount: number }

export const turn = (daysAgo: number, by: Name, deed: Deed): Turn => ({ daysAgo, by, deed })

export const accept: Deed = { kind: 'accept' }

export const cancel = (reason: string | null = null): Deed => ({ kind: 'cancel', reason })

export const say = (outcome: Position): Deed => ({ kind: 'say', outcome })

export const dispute = (reason: string): Deed => ({ kind: 'dispute', reason })

export const show = (text: string, url?: string): Deed => ({
  kind: 'evidence',
  input: { text, ...(url === undefined ? {} : { url }) },
})

export const support = (side: Party, comment?: string): Deed => ({
  kind: 'support',
  input: { side, ...(comment === undefined ? {} : { comment }) },
})

export const record = (amount: number, note: string): Deed => ({ kind: 'record', input: { amount, note } })

export const confirm = (...entries: readonly number[]): Deed => ({ kind: 'confirm', entries })

export const doubt = (entry: number, reason: string): Deed => ({ kind: 'doubt', entry, reason })

export const amend = (entry: number, amount: number): Deed => ({ kind: 'amend', entry, amount })
