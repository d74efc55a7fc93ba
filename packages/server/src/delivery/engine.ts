// The engine of webhooks: takes what is due under a lease, sends it outside of any transaction, settles it under
// the same lease. It runs on every node; what is in its memory may be lost at any moment without loss: a lease
// that nobody settles ends, and its delivery is tried again.
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../log/log.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Keyring } from '../kernel/keyring.ts'
import { DELIVERIES_TOPIC } from '../features/events/deliveries.store.ts'
import type { Store } from '../store/store.ts'
import type { AttemptResult, Sender } from './attempt.ts'
import { claimDue, type Parked } from './claim.ts'
import { findNextDue } from './claim.store.ts'
import { Destinations } from './destinations.ts'
import { Dispatcher } from './dispatcher.ts'
import { Hosts, Planned } from './hosts.ts'
import { judge, settleLast, settleSome, type Judged } from './settle.ts'
import type { Finished, Task } from './task.ts'

// Beyond the timeout of an attempt, for what comes before and after it.
const LEASE_MARGIN_MS = 20_000
const POLL_MS = 5_000
const AFTER_ERROR_MS = 1_000
const UNPARKED_AT_ONCE = 64
const SETTLED_AT_ONCE = 512
// What has finished is settled when this many have, or as many as are still under way, or after a time that is
// several times what the last transaction took: while there is enough to send, one for each would be most of the
// work.
const WORTHWHILE = 256
const WAITED_FOR = 6
const SETTLE_WITHIN_MS = { least: 5, most: 50 } as const

/** Whoever counts what happens. */
export interface DeliveryWatch {
  attempted(task: Task, result: AttemptResult, at: number): void
}

export interface EngineParts {
  readonly store: Store
  readonly sender: Sender
  readonly keys: Keyring
  readonly clock: Clock
  readonly log: Log
  readonly settings: { readonly retrySeconds: readonly number[]; readonly timeoutMs: number }
  readonly watch?: DeliveryWatch | undefined
  readonly random?: () => number
}

export class DeliveryEngine {
  readonly #parts: EngineParts
  readonly #leaseMs: number
  readonly #hosts = new Hosts()
  readonly #destinations: Destinations
  readonly #dispatcher: Dispatcher
  readonly #parked = new Map<string, Parked>()
  readonly #finished: Finished[] = []
  #overdue: NodeJS.Timeout | undefined
  #isOverdue = false
  #settleWithinMs: number = SETTLE_WITHIN_MS.least
  #wake: () => void = () => undefined
  #isWoken = false
  readonly #stopping = new AbortController()
  #loops: Promise<unknown> = Promise.resolve()
  #due: Promise<unknown> = Promise.resolve()

