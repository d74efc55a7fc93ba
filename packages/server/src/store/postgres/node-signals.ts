// Signals between nodes, by LISTEN and NOTIFY: sent after the commit (inside it, NOTIFY makes all commits wait
// for each other), many in one message, and received on one connection for each node.
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Signals } from '../signals.ts'

const CHANNEL = 'challenge_service_signals'
// A payload holds 8000 bytes; a topic is an id of about 30.
const TOPICS_AT_ONCE = 200
const RECONNECT_MS = 1_000
const CONNECT_MS = 5_000

export class NodeSignals {
  readonly #pool: pg.Pool
  readonly #url: string
  readonly #signals: Signals
  readonly #onError: (error: Error) => void
  readonly #node = randomBytes(6).toString('hex')
  #outgoing = new Set<string>()
  #listening: Promise<void> | undefined
  #client: pg.Client | undefined
  #connected: Promise<unknown> | undefined
  #isSending = false
  readonly #closing = new AbortController()

  constructor(pool: pg.Pool, url: string, signals: Signals, onError: (error: Error) => void) {
    this.#pool = pool
    this.#url = url
    this.#signals = signals
    this.#onError = onError
  }

  /** Tells the other nodes, together with whatever else is told until the message before it has left. */
  send(topics: Iterable<string>): void {
    for (const topic of topics) this.#outgoing.add(topic)
    if (this.#isSending) return
    this.#isSending = true
    setImmediate(() => void this.#sendAll())
  }

  /** Begins to hear the other nodes; the first to wait calls it. */
  listen(): void {
    this.#listening ??= this.#keepListening()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    // One that is not connected yet would never be told that it was ended.
    await this.#connected?.catch(() => undefined)
    await this.#client?.end()
    await this.#listening
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  async #sendAll(): Promise<void> {
    while (this.#outgoing.size > 0 && !this.#isClosed) {
      const topics = [...this.#outgoing]
      this.#outgoing = new Set()
      for (let at = 0; at < topics.length; at += TOPICS_AT_ONCE) {
        await this.#notify(topics.slice(at, at + TOPICS_AT_ONCE))
      }
    }
    this.#isSending = false
  }

  async #notify(topics: readonly string[]): Promise<void> {
    const values = [CHANNEL, [this.#node, ...topics].join(' ')]
    await this.#pool
      .query({ name: 'signals.notify', text: 'select pg_notify($1, $2)', values })
      .catch(this.#onError)
  }

  async #keepListening(): Promise<void> {
    while (!this.#isClosed) {
      try {
        await this.#listenOnce()
      } catch (error) {
        if (error instanceof Error) this.#onError(error)
      }
      // A pause that nobody ended would be awaited by `close` while nothing keeps the process from ending.
      await pause(RECONNECT_MS, undefined, { ref: false, signal: this.#closing.signal }).catch(
        () => undefined,
      )
    }
  }

  /** Until the connection is lost. */
  async #listenOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      application_name: 'challenge-service',
    })
    this.#client = client
    const ended = new Promise<void>((resolve) => client.on('end', resolve))
    client.on('error', this.#onError)
    client.on('notification', ({ payload = '' }) => {
      const [node, ...topics] = payload.split(' ')
      if (node !== this.#node) this.#signals.raise(topics)
    })
    this.#connected = client.connect()
    await this.#connected
    await client.query(`listen ${CHANNEL}`)
    // Those who wait already have not heard what the others signalled until now.
    this.#signals.raiseAll()
    await ended
  }
}
