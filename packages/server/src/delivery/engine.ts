// The engine of webhooks: claims what is due under a lease, sends it outside of any transaction, settles it under
// the same lease. It runs on every node; what is in its memory may be lost at any moment without loss: a lease
// that nobody settles ends, and its delivery is tried again.
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { FeedId, WebhookId } from '../kernel/ids.ts'
import { DELIVERIES_TOPIC, RECEIVERS_TOPIC } from '../features/events/deliveries.store.ts'
import { Dispatcher } from './dispatcher.ts'
import type { EngineParts } from './engine-parts.ts'
import { PlannedSlots } from './queue/capacity.ts'
import type { ParkedQueue } from './queue/claim.ts'
import type { FinishedDelivery } from './queue/claimed-delivery.ts'
import { findReceiverRow } from './queue/claim.store.ts'
import { BUSY, findNextDue } from './queue/queue.store.ts'
import { isReplaced, Receivers } from './queue/receivers.ts'
import { runRound } from './queue/round.ts'
import { decide, settleLast, type DecidedDelivery } from './queue/settle.ts'
import { SettleBatch } from './settle-batch.ts'
import { Wakeup } from './wakeup.ts'

// Beyond the timeout of an attempt, for what comes before and after it.
const LEASE_MARGIN_MS = 20_000
const POLL_MS = 5_000
const AFTER_ERROR_MS = 1_000
const UNPARKED_AT_ONCE = 64
// Every event wakes the engine, also where nobody subscribed. While many do, it spends a two-hundredth of the time on
// looking for nothing, but looks this often at least.
const LOOK_SHARE = 0.005
const LOOK_EVERY_MS = 20
// After a round that found nothing but what others hold.
const AFTER_NOTHING_MS = 50
// At a stop, for what others hold. After it, its lease ends by itself.
const LAST_SETTLING_MS = 10_000

/** Feeds of which another transaction held a queue are passed over for so long. */
const BUSY_FEED_MS = 200

interface RoundResult {
  readonly mayBeMore: boolean
  readonly didSomething: boolean
  /** How many are to be settled in a later round. */
  readonly postponed: number
}

export class DeliveryEngine {
  readonly #parts: EngineParts
  readonly #leaseMs: number
  readonly #receivers: Receivers
  readonly #dispatcher: Dispatcher
  readonly #parked = new Map<WebhookId, ParkedQueue>()
  readonly #busyFeeds = new Map<FeedId, number>()
  readonly #finished: SettleBatch
  readonly #wakeup = new Wakeup()
  readonly #stopping = new AbortController()
  #loops: Promise<unknown> = Promise.resolve()
  #due: Promise<unknown> = Promise.resolve()
  #lastRound: Promise<unknown> = Promise.resolve()

