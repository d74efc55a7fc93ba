// Written by `npm run generate`: the objects of the contract.

import type { ChallengeStatus, Party, Role, Position, Outcome, Settlement, Action } from './words.ts'

/** A challenge as the acting person sees it. Of other people it holds the first name alone. */
export interface Challenge {
  /** The challenge. */
  id: string
  /** The statement that the creator makes. */
  claim: string
  /** What it is about. */
  stake: string
  /** Days until it is due, as given when it was made. */
  due_days: number
  /** When it is due: `created_at` and `due_days` times 24 hours. */
  due_at: string
  /** Where it stands. */
  status: ChallengeStatus
  /** What the acting person is to it. */
  role: Role
  /** The word that the creator gave it. For the creator alone, where there is one. */
  reference?: string
  /** Who made the claim. */
  creator: {
    /** The first name. */
    first_name: string
  }
  /** Whom it was made against. */
  opponent: {
    /** Null until they accept, unless both are members of the group. */
    first_name: string | null
  }
  /** The group it was made under; null if it is private. */
  group_id: string | null
  /** The name of that group. */
  group_name: string | null
  /** What each party has stated. */
  positions: {
    /** By the creator; null if nothing yet. */
    creator: Position | null
    /** By the opponent; null if nothing yet. */
    opponent: Position | null
  }
  /** The outcome that was proposed first. */
  proposal: Proposal | null
  /** How it ended. */
  resolution: Resolution | null
  /** The objection to the proposal. */
  dispute: Dispute | null
  /** The request of one party to cancel it. */
  cancellation: Cancellation | null
  /** What was said when it was taken back or declined while it was pending. For the parties alone: null to observers and in the feed of a group. */
  closed_reason: string | null
  /** How many observers believe whom. */
  support: {
    /** On the side of the creator. */
    creator: number
    /** On the side of the opponent. */
    opponent: number
    /** The side of the acting person. */
    mine: Party | null
  }
  /** How many pieces of evidence there are. */
  evidence_count: number
  /** What the acting person may do with it now. */
  allowed_actions: Action[]
  /** When it was made. */
  created_at: string
  /** When the opponent accepted it. */
  accepted_at: string | null
  /** When it was resolved, cancelled, declined or expired. */
  closed_at: string | null
  /** When it last changed. */
  updated_at: string
}

/** A challenge, and what the parties have brought forward. */
export interface ChallengeWithEvidence extends Challenge {
  /** What the parties have brought forward, oldest first. */
  evidence: Evidence[]
}

/** The outcome that one party proposed. */
export interface Proposal {
  /** The party that proposed. */
  by: Party
  /** What it proposed. */
  outcome: Position
  /** When. */
  proposed_at: string
  /** Until then the other party can dispute it. After that it holds, if they were told of it in time; else it lapses. */
  confirm_by: string
}

/** How a challenge ended. */
export interface Resolution {
  /** Who won. `void` comes from the clock alone: no majority in a dispute. */
  outcome: Outcome
  /** Whether one gave in, both agreed, one stayed silent, or support decided. */
  settled_by: Settlement
  /** When. */
  settled_at: string
}

/** The objection to a proposal. */
export interface Dispute {
  /** The party that objected. */
  opened_by: Party
  /** Why. */
  reason: string
  /** When. */
  opened_at: string
  /** When support decides, if the parties have not settled it by then. */
  decide_by: string
}

/** The request of one party to cancel an accepted challenge. */
export interface Cancellation {
  /** The party that asked. */
  requested_by: Party
  /** Why. */
  reason: string | null
  /** When. */
  requested_at: string
  /** When the request counts no more. */
  lapses_at: string
}

/** What a party brought forward: a text, a link or both. */
export interface Evidence {
  /** The piece of evidence. */
  id: string
  /** The party that added it. */
  by: Party
  /** What it says. */
  text: string | null
  /** Where it can be seen. */
  url: string | null
  /** When it was added. */
  created_at: string
}
