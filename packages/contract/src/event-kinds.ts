// Every kind of event. Kinds are only ever added; a client ignores those it does not know.

export const eventKinds = [
  'challenge.created',
  'challenge.accepted',
  'challenge.declined',
  'challenge.cancel_requested',
  'challenge.cancelled',
  'challenge.expired',
  'challenge.due',
  'challenge.proposed',
  'challenge.proposal_lapsed',
  'challenge.disputed',
  'challenge.resolved',
  'challenge.evidence_added',
  'challenge.support_added',
  'tally.recorded',
  'tally.reviewed',
  'tally.disputed',
  'tally.resolved',
  'group.member_added',
  'group.member_removed',
  'webhook.disabled',
  'webhook.test',
] as const

export type EventKind = (typeof eventKinds)[number]
