// Hands what was claimed to the HTTP client, and back what came of it. Nothing is begun that might not end within its
// lease, nothing that belongs to a generation that is over, and nothing for a URL or headers that have changed since.
import type { Clock } from '../kernel/clock.ts'
import type { Span, Tracer } from '../kernel/tracing.ts'
import { composeMessage } from './compose.ts'
import type { AttemptResult } from './http/attempt.ts'
import type { HttpClient } from './http/client.ts'
import type { Capacity } from './queue/capacity.ts'
import {
  isTriedOnce,
  toSlot,
  type ClaimedDelivery,
  type FinishedDelivery,
  type Generation,
  type Receiver,
} from './queue/claimed-delivery.ts'
import {
  generationRules,
  obstacleNames,
  type GenerationEvent,
  type SendObstacle,
} from './queue/states.rules.ts'

/** Generations that are remembered to be over: many more than those of which something can still be in memory. */
const KEPT_ENDED = 10_000

export interface DispatcherParts {
  readonly capacity: Capacity
  readonly client: HttpClient
  readonly clock: Clock
  readonly timeoutMs: number
  readonly onFinished: (finished: FinishedDelivery) => void
  readonly tracer?: Tracer | undefined
}

export class Dispatcher {
  readonly #parts: DispatcherParts
  /** Generations that are over. */
  readonly #ended = new Set<string>()
  /** Those that something is under way for, and how much. */
  readonly #held = new Map<Receiver, number>()
  readonly #replaced = new WeakSet<Receiver>()
  readonly #obstacles: readonly ((delivery: ClaimedDelivery) => boolean)[]
  #underWay = 0
  #isStopping = false

  constructor(parts: DispatcherParts) {
    this.#parts = parts
    const isThere: Readonly<Record<SendObstacle, (delivery: ClaimedDelivery) => boolean>> = {
      lease_short: ({ lease }) => parts.clock.now() + parts.timeoutMs > lease.until,
      generation_over: (delivery) => this.#hasEnded(delivery),
      receiver_replaced: ({ receiver }) => this.#replaced.has(receiver),
      stopping: () => this.#isStopping,
    }
    this.#obstacles = obstacleNames.map((obstacle) => isThere[obstacle])
  }

  /** Claimed and not finished yet. */
  get underWay(): number {
    return this.#underWay
  }

  /** Those that something is under way for. */
  get receivers(): readonly Receiver[] {
    return [...this.#held.keys()]
  }

  send(deliveries: readonly ClaimedDelivery[]): void {
    const { capacity } = this.#parts
    // Counted before the first is sent: one that ends at once must not be taken for the last.
    this.#underWay += deliveries.length
    for (const delivery of deliveries) {
      capacity.take(toSlot(delivery))
      this.#held.set(delivery.receiver, (this.#held.get(delivery.receiver) ?? 0) + 1)
    }
    for (const delivery of deliveries) this.#send(delivery)
  }

  /** Of one that is over nothing more leaves, what waits for a connection included: it is handed back. */
  noteGeneration(generation: Generation, event: GenerationEvent): void {
    if (generationRules[event].to === 'current') {
      this.#ended.delete(toKey(generation))
      return
    }
    this.#ended.add(toKey(generation))
    const [oldest] = this.#ended
    if (oldest !== undefined && this.#ended.size > KEPT_ENDED) this.#ended.delete(oldest)
  }

  /** What was claimed for them and was not begun is handed back, to be claimed for what took their place. */
  dropReceivers(receivers: readonly Receiver[]): void {
    if (receivers.length === 0) return
    for (const receiver of receivers) this.#replaced.add(receiver)
    this.#parts.client.dropUnwanted()
  }

  /** Begins nothing more: what waits for its turn is handed back. */
  stop(): void {
    this.#isStopping = true
    this.#parts.client.dropUnwanted()
  }

  #send(delivery: ClaimedDelivery): void {
    const { client, clock, tracer } = this.#parts
    let span: Span | undefined
    client.send(
      {
        target: delivery.receiver.target,
        secretHeaders: delivery.receiver.headers,
        isWanted: () => this.#isWanted(delivery),
        compose: () => {
          span?.end()
          span = tracer && beginSpan(tracer, delivery)
          return composeMessage(delivery, clock.now(), span?.traceparent)
        },
      },
      (result) => {
        if (span) endSpan(span, result)
        this.#finish(delivery, result)
      },
    )
  }

  #isWanted(delivery: ClaimedDelivery): boolean {
    return !this.#obstacles.some((isThere) => isThere(delivery))
  }

  #release(receiver: Receiver): void {
    const left = (this.#held.get(receiver) ?? 1) - 1
    if (left === 0) this.#held.delete(receiver)
    else this.#held.set(receiver, left)
  }

  #hasEnded(generation: Generation): boolean {
    return this.#ended.size > 0 && this.#ended.has(toKey(generation))
  }

  #finish(delivery: ClaimedDelivery, result: AttemptResult | null): void {
    const { capacity, clock, onFinished } = this.#parts
    if (result) {
      // At once, and not when it is settled: hundreds more may be in memory by then.
      if (result.outcome === 'gone' && !isTriedOnce(delivery)) this.noteGeneration(delivery, 'answered_gone')
      capacity.learn(delivery.receiver.target.origin, { answered: result.status !== null, ms: result.ms })
    }
    this.#underWay -= 1
    capacity.release(toSlot(delivery))
    this.#release(delivery.receiver)
    onFinished({ delivery, result, at: clock.now() })
  }
}

/** A trace of its own: the receiver learns nothing of ours by it. */
const beginSpan = (tracer: Tracer, { id, webhookId, attempt }: ClaimedDelivery): Span =>
  tracer.begin('POST', {
    kind: 'client',
    parent: null,
    attributes: {
      'http.request.method': 'POST',
      'challenge_service.webhook.id': webhookId,
      'challenge_service.delivery.id': id,
      'challenge_service.delivery.attempt': attempt,
    },
  })

const endSpan = (span: Span, result: AttemptResult | null): void => {
  if (result !== null && result.status !== null) {
    span.set({ 'http.response.status_code': result.status })
  }
  span.end(result === null || result.outcome === 'delivered' ? undefined : result.outcome)
}

const toKey = ({ webhookId, generation }: Generation): string => `${webhookId} ${generation}`
