// The objects that answers are made of, by name. An object is known by the identity of its members, which
// optional and nullable forms of it share: what is declared once has one name in every document.
import type { TObject, TSchema } from 'typebox'
import { Challenge, ChallengeWithEvidence, Evidence, FeedChallenge } from '../challenge.schema.ts'
import { endpoints } from '../endpoints.ts'
import { ErrorBody } from '../error.ts'
import { Event } from '../events.ts'
import { FeedMember } from '../groups.ts'
import { TallyEntry } from '../tally.ts'
import { FeedWebhook } from '../webhooks.ts'

export interface NamedObject {
  readonly name: string
  /** An object, or one that may be null where it stands. */
  readonly schema: TSchema
  /** The resource beside which documents show it. */
  readonly resource: string
  readonly is: string
  /** The object that it repeats, apart from what differs. */
  readonly extends?: string
}

const itemsOf = (list: TSchema): TSchema => (list as unknown as { readonly items: TSchema }).items

const memberOf = (object: TSchema, name: string): TSchema => (object as TObject).properties[name] ?? object

const profile = endpoints.getMe.result

const challenges: readonly NamedObject[] = [
  {
    name: 'Challenge',
    schema: Challenge,
    resource: 'challenges',
    is: 'A challenge as the acting person sees it. Of other people it holds the first name alone.',
  },
  {
    name: 'ChallengeWithEvidence',
    schema: ChallengeWithEvidence,
    resource: 'challenges',
    is: 'A challenge, and what the parties have brought forward.',
    extends: 'Challenge',
  },
  {
    name: 'Proposal',
    schema: Challenge.properties.proposal,
    resource: 'challenges',
    is: 'The outcome that one party proposed.',
  },
  {
    name: 'Resolution',
    schema: Challenge.properties.resolution,
    resource: 'challenges',
    is: 'How a challenge ended.',
  },
  {
    name: 'Dispute',
    schema: Challenge.properties.dispute,
    resource: 'challenges',
    is: 'The objection to a proposal.',
  },
  {
    name: 'Cancellation',
    schema: Challenge.properties.cancellation,
    resource: 'challenges',
    is: 'The request of one party to cancel an accepted challenge.',
  },
  {
    name: 'Evidence',
    schema: Evidence,
    resource: 'challenges',
    is: 'What a party brought forward: a text, a link or both.',
  },
]

const events: readonly NamedObject[] = [
  {
    name: 'Event',
    schema: Event,
    resource: 'events',
    is: 'One entry of the feed, and the body of a delivery.',
  },
  {
    name: 'FeedChallenge',
    schema: FeedChallenge,
    resource: 'events',
    is: 'A challenge at the moment of the event.',
    extends: 'Challenge',
  },
  {
    name: 'FeedSupport',
    schema: memberOf(Event.properties.data, 'support'),
    resource: 'events',
    is: 'Support that was given.',
  },
  { name: 'FeedMember', schema: FeedMember, resource: 'events', is: 'A member who came or went.' },
  { name: 'FeedWebhook', schema: FeedWebhook, resource: 'events', is: 'A subscription, without its URL.' },
]

export const namedObjects: readonly NamedObject[] = [
  { name: 'Profile', schema: profile, resource: 'profile', is: 'The acting person.' },
  {
    name: 'Record',
    schema: memberOf(profile, 'record'),
    resource: 'profile',
    is: 'How the challenges of a person ended.',
  },
  ...challenges,
  { name: 'Tally', schema: endpoints.getTally.result, resource: 'tally', is: 'How the tally stands.' },
  {
    name: 'TallyChange',
    schema: endpoints.recordTally.result,
    resource: 'tally',
    is: 'What a write touched, and how the tally stands after it.',
  },
  { name: 'TallyEntry', schema: TallyEntry, resource: 'tally', is: 'One entry of a count.' },
  ...events,
  { name: 'Group', schema: itemsOf(endpoints.listGroups.result), resource: 'groups', is: 'A group.' },
  {
    name: 'Member',
    schema: itemsOf(endpoints.listMembers.result),
    resource: 'groups',
    is: 'A member of a group.',
  },
  {
    name: 'GroupStats',
    schema: endpoints.getGroupStats.result,
    resource: 'groups',
    is: 'How the challenges of a group go.',
  },
  {
    name: 'DeletedMember',
    schema: endpoints.removeMember.result,
    resource: 'groups',
    is: 'What is left of a removed member.',
  },
  { name: 'Webhook', schema: endpoints.getWebhook.result, resource: 'webhooks', is: 'A subscription.' },
  {
    name: 'WebhookWithSecret',
    schema: endpoints.createWebhook.result,
    resource: 'webhooks',
    is: 'A subscription with its new signing secret.',
    extends: 'Webhook',
  },
  {
    name: 'Delivery',
    schema: itemsOf(endpoints.listDeliveries.result),
    resource: 'webhooks',
    is: 'A delivery of the last 30 days, and how it went.',
  },
  {
    name: 'QueuedDelivery',
    schema: endpoints.testWebhook.result,
    resource: 'webhooks',
    is: 'A delivery that was queued.',
  },
  {
    name: 'DeletedWebhook',
    schema: endpoints.deleteWebhook.result,
    resource: 'webhooks',
    is: 'What is left of a deleted subscription.',
  },
  {
    name: 'Question',
    schema: endpoints.getDailyQuestion.result,
    resource: 'daily-question',
    is: 'The question of a day.',
  },
  { name: 'Error', schema: ErrorBody, resource: 'errors', is: 'The body of every error.' },
]

const membersOf = (schema: TSchema): unknown => (schema as Partial<TObject>).properties

const names = new Map(namedObjects.map(({ name, schema }) => [membersOf(schema), name]))

export const nameOf = (schema: TSchema): string | undefined => {
  const members = membersOf(schema)
  return members === undefined ? undefined : names.get(members)
}
