// The engine of webhooks: claims what is due under a lease, sends it outside of any transaction, settles it under
// the same lease. It runs on every node; what is in its memory may be lost at any moment without loss: a lease
// that nobody settles ends, and its delivery is tried again.
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { DELIVERIES_TOPIC } from '../features/events/deliveries.store.ts'
import { Dispatcher } from './dispatcher.ts'
import type { EngineParts } from './engine-parts.ts'
import {
  engineSteps,
  findings,
  type EngineMode,
  type RoundResult,
  type EngineSituation,
  type EngineStep,
} from './engine.rules.ts'
import type { FinishedDelivery } from './queue/claimed-delivery.ts'
import { findNextDue } from './queue/queue.store.ts'
import { watchReceivers } from './receiver-watch.ts'
import { Rounds } from './rounds.ts'
import { SettleBatch } from './settle-batch.ts'
import { Wakeup } from './wakeup.ts'

const POLL_MS = 5_000
const AFTER_ERROR_MS = 1_000
// Every event wakes the engine, also where nobody subscribed. While many do, it spends a two-hundredth of the time on
// looking for nothing, but looks this often at least.
const LOOK_SHARE = 0.005
const LOOK_EVERY_MS = 20
// After a round that found nothing but what others hold.
const AFTER_NOTHING_MS = 50
// At a stop, for what others hold. After it, its lease ends by itself.
const LAST_SETTLING_MS = 10_000

interface EngineLook extends EngineSituation {
  readonly startedAt: number
}

export class DeliveryEngine {
  readonly #parts: EngineParts
  readonly #dispatcher: Dispatcher
  readonly #finished: SettleBatch
  readonly #rounds: Rounds
  readonly #wakeup = new Wakeup()
  readonly #stopping = new AbortController()
  #loops: Promise<unknown> = Promise.resolve()
  #due: Promise<unknown> = Promise.resolve()

  constructor(parts: EngineParts) {
    const { clock, settings, client, capacity, tracer } = parts
    this.#parts = parts
    this.#dispatcher = new Dispatcher({
      capacity,
      client,
      clock,
      timeoutMs: settings.timeoutMs,
      onFinished: (finished) => this.#noteFinished(finished),
      tracer,
    })
    this.#finished = new SettleBatch(
      () => this.#dispatcher.underWay,
      () => this.#wakeup.wake(),
    )
    this.#rounds = new Rounds(parts, this.#dispatcher, this.#finished)
  }

  /** Works until `stop`: woken by whatever is written, and by itself when the next is due. */
  start(): void {
    this.#loops = Promise.all([
      this.#run('running'),
      this.#listen(),
      watchReceivers(this.#parts, this.#rounds, this.#dispatcher, this.#stopping.signal),
    ])
  }

  /** Does everything that is due now, one after another, and waits for it. For callers that have not started the engine. */
  runDue(): Promise<void> {
    const run = this.#due.then(() => this.#run('catching_up'))
    this.#due = run.catch(() => undefined)
    this.#loops = Promise.allSettled([this.#loops, run])
    return run
  }

  /** Lets what is under way come to its end; hands back what was not begun. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#wakeup.wake()
    await this.#loops
    this.#dispatcher.stop()
    await this.#run('draining')
    await this.#parts.client.close()
  }

  /** Looks for what there is to do, and does what the table says, until that is to end. */
  async #run(mode: EngineMode): Promise<void> {
    const giveUpAt = this.#parts.clock.monotonic() + LAST_SETTLING_MS
    let round: RoundResult | undefined
    for (;;) {
      try {
        const look = await this.#look(mode, round, giveUpAt)
        const step = engineSteps[mode][findings[mode](look)]
        if (step === 'end') return
        round = await this.#take(step, look)
      } catch (error) {
        if (engineSteps[mode].error === 'throw') throw error
        round = undefined
        await this.#recover(error)
      }
    }
  }

  /** Only one that is running looks into the database, and not for what others hold. */
  async #look(mode: EngineMode, round: RoundResult | undefined, giveUpAt: number): Promise<EngineLook> {
    const { clock } = this.#parts
    const { signal } = this.#stopping
    const isLooking = mode === 'running' && round?.didSomething !== false && !signal.aborted
    if (isLooking) this.#wakeup.reset()
    const startedAt = clock.monotonic()
    return {
      startedAt,
      idleMs: isLooking ? await this.#findIdleMs() : 0,
      isTimeUp: mode === 'draining' ? startedAt >= giveUpAt : signal.aborted,
      round,
      underWay: this.#dispatcher.underWay,
      finished: this.#finished.count,
      isReady: mode === 'catching_up' && this.#rounds.isReady,
    }
  }

  /** Gives the result of a round. */
  async #take(step: Exclude<EngineStep, 'end'>, look: EngineLook): Promise<RoundResult | undefined> {
    switch (step) {
      case 'round':
        return await this.#rounds.run(true)
      case 'settle':
        return await this.#rounds.run(false)
      case 'rest':
        await this.#rest(look)
        return undefined
      case 'wait':
        await this.#wakeup.wait(POLL_MS)
        return undefined
      case 'wait_briefly':
        await this.#wakeup.wait(AFTER_NOTHING_MS)
        return undefined
      case 'pause':
        await pause(AFTER_NOTHING_MS)
        return undefined
    }
  }

  async #recover(cause: unknown): Promise<void> {
    this.#parts.outage.tell(cause, {}, 'deliveries could not be claimed or settled; trying again')
    await pause(AFTER_ERROR_MS, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
  }

  /** Until something happens, and the response of the call that caused it has left. */
  async #rest({ startedAt, idleMs }: EngineLook): Promise<void> {
    const { clock } = this.#parts
    const lookMs = clock.monotonic() - startedAt
    await this.#wakeup.wait(idleMs)
    await nextTurn()
    const nextLookAt = startedAt + Math.min(LOOK_EVERY_MS, lookMs / LOOK_SHARE)
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

  /** How long there is nothing to do: found with one read, since that is most of what an idle service does. */
  async #findIdleMs(): Promise<number> {
    if (this.#rounds.isReady) return 0
    const dueAt = await findNextDue(this.#parts.store)
    return dueAt === undefined ? POLL_MS : Math.max(0, Math.min(POLL_MS, dueAt - this.#parts.clock.now()))
  }

  #noteFinished(finished: FinishedDelivery): void {
    const { delivery, result, at } = finished
    this.#finished.add(finished)
    if (result) this.#parts.watch?.attempted(delivery, result, at)
  }
}
