// An event of each kind, as the feed of Ana's account shows it (support: that of the group).
import type { Challenge } from '../challenges/challenge.schema.ts'
import type { EventKind } from '../events/event-kinds.ts'
import type { EventActor, Event } from '../events/event.schema.ts'
import type { TallyEntry } from '../tally/tally.schema.ts'
import { danInFeed } from './group.ts'
import { evidence, run } from './run.ts'
import { stairs } from './stairs.ts'
import { times } from './story.ts'
import { entries } from './tally.ts'
import { webhookInFeed } from './webhook.ts'

const aboutChallenge = (
  id: string,
  type: EventKind,
  actor: EventActor,
  challenge: Challenge,
  more: Partial<Event['data']> = {},
): Event => ({
  id,
  type,
  created_at: challenge.updated_at,
  actor,
  challenge_id: challenge.id,
  data: { challenge, ...more },
})

/** An entry that is not settled can still be withdrawn or amended by Ana, whose it is. */
const aboutTally = (id: string, type: EventKind, actor: EventActor, entry: TallyEntry, at: string): Event => {
  const { allowed_actions } = run.active
  const challenge: Challenge = {
    ...run.active,
    allowed_actions: entry.settled_at === null ? [...allowed_actions, 'tally_resolve'] : allowed_actions,
    updated_at: at,
  }
  return aboutChallenge(id, type, actor, challenge, { entries: [entry] })
}

const aside = (
  id: string,
  type: EventKind,
  actor: EventActor,
  created_at: string,
  data: Event['data'],
): Event => ({
  id,
  type,
  created_at,
  actor,
  challenge_id: null,
  data,
})

// A group's feed is nobody's own: everyone is seen in it as by an observer.
const inGroupFeed = { ...stairs.supported, support: { ...stairs.supported.support, mine: null } }

export const eventsByKind: { readonly [Kind in EventKind]: Event } = {
  'challenge.created': aboutChallenge(
    'evt_01m72983t0000049kn2v6s812q',
    'challenge.created',
    'creator',
    run.pending,
  ),
  'challenge.accepted': aboutChallenge(
    'evt_01m72bn0r00000tzpp81rgd70b',
    'challenge.accepted',
    'opponent',
    run.active,
  ),
  'challenge.declined': aboutChallenge(
    'evt_01m72acqp00001d8xng8bsxrp9',
    'challenge.declined',
    'opponent',
    run.declined,
  ),
  'challenge.cancel_requested': aboutChallenge(
    'evt_01m78b7cm00000nyfm99yck8z0',
    'challenge.cancel_requested',
    'creator',
    run.cancelRequested,
  ),
  'challenge.cancelled': aboutChallenge(
    'evt_01m78q7xa00000vfmsdw3ygkg6',
    'challenge.cancelled',
    'opponent',
    run.cancelled,
  ),
  'challenge.expired': aboutChallenge(
    'evt_01m7f57pt00000tcdx9psfb89q',
    'challenge.expired',
    'system',
    run.expired,
  ),
  'challenge.due': aboutChallenge('evt_01m7f57pt00000p1rf0qxhmqrw', 'challenge.due', 'system', run.due),
  'challenge.proposed': aboutChallenge(
    'evt_01m7crj3600000rwsakgb2ztz1',
    'challenge.proposed',
    'creator',
    run.proposed,
  ),
  'challenge.proposal_lapsed': aboutChallenge(
    'evt_01m7mfr8600000b7c0y4rk2sde',
    'challenge.proposal_lapsed',
    'system',
    run.lapsed,
  ),
  'challenge.disputed': aboutChallenge(
    'evt_01m7dnqy0000011jz8vx5ebdcw',
    'challenge.disputed',
    'opponent',
    run.disputed,
  ),
  'challenge.resolved': aboutChallenge(
    'evt_01m7f6ymm000012464yym7t01c',
    'challenge.resolved',
    'opponent',
    run.resolved,
  ),
  'challenge.evidence_added': aboutChallenge(
    'evt_01m7cr8y700000z0gbn6k4zpwp',
    'challenge.evidence_added',
    'creator',
    run.withEvidence,
    { evidence },
  ),
  'challenge.support_added': {
    ...aboutChallenge(
      'evt_01m77t22g00000tjvfxw4a84q9',
      'challenge.support_added',
      'observer',
      stairs.supported,
    ),
    data: {
      challenge: { ...inGroupFeed, allowed_actions: null },
      support: { side: 'creator', comment: 'I met Ben on the eighth floor.' },
    },
  },
  'tally.recorded': aboutTally(
    'evt_01m75xd54000017haedd3a0jcv',
    'tally.recorded',
    'creator',
    entries.wednesdayRecorded,
    times.wednesday,
  ),
  'tally.reviewed': aboutTally(
    'evt_01m75zzhv00001vqgdq2md9hb8',
    'tally.reviewed',
    'opponent',
    entries.wednesday,
    times.wednesdayConfirmed,
  ),
  'tally.disputed': aboutTally(
    'evt_01m7b26k400000tzpp81rgd70b',
    'tally.disputed',
    'opponent',
    entries.fridayDisputed,
    times.fridayDisputed,
  ),
  'tally.resolved': aboutTally(
    'evt_01m7b3b7000001d8xng8bsxrp9',
    'tally.resolved',
    'creator',
    entries.fridayAmended,
    times.fridayAmended,
  ),
  'group.member_added': aside(
    'evt_01m72n8mg0000197pppg230041',
    'group.member_added',
    'member',
    danInFeed.joined_at,
    { member: danInFeed },
  ),
  'group.member_changed': aside(
    'evt_01m78yr4g00000k2v1nq5s9d7x',
    'group.member_changed',
    'member',
    '2026-11-12T22:40:00.000Z',
    { member: { ...danInFeed, role: 'admin' } },
  ),
  'group.member_removed': aside(
    'evt_01m7at680000001pbg0amfshbd',
    'group.member_removed',
    'member',
    '2026-11-13T16:00:00.000Z',
    { member: danInFeed },
  ),
  'webhook.disabled': aside(
    'evt_01m77frfm000018e3b68x7bhr3',
    'webhook.disabled',
    'system',
    '2026-11-12T09:00:00.000Z',
    { webhook: webhookInFeed },
  ),
  'webhook.test': aside(
    'evt_01m727taz00000nyfm99yck8z0',
    'webhook.test',
    'member',
    '2026-11-10T08:05:00.000Z',
    { webhook: webhookInFeed },
  ),
}
