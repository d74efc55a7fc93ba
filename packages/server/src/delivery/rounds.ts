// The rounds of the engine, and what it remembers from one to the next: what has finished, which queues are parked,
// and which feeds were busy. A round settles and claims in one transaction, then sends what was claimed.
import type { FeedId, WebhookId } from '../kernel/ids.ts'
import type { Dispatcher } from './dispatcher.ts'
import type { EngineParts } from './engine-parts.ts'
import type { RoundResult } from './engine.rules.ts'
import { PlannedSlots } from './queue/capacity.ts'
import type { ParkedQueue } from './queue/claim.ts'
import type { FinishedDelivery } from './queue/claimed-delivery.ts'
import { BUSY } from './queue/queue.store.ts'
import { Receivers } from './queue/receivers.ts'
import { runRound, type DeliveryRound } from './queue/round.ts'
import { decide, settleLast, type DecidedDelivery } from './queue/settle.ts'
import { delays, endings, type SettleDelay } from './queue/states.rules.ts'
import type { SettleBatch } from './settle-batch.ts'

// Beyond the timeout of an attempt, for what comes before and after it.
const LEASE_MARGIN_MS = 20_000
const UNPARKED_AT_ONCE = 64
/** Feeds of which another transaction held a queue are passed over for so long. */
const BUSY_FEED_MS = 200

export class Rounds {
  readonly #parts: EngineParts
  readonly #dispatcher: Dispatcher
  readonly #finished: SettleBatch
  readonly #receivers: Receivers
  readonly #parked = new Map<WebhookId, ParkedQueue>()
  readonly #busyFeeds = new Map<FeedId, number>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(parts: EngineParts, dispatcher: Dispatcher, finished: SettleBatch) {
    this.#parts = parts
    this.#dispatcher = dispatcher
    this.#finished = finished
    this.#receivers = new Receivers({
      keyring: parts.keys,
      parseTarget: (url) => parts.client.parseTarget(url),
      onError: (webhookId, error) =>
        parts.log.error(
          { webhook: webhookId, err: error },
          'a signing secret or the headers cannot be opened; nothing is sent',
        ),
    })
  }

  /** The last one that was begun; what it has claimed is known once it is over. */
  get last(): Promise<unknown> {
    return this.#last
  }

  /** Enough has finished for a round, or a parked queue has capacity again. */
  get isReady(): boolean {
    return this.#finished.isReady || this.#findUnparkable().length > 0
  }

  run(mayClaim: boolean): Promise<RoundResult> {
    const round = this.#run(mayClaim)
    this.#last = round.catch(() => undefined)
    return round
  }

  async #run(mayClaim: boolean): Promise<RoundResult> {
    const { store, clock, capacity, settings, random = Math.random } = this.#parts
    const finished = this.#finished.take()
    const decided = finished.map((one) => decide(one, settings.retrySeconds, random()))
    const unparked = this.#findUnparkable()
    const leaseMs = settings.timeoutMs + LEASE_MARGIN_MS
    const claiming = mayClaim ? { capacity, receivers: this.#receivers, leaseMs } : undefined
    const startedAt = clock.monotonic()
    try {
      const busy = await this.#settleLasts(decided)
      const ordinary = decided.filter(({ decision }) => endings[decision.kind].off === undefined)
      const work = { finished: ordinary, unparked, claiming, passedOver: this.#listBusyFeeds() }
      const round = await store.write((tx) => runRound(tx, work, clock.now()))
      const postponed = [...busy, ...round.postponed]
      this.#keep(postponed, 'queue_busy')
      this.#warnOfLost(ordinary.length - round.postponed.length - round.settled.count)
      this.#remember(round)
      this.#dispatcher.send(round.claim.deliveries)
      this.#finished.noteDuration(clock.monotonic() - startedAt)
      return toResult(round, finished.length, postponed.length)
    } catch (error) {
      this.#keep(finished, 'round_failed')
      throw error
    }
  }

  #remember({ settled, unparked, busyFeeds, claim }: DeliveryRound): void {
    for (const delivery of settled.ended) this.#dispatcher.noteGeneration(delivery, 'found_over')
    for (const { webhookId } of unparked) this.#parked.delete(webhookId)
    const until = this.#parts.clock.monotonic() + BUSY_FEED_MS
    for (const feedId of busyFeeds) this.#busyFeeds.set(feedId, until)
    for (const parked of claim.parked) this.#parked.set(parked.webhookId, parked)
  }

  /** Those that could not be settled now. */
  #keep(deliveries: readonly FinishedDelivery[], why: SettleDelay): void {
    if (delays[why].to === 'finished') this.#finished.putBack(deliveries)
  }

  /** Those that were busy a moment ago. */
  #listBusyFeeds(): ReadonlySet<FeedId> {
    const now = this.#parts.clock.monotonic()
    for (const [feedId, until] of this.#busyFeeds) if (until <= now) this.#busyFeeds.delete(feedId)
    return new Set(this.#busyFeeds.keys())
  }

  /** Those that end their subscription, each in a transaction of its own. Gives those that must wait. */
  async #settleLasts(decided: readonly DecidedDelivery[]): Promise<readonly DecidedDelivery[]> {
    const { store, clock } = this.#parts
    const postponed: DecidedDelivery[] = []
    for (const one of decided) {
      const { off } = endings[one.decision.kind]
      if (off === undefined) continue
      this.#dispatcher.noteGeneration(one.delivery, 'switching_off')
      const settled = await store.write((tx) => settleLast(tx, one, off, clock.now()))
      if (settled === BUSY) {
        postponed.push(one)
        continue
      }
      if (!settled.isOver) this.#dispatcher.noteGeneration(one.delivery, 'settled_elsewhere')
      this.#warnOfLost(settled.isOurs ? 0 : 1)
    }
    return postponed
  }

  #warnOfLost(count: number): void {
    if (count > 0)
      this.#parts.log.warn({ deliveries: count }, 'deliveries were settled too late, under a lost lease')
  }

  /** Parked queues that there is capacity for again, those that have waited longest first. */
  #findUnparkable(): readonly ParkedQueue[] {
    const planned = new PlannedSlots()
    const found: ParkedQueue[] = []
    for (const parked of this.#parked.values()) {
      if (found.length === UNPARKED_AT_ONCE) break
      if (this.#parts.capacity.countFree(parked.slot, planned) === 0) continue
      planned.add(parked.slot, 1)
      found.push(parked)
    }
    return found
  }
}

const toResult = (
  { claim, unparked, woken, mayBeMore }: DeliveryRound,
  finished: number,
  postponed: number,
): RoundResult => {
  const settled = finished - postponed
  const touched = settled + unparked.length + claim.deliveries.length + claim.parked.length + woken
  return { mayBeMore, didSomething: mayBeMore || touched > 0, postponed }
}