  constructor(parts: EngineParts) {
    const { clock, settings, sender, keys } = parts
    this.#parts = parts
    this.#leaseMs = settings.timeoutMs + LEASE_MARGIN_MS
    this.#destinations = new Destinations(keys, (webhookId, error) =>
      parts.log.error(
        { webhook: webhookId, err: error },
        'a signing secret cannot be opened; nothing is sent',
      ),
    )
    this.#dispatcher = new Dispatcher({
      hosts: this.#hosts,
      sender,
      clock,
      timeoutMs: settings.timeoutMs,
      onFinished: (finished) => this.#take(finished),
    })
  }

  /** Works until `stop`: woken by whatever is written, and by itself when the next is due. */
  start(): void {
    this.#loops = Promise.all([this.#work(), this.#listen()])
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
      const { mayBeMore } = await this.#round(true)
      if (mayBeMore || this.#isWorthwhile() || this.#withRoom().length > 0) continue
      if (this.#dispatcher.underWay === 0) return
      await this.#nextWake()
    }
  }

  /** Lets what is under way come to its end; hands back what was not begun. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#wake()
    await this.#loops
    this.#dispatcher.stop()
    while (this.#dispatcher.underWay > 0 || this.#finished.length > 0) {
      if (this.#finished.length === 0) await this.#nextWake()
      await this.#round(false)
    }
    await this.#parts.sender.close()
  }

  async #work(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#isWoken = false
      try {
        const idleMs = await this.#idleMs()
        if (idleMs > 0) await this.#nextWake(idleMs)
        else await this.#round(true)
      } catch (error) {
        this.#parts.log.error({ err: error }, 'deliveries could not be taken or settled; trying again')
        await pause(AFTER_ERROR_MS, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
      }
    }
  }

  async #listen(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await this.#parts.store.waitFor(DELIVERIES_TOPIC, POLL_MS, signal)
      this.#rouse()
    }
  }

  /** How long there is nothing to do: asked with one read, since that is most of what an idle service does. */
  async #idleMs(): Promise<number> {
    if (this.#isWorthwhile() || this.#withRoom().length > 0) return 0
    const dueAt = await findNextDue(this.#parts.store)
    return dueAt === undefined ? POLL_MS : Math.max(0, Math.min(POLL_MS, dueAt - this.#parts.clock.now()))
  }

  /** Settles what has finished, then takes what is due, in one transaction. */
  async #round(mayClaim: boolean): Promise<{ readonly mayBeMore: boolean }> {
    const { store, clock, settings, random = Math.random } = this.#parts
    const finished = this.#finished.splice(0, SETTLED_AT_ONCE)
    clearTimeout(this.#overdue)
    this.#overdue = undefined
    this.#isOverdue = false
    const judged = finished.map((one) => ({
      task: one.task,
      result: one.result,
      at: one.at,
      verdict: judge(one, settings.retrySeconds, random()),
    }))
    const unparked = this.#withRoom()
    const startedAt = clock.monotonic()
    try {
      await this.#settleLasts(judged)
      const ordinary = judged.filter(({ verdict }) => verdict?.kind !== 'off')
      const { claim, settled } = await store.write(async (tx) => {
        const now = clock.now()
        return {
          settled: await settleSome(tx, ordinary, unparked, now),
          claim: mayClaim ? await claimDue(tx, this.#claimParts, now) : undefined,
        }
      })
      this.#note(ordinary.length - settled.count)
      for (const task of settled.ended) this.#dispatcher.endRun(task)
      for (const { webhookId } of unparked) this.#parked.delete(webhookId)
      for (const parked of claim?.parked ?? []) this.#parked.set(parked.webhookId, parked)
      this.#dispatcher.send(claim?.tasks ?? [])
      const { least, most } = SETTLE_WITHIN_MS
      this.#settleWithinMs = Math.min(most, Math.max(least, WAITED_FOR * (clock.monotonic() - startedAt)))
      return { mayBeMore: claim?.mayBeMore ?? false }
    } catch (error) {
      this.#finished.unshift(...finished)
      throw error
    }
  }

  get #claimParts() {
    return { hosts: this.#hosts, destinations: this.#destinations, leaseMs: this.#leaseMs }
  }

  async #settleLasts(judged: readonly Judged[]): Promise<void> {
    for (const one of judged) {
      const { verdict } = one
      if (verdict?.kind !== 'off') continue
      const { store, clock } = this.#parts
      this.#dispatcher.endRun(one.task)
      const { isOurs, isOver } = await store.write((tx) => settleLast(tx, one, verdict.reason, clock.now()))
      // Whoever has it now decides.
      if (!isOver) this.#dispatcher.resumeRun(one.task)
      this.#note(isOurs ? 0 : 1)
    }
  }

  #note(lost: number): void {
    if (lost > 0)
      this.#parts.log.warn({ deliveries: lost }, 'deliveries were settled too late, under a lost lease')
  }

  /** Parked queues whose host has room again, those that have waited longest first. */
  #withRoom(): readonly Parked[] {
    const planned = new Planned()
    const found: Parked[] = []
    for (const parked of this.#parked.values()) {
      if (found.length === UNPARKED_AT_ONCE) break
      if (this.#hosts.room(parked, planned) === 0) continue
      planned.add(parked, 1)
      found.push(parked)
    }
    return found
  }

  #take(finished: Finished): void {
    this.#finished.push(finished)
    const { result, task, at } = finished
    if (result) this.#parts.watch?.attempted(task, result, at)
    if (this.#isWorthwhile()) return this.#rouse()
    this.#overdue ??= setTimeout(() => {
      this.#isOverdue = true
      this.#rouse()
    }, this.#settleWithinMs)
  }

  #isWorthwhile(): boolean {
    const { length } = this.#finished
    return length > 0 && (this.#isOverdue || length >= Math.min(WORTHWHILE, this.#dispatcher.underWay))
  }

  #rouse(): void {
    this.#isWoken = true
    this.#wake()
  }

  /** Until something is written or finished, or the time is up. */
  #nextWake(withinMs = POLL_MS): Promise<void> {
    if (this.#isWoken) {
      this.#isWoken = false
      return Promise.resolve()
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#wake(), withinMs)
      timer.unref()
      this.#wake = () => {
        clearTimeout(timer)
        this.#wake = () => undefined
        this.#isWoken = false
        resolve()
      }
    })
  }
}
