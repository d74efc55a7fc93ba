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
  readonly move: Move
}

/** Entries of a tally are named by their place: the first that was recorded is 0. */
export type Move =
  | { readonly kind: 'accept' }
  | { readonly kind: 'cancel'; readonly reason?: string }
  | { readonly kind: 'say'; readonly outcome: Position }
  | { readonly kind: 'dispute'; readonly reason: string }
  | { readonly kind: 'evidence'; readonly text: string; readonly url?: string }
  | { readonly kind: 'support'; readonly side: Party; readonly comment?: string }
  | { readonly kind: 'record'; readonly amount: number; readonly note?: string }
  | { readonly kind: 'confirm'; readonly entries: readonly number[] }
  | { readonly kind: 'doubt'; readonly entry: number; readonly reason: string }
  | { readonly kind: 'amend'; readonly entry: number; readonly amount: number }

export const turn = (daysAgo: number, by: Name, move: Move): Turn => ({ daysAgo, by, move })

export const accept: Move = { kind: 'accept' }

export const cancel = (reason?: string): Move => ({ kind: 'cancel', ...(reason ? { reason } : {}) })

export const say = (outcome: Position): Move => ({ kind: 'say', outcome })

export const dispute = (reason: string): Move => ({ kind: 'dispute', reason })

export const show = (text: string, url?: string): Move => ({
  kind: 'evidence',
  text,
  ...(url === undefined ? {} : { url }),
})

export const support = (side: Party, comment?: string): Move => ({
  kind: 'support',
  side,
  ...(comment === undefined ? {} : { comment }),
})

export const record = (amount: number, note?: string): Move => ({
  kind: 'record',
  amount,
  ...(note === undefined ? {} : { note }),
})

export const confirm = (...entries: readonly number[]): Move => ({ kind: 'confirm', entries })

export const doubt = (entry: number, reason: string): Move => ({ kind: 'doubt', entry, reason })

export const amend = (entry: number, amount: number): Move => ({ kind: 'amend', entry, amount })
