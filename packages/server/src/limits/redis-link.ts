// The way to Redis: asks within a bound, and stops asking as soon as an answer fails to come. Whoever asks then counts
// alone, and what was counted alone is carried over before anyone asks again.
import { Fault } from '../kernel/refusal.ts'
import type { Log } from '../log/log.ts'
import { findRedisCode, RedisConnection, type Command } from './redis-connection.ts'
import { admitScript, type Script } from './scripts.ts'

export interface LinkTiming {
  /** A call waits for Redis this long at most. */
  readonly answerMs: number
  /** How long it counts alone before it tries again, and how long such a try may take. */
  readonly retryMs: number
  /** A place that was not renewed for so long is free. */
  readonly leaseMs: number
}

export const linkTiming: LinkTiming = { answerMs: 100, retryMs: 1_000, leaseMs: 15_000 }

/** For whoever watches the service. */
export interface LinkState {
  /** Whether the limits are shared now. */
  readonly isShared: boolean
  /** How often Redis went away. */
  readonly timesLost: number
  /** How many calls were counted by this process alone since its start. */
  readonly countedAlone: number
}

/** What this process has counted, as commands; of calls with a later mark alone. */
export type Carry = (after: number) => readonly Command[]

const CARRIED_AT_ONCE = 200
const PROBE = 'challenge-service:probe'

export class RedisLink {
  readonly timing: LinkTiming
  readonly #url: string
  readonly #log: Log
  readonly #carries: Carry[] = []
  #connection: RedisConnection | undefined
  #retry: NodeJS.Timeout | undefined
  #isClosed = false
  #mark = 0
  #timesLost = 0
  #countedAlone = 0
  /** Why there is no connection, as it was told last. */
  #told = ''

  constructor(url: string, log: Log, timing: LinkTiming) {
    this.#url = url
    this.#log = log
    this.timing = timing
  }

  get state(): LinkState {
    return {
      isShared: this.#connection !== undefined,
      timesLost: this.#timesLost,
      countedAlone: this.#countedAlone,
    }
  }

  /** A number for each call, ever larger: a call that reached Redis twice is one. */
  readonly nextMark = (): number => (this.#mark += 1)

  noteCountedAlone(): void {
    this.#countedAlone += 1
  }

  carryWith(carry: Carry): void {
    this.#carries.push(carry)
  }

  /** Tries once, and goes on trying on the side. */
  async start(): Promise<void> {
    const error = await this.#tryOnce()
    if (error !== undefined) this.#tell(error, 'Redis (REDIS_URL) does not answer')
  }

  /** Undefined where there is no Redis now; a promise of undefined where it went meanwhile. It never rejects. */
  ask(script: Script, key: string, args: readonly string[]): Promise<unknown> | undefined {
    const connection = this.#connection
    if (!connection) return undefined
    return connection.run({ script, key, args }, this.timing.answerMs).catch((error: unknown) => {
      this.#lose(connection, error)
      return undefined
    })
  }

  /** Free again, if Redis hears it; else when its lease has ended. */
  remove(key: string, member: string): void {
    const connection = this.#connection
    connection?.remove(key, member).catch((error: unknown) => this.#lose(connection, error))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    const connection = this.#connection
    this.#connection = undefined
    await connection?.close(this.timing.retryMs)
  }

  #lose(connection: RedisConnection, error: unknown): void {
    if (this.#connection !== connection) return
    this.#connection = undefined
    this.#timesLost += 1
    connection.destroy()
    this.#tell(error, 'Redis no longer answers')
    this.#tryLater()
  }

  #tell(error: unknown, words: string): void {
    const redis = describe(error)
    this.#told = redis
    this.#log.warn({ redis }, `${words}: limits are counted in each process until it does`)
  }

  #tryLater(): void {
    if (this.#isClosed) return
    this.#retry = setTimeout(() => {
      void this.#tryOnce().then((error) => {
        if (this.#connection) this.#log.info('Redis answers again: limits are shared')
        // For another reason than before: it is not only away, but wants another password, say.
        else if (!this.#isClosed && describe(error) !== this.#told)
          this.#tell(error, 'Redis still does not answer')
      })
    }, this.timing.retryMs)
    this.#retry.unref()
  }

  /** What went wrong, if anything did. */
  async #tryOnce(): Promise<unknown> {
    const connection = new RedisConnection(this.#url)
    try {
      await connection.open(this.timing.retryMs)
      // One that cannot be written to, or is slow, is not back.
      const probe = { script: admitScript, key: PROBE, args: ['1', '1000', '-'] }
      await connection.run(probe, this.timing.answerMs)
      await this.#carryOver(connection)
    } catch (error) {
      connection.destroy()
      this.#tryLater()
      return error ?? new Fault('unknown')
    }
    return undefined
  }

  /** Calls that are counted meanwhile follow at the end: one connection keeps the order in which it was written to. */
  async #carryOver(connection: RedisConnection): Promise<void> {
    const before = this.#mark
    const commands = this.#carries.flatMap((carry) => carry(0))
    for (let from = 0; from < commands.length; from += CARRIED_AT_ONCE) {
      const batch = commands.slice(from, from + CARRIED_AT_ONCE)
      await Promise.all(batch.map((command) => connection.run(command, this.timing.retryMs)))
    }
    if (this.#isClosed) {
      connection.destroy()
      return
    }
    for (const command of this.#carries.flatMap((carry) => carry(before))) {
      connection.run(command, this.timing.retryMs).catch((error: unknown) => this.#lose(connection, error))
    }
    this.#connection = connection
    connection.onLost((error) => this.#lose(connection, error))
  }
}

/** Its code, and none of its words: a line of the log holds nothing that came from elsewhere. */
const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  return error instanceof Fault ? error.message : (findRedisCode(error) ?? error.constructor.name)
}
