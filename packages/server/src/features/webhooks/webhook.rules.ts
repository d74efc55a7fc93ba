// What may be done with a subscription, and who may do it.
import type { DisabledReason, WebhookStatus } from '@challenge-service/contract'
import { eventKinds, limits } from '@challenge-service/contract/plain'
import type { FeedId, GroupId, OwnerId, WebhookId } from '../../kernel/ids.ts'
import { countInDay, type DayCount } from '../../kernel/day-count.ts'
import { DAY_MS, secondsUntil } from '../../kernel/instants.ts'
import { invalidFields, refuse, type Refusal } from '../../kernel/refusal.ts'

export interface Subscription {
  readonly id: WebhookId
  /** The account or group that it belongs to. */
  readonly ownerId: OwnerId
  /** The feed whose events it is sent. */
  readonly feedId: FeedId
  /** As it was given. */
  readonly url: string
  /** The same in its one canonical form, by which it is known. */
  readonly target: string
  readonly events: readonly string[]
  readonly description: string | null
  /** Of the headers that are sent with each delivery, as they were written. */
  readonly headerNames: readonly string[]
  readonly status: WebhookStatus
  readonly disabledReason: DisabledReason | null
  readonly disabledAt: number | null
  /** Counts how often it was switched on. A delivery belongs to one generation. */
  readonly generation: number
  /** Of a disabled one: the number in the feed of the first event that was not delivered. */
  readonly resendFrom: number | null
  readonly createdAt: number
  readonly switching: Switching
  /** By its owner. */
  readonly rotations: DayCount
  /** When its owner was last told by mail that the receiver is gone. */
  readonly goneToldAt: number | null
}

/** How often its owner has switched it on. The operator and the plan do so uncounted. */
export interface Switching {
  /** Within the day that began with the first of them. */
  readonly enables: number
  readonly enablesFrom: number | null
  /** The last time that it was to be sent what it had missed. */
  readonly resentAt: number | null
}

/**
 * The generation of a delivery that is queued now. While a subscription is disabled only tests are sent, and they have a
 * generation of their own, below zero: so they have nothing to do with what waited before, nor with what comes after.
 */
export const chooseGeneration = ({
  status,
  generation,
}: Pick<Subscription, 'status' | 'generation'>): number => (status === 'active' ? generation : -generation)

export const neverSwitched: Switching = { enables: 0, enablesFrom: null, resentAt: null }

/** `*` is every kind, also those to come, so nothing can stand beside it. */
export const checkEvents = (events: readonly string[]): void => {
  if (events.includes('*') && events.length > 1)
    throw invalidFields([{ field: 'events', message: 'must be * alone, or kinds of event' }])
}

const knownKinds: ReadonlySet<string> = new Set(eventKinds)

/** Of the kinds that a subscription asked for, those that only a newer release knows. */
export const unknownKinds = (events: readonly string[]): readonly string[] =>
  events.filter((kind) => kind !== '*' && !knownKinds.has(kind))

/** What a subscription asks for from now on: kinds that nobody can name here stay. */
export const replaceEvents = (before: readonly string[], wanted: readonly string[]): readonly string[] =>
  wanted.includes('*') ? wanted : [...wanted, ...unknownKinds(before)]

/** `events` are the kinds that a subscription asked for, or `*` alone. */
export const wantsKind = (events: readonly string[], kind: string): boolean =>
  events.includes('*') || events.includes(kind)

/** A group's subscriptions are for its admins; an account's for itself. */
export const checkAdmin = (actor: {
  readonly groupId: GroupId | null
  readonly role: string | null
}): void => {
  if (actor.groupId !== null && actor.role !== 'admin')
    throw refuse('forbidden', 'admin_only', "Only an admin of the group may see to its group's webhooks.")
}

export const checkActive = ({ status }: Pick<Subscription, 'status'>): void => {
  if (status !== 'active')
    throw refuse('invalid_state', 'disabled', 'The subscription is switched off. Enable it first.')
}

export const checkDisabled = ({ status }: Pick<Subscription, 'status'>): void => {
  if (status === 'active')
    throw refuse('invalid_state', 'already_active', 'The subscription is active already.')
}

const RESEND_MS = limits.webhookResendSeconds * 1000
const enableLimit = {
  most: limits.webhookEnablesPerDay,
  message: `A subscription is switched on at most ${limits.webhookEnablesPerDay} times in a day.`,
}
const rotationLimit = {
  most: limits.webhookRotationsPerDay,
  message: `A signing secret is rotated at most ${limits.webhookRotationsPerDay} times in a day.`,
}

/** Counts one more time, or says when the next is possible. Each can cost an event and a delivery for all others. */
export const countEnable = (before: Switching, resend: boolean, now: number): Switching => {
  const { resentAt } = before
  if (resend && resentAt !== null && now < resentAt + RESEND_MS) {
    throw notYet('What was missed is sent again at most once in an hour.', resentAt + RESEND_MS, now)
  }
  const { count, from } = countInDay({ count: before.enables, from: before.enablesFrom }, enableLimit, now)
  return { enables: count, enablesFrom: from, resentAt: resend ? now : resentAt }
}

/** Counts one more time. Each is a line in the security log, and no quota counts it. */
export const countRotation = (before: DayCount, now: number): DayCount =>
  countInDay(before, rotationLimit, now)

const notYet = (message: string, at: number, now: number): Refusal =>
  refuse('conflict', 'limit_reached', message, { retryAfter: secondsUntil(at, now) })

/** Whether its owner gets a mail: of a receiver that says again and again that it is gone, one in a day. */
export const isMailed = (
  { goneToldAt }: Pick<Subscription, 'goneToldAt'>,
  reason: DisabledReason,
  now: number,
): boolean => reason !== 'gone' || goneToldAt === null || now >= goneToldAt + DAY_MS
