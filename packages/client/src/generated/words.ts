// Written by `npm run generate`: the words that members take.

/** Where a challenge stands. */
export type ChallengeStatus =
  'pending' | 'active' | 'due' | 'proposed' | 'disputed' | 'resolved' | 'cancelled' | 'declined' | 'expired'

/** One of the two who play. */
export type Party = 'creator' | 'opponent'

/** What someone is to a challenge. */
export type Role = 'creator' | 'opponent' | 'observer'

/** What a party can state. */
export type Position = 'creator_won' | 'opponent_won' | 'draw'

/** How a challenge can end. */
export type Outcome = 'creator_won' | 'opponent_won' | 'draw' | 'void'

/** By what an outcome came to hold. */
export type Settlement = 'concession' | 'agreement' | 'silence' | 'support'

/** What someone may do with a challenge. */
export type Action =
  | 'accept'
  | 'cancel'
  | 'resolve'
  | 'dispute'
  | 'evidence'
  | 'support'
  | 'tally'
  | 'tally_review'
  | 'tally_dispute'
  | 'tally_resolve'

/** What an event tells of. */
export type EventKind =
  | 'challenge.created'
  | 'challenge.accepted'
  | 'challenge.declined'
  | 'challenge.cancel_requested'
  | 'challenge.cancelled'
  | 'challenge.expired'
  | 'challenge.due'
  | 'challenge.proposed'
  | 'challenge.proposal_lapsed'
  | 'challenge.disputed'
  | 'challenge.resolved'
  | 'challenge.evidence_added'
  | 'challenge.support_added'
  | 'tally.recorded'
  | 'tally.reviewed'
  | 'tally.disputed'
  | 'tally.resolved'
  | 'group.member_added'
  | 'group.member_changed'
  | 'group.member_removed'
  | 'webhook.disabled'
  | 'webhook.test'

/** Who did what an event tells of. */
export type EventActor = 'creator' | 'opponent' | 'observer' | 'member' | 'system'

/** What someone may do in a group. */
export type MemberRole = 'admin' | 'member'

/** Where an entry of a tally stands. */
export type TallyStatus = 'pending' | 'confirmed' | 'disputed' | 'withdrawn'

/** Whether a subscription is delivered to. */
export type WebhookStatus = 'active' | 'disabled'

/** Why a subscription was switched off. */
export type DisabledReason = 'failures' | 'gone' | 'plan'

/** What became of a delivery. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'dropped'

/** What came of the last attempt of a delivery. */
export type AttemptOutcome =
  | 'delivered'
  | 'gone'
  | 'redirected'
  | 'refused_status'
  | 'timed_out'
  | 'unreachable'
  | 'connection_lost'
  | 'tls_failed'
  | 'target_forbidden'
  | 'answer_broken'

/** What a token may be used for. */
export type Scope =
  | 'profile:read'
  | 'challenges:read'
  | 'challenges:write'
  | 'events:read'
  | 'group:read'
  | 'group:manage'
  | 'webhooks:manage'
  | 'questions:read'
  | 'questions:vote'

/** The plan of an account. */
export type Plan = 'free' | 'club'
