// Written by `npm run generate`: the objects of the contract.

import type { Party, TallyStatus } from './words.ts'

/** How the tally stands. */
export interface Tally {
  /** The challenge. */
  challenge_id: string
  /** How the creator stands. */
  creator: {
    /** The sum of all entries but withdrawn ones. */
    claimed: number
    /** The sum of those that the other party has confirmed. */
    confirmed: number
  }
  /** How the opponent stands. */
  opponent: {
    /** The sum of all entries but withdrawn ones. */
    claimed: number
    /** The sum of those that the other party has confirmed. */
    confirmed: number
  }
  /** How many entries wait for an answer, of both parties. */
  pending: number
  /** How many entries are disputed, of both parties. */
  disputed: number
  /** A page of the entries. */
  entries: TallyEntry[]
}

/** What a write touched, and how the tally stands after it. */
export interface TallyChange {
  /** The entries that the call touched. */
  entries: TallyEntry[]
  /** How the creator stands. */
  creator: {
    /** The sum of all entries but withdrawn ones. */
    claimed: number
    /** The sum of those that the other party has confirmed. */
    confirmed: number
  }
  /** How the opponent stands. */
  opponent: {
    /** The sum of all entries but withdrawn ones. */
    claimed: number
    /** The sum of those that the other party has confirmed. */
    confirmed: number
  }
  /** How many entries wait for an answer, of both parties. */
  pending: number
  /** How many entries are disputed, of both parties. */
  disputed: number
}

/** One entry of a count. */
export interface TallyEntry {
  /** The entry. */
  id: string
  /** The party whose count it is. */
  by: Party
  /** How much; negative if something was taken back. */
  amount: number
  /** What for. */
  note: string | null
  /** Whether the other party has confirmed it or objects. */
  status: TallyStatus
  /** The objection, if there is or was one. */
  dispute: {
    /** What is wrong with it. */
    reason: string
    /** When the other party objected. */
    opened_at: string
  } | null
  /** When it was recorded. */
  created_at: string
  /** When it was confirmed or withdrawn. */
  settled_at: string | null
}
