// The way to Redis: asks within a bound, and stops asking when answers fail to come. The process then counts alone, and
// what was counted alone is carried over before anyone asks again.
import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE_MS } from '../kernel/instants.ts'
import { Fault } from '../kernel/refusal.ts'
import type { Log } from '../log/log.ts'
import { within } from './patience.ts'
import { findRedisCode, RedisConnection, type Command } from './redis-connection.ts'
import { readAdmission, readHeard, type Heard } from './replies.ts'
import { admitScript, beatScript } from './scripts.ts'
import type { SharedNames } from './shared-names.ts'

export interface LinkTiming {
  /** An answer of Redis that takes longer is late; several in a row, and it is away. */
  readonly answerMs: number
  /** How long it counts alone before it tries again, and how long such a try may take. */
  readonly retryMs: number
  /** A place that was not renewed for so long is free. */
  readonly leaseMs: number
}

export const linkTiming: LinkTiming = { answerMs: 100, retryMs: 1_000, leaseMs: 15_000 }

/** For monitoring. */
export interface LinkState {
  /** Whether the limits are shared now. */
  readonly isShared: boolean
  /** Among how many processes, as far as this one has heard. */
  readonly nodes: number
  /** How often Redis went away. */
  readonly timesLost: number
  /** How many calls were counted by this process alone since its start. */
  readonly countedAlone: number
}

/** What this process has counted, as commands. */
export type Carry = () => readonly Command[]

const CARRIED_AT_ONCE = 200
const PROBE = { script: admitScript, key: 'challenge-service:probe', args: ['1', '1000', '-', ''] }
const PROBE_RULE = { limit: 1, spanMs: 1 }
/** How often a node says that it is there, within the time between two tries. */
const BEATS_OF_RETRY = 2
/** After so many beats it no longer waits for others, which may have ended, or have no way to Redis. */
const BEATS_AT_MOST = 20

export interface LinkParts {
  readonly names: SharedNames
  readonly log: Log
  readonly timing: LinkTiming
  /** How many processes count in this Redis. */
  readonly countNodes: () => number
}

export class RedisLink {
  readonly timing: LinkTiming
  readonly #url: string
  readonly #names: SharedNames
  readonly #log: Log
  readonly #countNodes: () => number
  readonly #carries: Carry[] = []
  #connection: RedisConnection | undefined
  /** One that is told what is counted alone, and not asked yet. */
  #joining: RedisConnection | undefined
  #retry: NodeJS.Timeout | undefined
  #beat: NodeJS.Timeout | undefined
  #isClosed = false
  #isCarrying = false
  #mark = 0
  #timesLost = 0
  #countedAlone = 0
  /** Why there is no connection, as it was told last. */
  #told = ''

  constructor(url: string, { names, log, timing, countNodes }: LinkParts) {
    this.#url = url
    this.#names = names
    this.#log = log
    this.timing = timing
    this.#countNodes = countNodes
  }

  get state(): LinkState {
    return {
      isShared: this.#connection !== undefined,
      nodes: this.nodes,
      timesLost: this.#timesLost,
      countedAlone: this.#countedAlone,
    }
  }

  get nodes(): number {
    return this.#countNodes()
  }

