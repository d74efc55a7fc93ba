// One connection to Redis. It is used until something goes wrong with it, and never again: the next one is looked up
// afresh, so after a failover it leads to the server that took over.
import { Fault } from '../kernel/refusal.ts'
import { RedisPatience, within } from './patience.ts'
import { scripts, type Script } from './scripts.ts'

export interface Command {
  readonly script: Script
  readonly key: string
  readonly args: readonly string[]
}

/** Of the client, what is used here. */
interface RedisClient {
  readonly isOpen: boolean
  sendCommand(words: readonly string[]): Promise<unknown>
  /** When all has been answered. */
  close(): Promise<unknown>
  destroy(): void
}

export class RedisConnection {
  readonly #url: string
  readonly #patience: RedisPatience
  #client: RedisClient | undefined
  #isOver = false
  #lost: Error | undefined
  #onLost: ((error: Error) => void) | undefined

  /** `answerMs`: an answer that takes longer is late. It is waited for until several were, and then lost. */
  constructor(url: string, answerMs: number) {
    this.#url = url
    this.#patience = new RedisPatience(answerMs, (error) => this.#lose(error))
  }

  async open(withinMs: number): Promise<void> {
    // Loaded by those alone who have a Redis: it takes a while.
    const { default: redis } = await import('@redis/client')
    const client = redis.createClient({
      url: this.#url,
      RESP: 2,
      disableOfflineQueue: true,
      disableClientInfo: true,
      maintNotifications: 'disabled',
      socket: { connectTimeout: withinMs, reconnectStrategy: false },
    })
    this.#client = client
    client.on('error', (error: Error) => this.#lose(error))
    const prepare = async (): Promise<void> => {
      await client.connect()
      await Promise.all(scripts.map(({ text }) => client.sendCommand(['SCRIPT', 'LOAD', text])))
    }
    await within(prepare(), withinMs)
  }

  /** Called at once where it is lost already. */
  onLost(heard: (error: Error) => void): void {
    this.#onLost = heard
    if (this.#lost) heard(this.#lost)
  }

  /** It waits until the connection is lost, or destroyed. */
  run({ script: { sha, text }, key, args }: Command): Promise<unknown> {
    const client = this.#open()
    const begunAt = this.#patience.begin()
    const answer = client.sendCommand(['EVALSHA', sha, '1', key, ...args]).catch((error: unknown) => {
      // Someone emptied its memory of scripts.
      if (!String(error).includes('NOSCRIPT')) throw error
      return client.sendCommand(['EVAL', text, '1', key, ...args])
    })
    return answer.finally(() => this.#patience.end(begunAt))
  }

  async remove(key: string, member: string): Promise<void> {
    await this.#open().sendCommand(['ZREM', key, member])
  }

  /** When all has been answered, or after so long. */
  async close(withinMs: number): Promise<void> {
    await within(this.#client?.close() ?? Promise.resolve(), withinMs).catch(() => undefined)
    this.destroy()
  }

  destroy(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#patience.stop()
    if (this.#client?.isOpen) this.#client.destroy()
  }

  #lose(error: Error): void {
    this.#lost ??= error
    this.#onLost?.(error)
  }

  #open(): RedisClient {
    if (!this.#client) throw new Fault('this connection was never opened')
    return this.#client
  }
}

/** The code of the system, or the word with which Redis begins a refusal; undefined where there is neither. */
export const findRedisCode = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  return 'code' in error && typeof error.code === 'string'
    ? error.code
    : /^[A-Z]+(?= )/.exec(error.message)?.[0]
}
