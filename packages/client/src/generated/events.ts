// Written by `npm run generate`: the objects of the contract.

import type { Proposal, Resolution, Dispute, Cancellation, Evidence } from './challenges.ts'
import type { TallyEntry } from './tally.ts'

import type {
  ChallengeStatus,
  Party,
  Role,
  Position,
  Action,
  EventKind,
  EventActor,
  MemberRole,
} from './words.ts'

/** One entry of the feed, and the body of a delivery. */
export interface Event {
  /** The event. Pass the last one you handled as `after`. */
  id: string
  /** What happened. Ignore kinds that you do not know. */
  type: EventKind
  /** When it happened, or the time of the event before it, where that is later: it never goes back within a feed. */
  created_at: string
  /** Only in a sample that a test of a webhook asked for: nothing of it happened, and its ids are those of the documentation. */
  test?: true
  /** Who did it; `system` is the clock. */
  actor: EventActor
  /** The challenge it is about, if it is about one. */
  challenge_id: string | null
  /** What there is to see, as the owner of the feed sees it at that moment. */
  data: {
    /** The challenge. */
    challenge?: FeedChallenge
    /** The tally entries that were touched. */
    entries?: TallyEntry[]
    /** The evidence that was added. */
    evidence?: Evidence
    /** The support that was given. */
    support?: FeedSupport
    /** The member who came, went, or has another role. */
    member?: FeedMember
    /** The subscription. */
    webhook?: FeedWebhook
  }
}

/** A challenge at the moment of the event. */
export interface FeedChallenge {
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
  /** What the owner of the feed could do at that moment; null in the feed of a group. */
  allowed_actions: Action[] | null
  /** When it was made. */
  created_at: string
  /** When the opponent accepted it. */
  accepted_at: string | null
  /** When it was resolved, cancelled, declined or expired. */
  closed_at: string | null
  /** When it last changed. */
  updated_at: string
}

/** Support that was given. */
export interface FeedSupport {
  /** The side that was taken. */
  side: Party
  /** What was said for it; never by whom. */
  comment: string | null
}

/** A member who came, went, or has another role. */
export interface FeedMember {
  /** The member. */
  id: string
  /** The group. */
  group_id: string
  /** The first name. */
  first_name: string
  /** What they may do in the group. */
  role: MemberRole
  /** When they joined. */
  joined_at: string
}

/** A subscription, without its URL. */
export interface FeedWebhook {
  /** The subscription. */
  id: string
  /** As it was given. */
  description: string | null
  /** The host of its URL. Path and query may be secrets, and are not in feeds. */
  host: string
}