  constructor(parts: EngineParts) {
    const { clock, settings, client, capacity, keys } = parts
    this.#parts = parts
    this.#leaseMs = settings.timeoutMs + LEASE_MARGIN_MS
    this.#receivers = new Receivers({
      keyring: keys,
      parseTarget: (url) => client.parseTarget(url),
      onError: (webhookId, error) =>
        parts.log.error(
          { webhook: webhookId, err: error },
          'a signing secret or the headers cannot be opened; nothing is sent',
        ),
    })
    this.#dispatcher = new Dispatcher({
      capacity,
      client,
      clock,
      timeoutMs: settings.timeoutMs,
      onFinished: (finished) => this.#noteFinished(finished),
      tracer: parts.tracer,
    })
    this.#finished = new SettleBatch(
      () => this.#dispatcher.underWay,
      () => this.#wakeup.wake(),
    )
  }

  /** Works until `stop`: woken by whatever is written, and by itself when the next is due. */
  start(): void {
    this.#loops = Promise.all([this.#work(), this.#listen(), this.#watchReceivers()])
  }

  /** Does all that is due now, and waits for it: one call after another. For whoever has not started it. */
  runDue(): Promise<void> {
    const run = this.#due.then(() => this.#runDue())
    this.#due = run.catch(() => undefined)
    this.#loops = Promise.allSettled([this.#loops, run])
    return run
  }

  async #runDue(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const { mayBeMore, didSomething, postponed } = await this.#round(true)
      const isHeldUp = !didSomething && postponed > 0 && postponed === this.#finished.count
      if (isHeldUp && this.#dispatcher.underWay === 0) return
      if (mayBeMore || this.#finished.isReady || this.#findUnparkable().length > 0) continue
      if (this.#dispatcher.underWay === 0) return
      await this.#wakeup.wait(POLL_MS)
    }
  }

  /** Lets what is under way come to its end; hands back what was not begun. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#wakeup.wake()
    await this.#loops
    this.#dispatcher.stop()
    const giveUpAt = this.#parts.clock.monotonic() + LAST_SETTLING_MS
    while (this.#dispatcher.underWay > 0 || this.#finished.count > 0) {
      if (this.#finished.count === 0) await this.#wakeup.wait(POLL_MS)
      if ((await this.#round(false)).didSomething) continue
      if (this.#dispatcher.underWay === 0 && this.#parts.clock.monotonic() >= giveUpAt) break
      await pause(AFTER_NOTHING_MS)
    }
    await this.#parts.client.close()
  }

  async #work(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#wakeup.reset()
      try {
        const startedAt = this.#parts.clock.monotonic()
        const idleMs = await this.#findIdleMs()
        if (idleMs > 0) await this.#rest(idleMs, startedAt)
        else if (!(await this.#round(true)).didSomething) await this.#wakeup.wait(AFTER_NOTHING_MS)
      } catch (error) {
        this.#parts.outage.tell(error, {}, 'deliveries could not be claimed or settled; trying again')
        await pause(AFTER_ERROR_MS, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
      }
    }
  }

  /** Until something happens, and the response of the call that caused it has left. */
  async #rest(idleMs: number, lookStartedAt: number): Promise<void> {
    const { clock } = this.#parts
    const lookMs = clock.monotonic() - lookStartedAt
    await this.#wakeup.wait(idleMs)
    await nextTurn()
    const nextLookAt = lookStartedAt + Math.min(LOOK_EVERY_MS, lookMs / LOOK_SHARE)
    const earlyMs = nextLookAt - clock.monotonic()
    if (earlyMs > 0 && !this.#finished.isReady) await pause(earlyMs)
  }

  async #listen(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await this.#parts.store.waitFor(DELIVERIES_TOPIC, POLL_MS, signal)
      this.#wakeup.wake()
    }
  }

  /** A look for each signal: one that comes during a look is followed by another. */
  async #watchReceivers(): Promise<void> {
    const { store, outage } = this.#parts
    const { signal } = this.#stopping
    let changed = store.waitFor(RECEIVERS_TOPIC, POLL_MS, signal)
    for (;;) {
      await changed
      if (signal.aborted) return
      changed = store.waitFor(RECEIVERS_TOPIC, POLL_MS, signal)
      try {
        await this.#dropReplaced()
      } catch (error) {
        outage.tell(error, {}, 'changed subscriptions could not be looked at; trying again')
      }
    }
  }

  /** Hands back what was claimed for a URL or headers of before, and was not begun. */
  async #dropReplaced(): Promise<void> {
    // What it has claimed is known once it is over.
    await this.#lastRound
    const { receivers } = this.#dispatcher
    const rows = await Promise.all(
      receivers.map(({ webhookId }) => findReceiverRow(this.#parts.store, webhookId)),
    )
    this.#dispatcher.dropReceivers(
      receivers.filter(({ row }, at) => {
        const now = rows[at]
        return now === undefined || isReplaced(row, now)
      }),
    )
  }

  /** How long there is nothing to do: found with one read, since that is most of what an idle service does. */
  async #findIdleMs(): Promise<number> {
    if (this.#finished.isReady || this.#findUnparkable().length > 0) return 0
    const dueAt = await findNextDue(this.#parts.store)
    return dueAt === undefined ? POLL_MS : Math.max(0, Math.min(POLL_MS, dueAt - this.#parts.clock.now()))
  }

  /** Settles what has finished and claims what is due, in one transaction; then sends what was claimed. */
  #round(mayClaim: boolean): Promise<RoundResult> {
    const round = this.#runRound(mayClaim)
    this.#lastRound = round.catch(() => undefined)
    return round
  }

  async #runRound(mayClaim: boolean): Promise<RoundResult> {
    const { store, clock, capacity, settings, random = Math.random } = this.#parts
    const finished = this.#finished.take()
    const decided = finished.map((one) => decide(one, settings.retrySeconds, random()))
    const unparked = this.#findUnparkable()
    const claiming = mayClaim ? { capacity, receivers: this.#receivers, leaseMs: this.#leaseMs } : undefined
    const startedAt = clock.monotonic()
    try {
      const postponed = [...(await this.#settleLasts(decided))]
      const ordinary = decided.filter(({ decision }) => decision?.kind !== 'off')
      const passedOver = this.#listBusyFeeds()
      const work = { finished: ordinary, unparked, claiming, passedOver }
      const { settled, claim, woken, mayBeMore, ...round } = await store.write((tx) =>
        runRound(tx, work, clock.now()),
      )
      postponed.push(...round.postponed)
      this.#finished.putBack(postponed)
      this.#warnOfLost(ordinary.length - round.postponed.length - settled.count)
      for (const delivery of settled.ended) this.#dispatcher.endGeneration(delivery)
      for (const { webhookId } of round.unparked) this.#parked.delete(webhookId)
      for (const feedId of round.busyFeeds) this.#busyFeeds.set(feedId, clock.monotonic() + BUSY_FEED_MS)
      for (const parked of claim.parked) this.#parked.set(parked.webhookId, parked)
      this.#dispatcher.send(claim.deliveries)
      this.#finished.noteDuration(clock.monotonic() - startedAt)
      const { deliveries, parked } = claim
      const ended = finished.length - postponed.length + round.unparked.length
      const touched = ended + deliveries.length + parked.length + woken
      return { mayBeMore, didSomething: mayBeMore || touched > 0, postponed: postponed.length }
    } catch (error) {
      this.#finished.putBack(finished)
      throw error
    }
  }

  /** Those that were busy a moment ago. */
  #listBusyFeeds(): ReadonlySet<FeedId> {
    const now = this.#parts.clock.monotonic()
    for (const [feedId, until] of this.#busyFeeds) if (until <= now) this.#busyFeeds.delete(feedId)
    return new Set(this.#busyFeeds.keys())
  }

  /** Those that end their subscription, each in a transaction of its own. Gives those that must wait. */
  async #settleLasts(decided: readonly DecidedDelivery[]): Promise<readonly DecidedDelivery[]> {
    const postponed: DecidedDelivery[] = []
    for (const one of decided) {
      const { decision, delivery } = one
      if (decision?.kind !== 'off') continue
      const { store, clock } = this.#parts
      this.#dispatcher.endGeneration(delivery)
      const settled = await store.write((tx) => settleLast(tx, one, decision.reason, clock.now()))
      if (settled === BUSY) {
        postponed.push(one)
        continue
      }
      // Another node has claimed it since, and decides.
      if (!settled.isOver) this.#dispatcher.resumeGeneration(delivery)
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

  #noteFinished(finished: FinishedDelivery): void {
    const { delivery, result, at } = finished
    this.#finished.add(finished)
    if (result) this.#parts.watch?.attempted(delivery, result, at)
  }
}
