// Every kind of event: when it is written, and what its `data` holds. Kinds are only ever added; a client ignores
// those it does not know.

export interface EventDescription {
  readonly when: string
  readonly holds: readonly string[]
}

const about = (when: string, ...more: string[]): EventDescription => ({ when, holds: ['challenge', ...more] })

export const eventDescriptions = {
  'challenge.created': about('A challenge was made.'),
  'challenge.accepted': about('The opponent accepted it.'),
  'challenge.declined': about('The opponent declined it.'),
  'challenge.cancel_requested': about('One party asked to cancel it.'),
  'challenge.cancelled': about('It was taken back, or both parties agreed to end it.'),
  'challenge.expired': about('Nobody answered, or nobody settled it, in time.'),
  'challenge.due': about('Its due period is over.'),
  'challenge.proposed': about('A party stated an outcome that the other has not agreed to.'),
  'challenge.proposal_lapsed': about(
    'The time to answer a proposal passed, and the other party was not told of it in time: it counts for nothing.',
  ),
  'challenge.disputed': about('The other party objected to the proposal.'),
  'challenge.resolved': about('It ended with an outcome.'),
  'challenge.evidence_added': about('A party added evidence.', 'evidence'),
  'challenge.support_added': about('An observer took a side, or changed it.', 'support'),
  'tally.recorded': about('A party added to its count.', 'entries'),
  'tally.reviewed': about('The other party confirmed entries.', 'entries'),
  'tally.disputed': about('The other party objected to an entry.', 'entries'),
  'tally.resolved': about('An entry was withdrawn, amended or accepted after all.', 'entries'),
  'group.member_added': { when: 'Someone joined a group.', holds: ['member'] },
  'group.member_changed': { when: 'A member of a group was given another role.', holds: ['member'] },
  'group.member_removed': { when: 'Someone left a group, or was removed.', holds: ['member'] },
  'webhook.disabled': { when: 'A subscription was switched off.', holds: ['webhook'] },
  'webhook.test': {
    when: 'A test delivery was asked for. To that subscription alone, in no feed.',
    holds: ['webhook'],
  },
} satisfies Readonly<Record<string, EventDescription>>

export type EventKind = keyof typeof eventDescriptions

export const eventKinds = Object.keys(eventDescriptions) as readonly EventKind[]
