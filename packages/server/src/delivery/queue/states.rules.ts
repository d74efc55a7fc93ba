// What becomes of a delivery, of the generation that it belongs to, and of its queue: a row for everything that can
// happen to one. Claiming, sending and settling do what the row says, and ../README.md shows the rows.
import type { DeliveryStatus } from '@challenge-service/contract'
import type { Failure } from './schedule.rules.ts'

/**
 * `waiting`: until it is due. `claimed`: in the memory of a node, under a lease. `finished`: not settled yet.
 * The others are its end.
 */
export type DeliveryState = 'waiting' | 'claimed' | 'finished' | 'delivered' | 'failed' | 'dropped'

/** What its owner reads of it. */
export const statuses: Readonly<Record<DeliveryState, DeliveryStatus>> = {
  waiting: 'pending',
  claimed: 'pending',
  finished: 'pending',
  delivered: 'delivered',
  failed: 'failed',
  dropped: 'dropped',
}

/** Why a claimed delivery is handed back before its first byte leaves. */
export type SendObstacle = 'lease_short' | 'generation_over' | 'receiver_replaced' | 'stopping'

/** What came of it. */
export type DeliveryEnding = 'unsent' | 'delivered' | 'retry' | 'failed_once' | Failure

/** Why it is not settled now. */
export type SettleDelay = 'queue_busy' | 'round_failed'

interface DeliveryRule {
  readonly when: string
  readonly from: DeliveryState
  readonly to: DeliveryState
  /** When a waiting one is due. */
  readonly due?: 'at_once' | 'by_schedule'
  /** Why its subscription is switched off with it. */
  readonly off?: Failure
}

export const obstacles: Readonly<Record<SendObstacle, DeliveryRule>> = {
  lease_short: { when: 'its lease might end before the attempt does', from: 'claimed', to: 'finished' },
  generation_over: { when: 'its generation is over', from: 'claimed', to: 'finished' },
  receiver_replaced: { when: 'the URL or the headers have changed', from: 'claimed', to: 'finished' },
  stopping: { when: 'the service stops', from: 'claimed', to: 'finished' },
}

export const obstacleNames = Object.keys(obstacles) as readonly SendObstacle[]

export const endings: Readonly<Record<DeliveryEnding, DeliveryRule>> = {
  unsent: { when: 'it was handed back unsent', from: 'finished', to: 'waiting', due: 'at_once' },
  delivered: { when: 'the receiver took it', from: 'finished', to: 'delivered' },
  retry: { when: 'the attempt failed', from: 'finished', to: 'waiting', due: 'by_schedule' },
  failures: { when: 'the last attempt failed', from: 'finished', to: 'failed', off: 'failures' },
  gone: { when: 'the receiver answered 410', from: 'finished', to: 'dropped', off: 'gone' },
  failed_once: { when: 'the one attempt of a test failed', from: 'finished', to: 'failed' },
}

export const delays: Readonly<Record<SettleDelay, DeliveryRule>> = {
  queue_busy: { when: 'another transaction has its queue', from: 'finished', to: 'finished' },
  round_failed: { when: 'the transaction fails', from: 'finished', to: 'finished' },
}

/** Nothing leaves of one that is over. */
export type GenerationState = 'current' | 'over'

export type GenerationEvent = 'answered_gone' | 'switching_off' | 'found_over' | 'settled_elsewhere'

interface GenerationRule {
  readonly when: string
  readonly from: GenerationState
  readonly to: GenerationState
}

export const generationRules: Readonly<Record<GenerationEvent, GenerationRule>> = {
  answered_gone: { when: 'a receiver answers 410', from: 'current', to: 'over' },
  switching_off: { when: 'a delivery is settled that ends it', from: 'current', to: 'over' },
  found_over: { when: 'a delivery is settled, and the queue is of another one', from: 'current', to: 'over' },
  settled_elsewhere: {
    when: 'the delivery that would end it has another lease by now',
    from: 'over',
    to: 'current',
  },
}

/** `due`: looked at in the next round. `full`: all of its capacity is used. `parked`: it has no capacity. */
export type QueueState = 'due' | 'idle' | 'full' | 'parked' | 'unreadable'

export type QueueEvent =
  'took_some' | 'took_all' | 'without_capacity' | 'without_secrets' | 'settled' | 'capacity_again'

/**
 * When a queue is looked at next. `if_more`: at once if it has more, else when a lease or an interval of it ends.
 * `if_settled`: when something of it is settled, at the latest when a lease ends. `after_lease`: after the time of a lease.
 * `since_parked`: at once, and before all who have waited for less long.
 */
export type NextLook = 'if_more' | 'if_settled' | 'after_lease' | 'since_parked'

interface QueueRule {
  readonly when: string
  readonly from: readonly QueueState[]
  readonly to: QueueState
  readonly look: NextLook
}

export const queueRules: Readonly<Record<QueueEvent, QueueRule>> = {
  took_some: {
    when: 'less is claimed than there is capacity for',
    from: ['due'],
    to: 'idle',
    look: 'if_more',
  },
  took_all: {
    when: 'as much is claimed as there is capacity for',
    from: ['due'],
    to: 'full',
    look: 'if_settled',
  },
  without_capacity: { when: 'there is no capacity for it', from: ['due'], to: 'parked', look: 'after_lease' },
  without_secrets: {
    when: 'its secrets or headers cannot be decrypted',
    from: ['due'],
    to: 'unreadable',
    look: 'after_lease',
  },
  settled: { when: 'something of it is settled', from: ['idle', 'full'], to: 'due', look: 'if_more' },
  capacity_again: {
    when: 'there is capacity for it again',
    from: ['parked'],
    to: 'due',
    look: 'since_parked',
  },
}
