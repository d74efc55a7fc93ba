// What may be done with a subscription, and who may do it.
import type { DisabledReason, WebhookStatus } from '@challenge-service/contract'
import { invalidFields, refuse } from '../../kernel/refusal.ts'

export interface Subscription {
  readonly id: string
  /** The account or group that it belongs to. */
  readonly ownerId: string
  /** The feed whose entries it is sent. */
  readonly feedId: string
  /** As it was given. */
  readonly url: string
  /** The same in its one canonical form, by which it is known. */
  readonly target: string
  readonly events: readonly string[]
  readonly description: string | null
  readonly status: WebhookStatus
  readonly disabledReason: DisabledReason | null
  readonly disabledAt: number | null
  /** Counts how often it was switched on. */
  readonly run: number
  /** Of a disabled one: the place in the feed of the first entry that was not delivered. */
  readonly resendFrom: number | null
  readonly createdAt: number
}

/** `*` is every kind, also those to come, so nothing can stand beside it. */
export const checkEvents = (events: readonly string[]): void => {
  if (events.includes('*') && events.length > 1)
    throw invalidFields([{ field: 'events', message: 'must be * alone, or kinds of event' }])
}

/** A group's subscriptions are for its admins; an account's for itself. */
export const checkAdmin = (actor: {
  readonly groupId: string | null
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