  /** A number for each call, ever larger: a call that reached Redis twice is one. */
  readonly nextMark = (): number => (this.#mark += 1)

  /** `command`: what tells Redis of it, as soon as it can be told. */
  noteCountedAlone(command?: () => Command): void {
    this.#countedAlone += 1
    const joining = this.#joining
    if (joining && command) joining.run(command()).catch((error: unknown) => this.#lose(joining, error))
  }

  carryWith(carry: Carry): void {
    this.#carries.push(carry)
  }

  /** Tries once, and goes on trying on the side. */
  async start(): Promise<void> {
    const error = await this.#tryOnce(false)
    if (error !== undefined) this.#warn(error, 'Redis (REDIS_URL) does not answer')
  }

  /**
   * `read`: undefined where it is no answer to that. Undefined where there is no Redis now; a promise of undefined where it
   * went meanwhile. It never rejects.
   */
  ask<T>(command: Command, read: (reply: unknown) => T | undefined): Promise<T | undefined> | undefined {
    const connection = this.#connection
    return connection?.run(command).then(
      (reply) => {
        const answer = read(reply)
        if (answer === undefined) this.#lose(connection, new Fault('an answer of another shape'))
        return answer
      },
      (error: unknown) => {
        this.#lose(connection, error)
        return undefined
      },
    )
  }

  /** Redis has lost what it had counted: someone emptied it, or it has too little memory. */
  noteForgotten(): void {
    const connection = this.#connection
    if (!connection || this.#isCarrying) return
    this.#isCarrying = true
    this.#log.warn('Redis has lost what it had counted: it is carried over')
    void this.#carryOver(connection)
      .catch((error: unknown) => this.#lose(connection, error))
      // Not again at once, whatever it forgets.
      .then(() => pause(this.timing.retryMs, undefined, { ref: false }))
      .finally(() => (this.#isCarrying = false))
  }

  /** Free again, if Redis hears it; else when its lease has ended. */
  remove(key: string, member: string): void {
    const connection = this.#connection ?? this.#joining
    connection?.remove(key, member).catch((error: unknown) => this.#lose(connection, error))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    clearInterval(this.#beat)
    const connection = this.#connection ?? this.#joining
    this.#connection = undefined
    this.#joining = undefined
    await connection?.close(this.timing.retryMs)
  }

  #lose(connection: RedisConnection, error: unknown): void {
    connection.destroy()
    if (this.#joining === connection) this.#joining = undefined
    if (this.#connection !== connection) return
    this.#connection = undefined
    clearInterval(this.#beat)
    this.#timesLost += 1
    this.#warn(error, 'Redis no longer answers')
    this.#tryLater()
  }

  #warn(error: unknown, words: string): void {
    const redis = describe(error)
    this.#told = redis
    this.#log.warn({ redis }, `${words}: limits are counted in each process until it does`)
  }

  #tryLater(): void {
    if (this.#isClosed) return
    this.#retry = setTimeout(() => {
      void this.#tryOnce(true).then((error) => {
        if (this.#connection) this.#log.info('Redis answers again: limits are shared')
        // For another reason than before: it is not only away, but wants another password, say.
        else if (!this.#isClosed && describe(error) !== this.#told)
          this.#warn(error, 'Redis still does not answer')
      })
    }, this.timing.retryMs)
    this.#retry.unref()
  }

  /** What went wrong, if anything did. */
  async #tryOnce(wasAway: boolean): Promise<unknown> {
    const { answerMs, retryMs } = this.timing
    const connection = new RedisConnection(this.#url, answerMs)
    try {
      await connection.open(retryMs)
      // One that cannot be written to, is slow, or is no Redis, is not back.
      const probed = await within(connection.run(PROBE), answerMs)
      if (!readAdmission(probed, PROBE_RULE)) throw new Fault('an answer of another shape')
      await this.#join(connection, wasAway)
    } catch (error) {
      this.#lose(connection, error)
      this.#tryLater()
      return error ?? new Fault('unknown')
    }
    return undefined
  }

  async #join(connection: RedisConnection, wasAway: boolean): Promise<void> {
    let lost: Error | undefined
    connection.onLost((error) => {
      lost = error
      this.#lose(connection, error)
    })
    // What is counted alone from here on is told one by one.
    this.#joining = connection
    await this.#carryOver(connection)
    const { at } = await this.#beatNow(connection, 0)
    if (wasAway) await this.#waitForOthers(connection, at)
    if (this.#isClosed) {
      connection.destroy()
      return
    }
    if (this.#joining !== connection) throw lost ?? new Fault('it went while it was told')
    this.#joining = undefined
    this.#connection = connection
    this.#beat = setInterval(() => this.#beatOn(), this.timing.retryMs / BEATS_OF_RETRY)
    this.#beat.unref()
  }

  /** Until every other node has carried over what it counted alone, too: before that there is more than Redis knows of. */
  async #waitForOthers(connection: RedisConnection, since: number): Promise<void> {
    for (let left = BEATS_AT_MOST; left > 0 && this.#joining === connection; left -= 1) {
      if ((await this.#beatNow(connection, since)).nodes >= this.nodes) return
      await pause(this.timing.retryMs / BEATS_OF_RETRY, undefined, { ref: false })
    }
  }

  /** Says that this node is there, and that Redis knows of all that it has counted. */
  async #beatNow(connection: RedisConnection, since: number): Promise<Heard> {
    const heard = readHeard(await within(connection.run(this.#makeBeat(since)), this.timing.retryMs))
    if (!heard) throw new Fault('an answer of another shape')
    return heard
  }

  #beatOn(): void {
    void this.ask(this.#makeBeat(0), readHeard)?.then((heard) => {
      if (heard?.isNew) this.noteForgotten()
    })
  }

  #makeBeat(since: number): Command {
    const args = [this.#names.node, String(MINUTE_MS * 1000), String(since)]
    return { script: beatScript, key: this.#names.keyOf('node', ''), args }
  }

  async #carryOver(connection: RedisConnection): Promise<void> {
    const commands = this.#carries.flatMap((carry) => carry())
    for (let from = 0; from < commands.length; from += CARRIED_AT_ONCE) {
      const batch = commands.slice(from, from + CARRIED_AT_ONCE)
      await within(Promise.all(batch.map((command) => connection.run(command))), this.timing.retryMs)
    }
  }
}

/** Its code, and none of its words: a line of the log holds nothing that came from elsewhere. */
const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  return error instanceof Fault ? error.message : (findRedisCode(error) ?? error.constructor.name)
}
