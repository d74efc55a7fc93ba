// One connection to one origin, for one attempt at a time.
import { Client, type buildConnector } from 'undici'
import type { Connect } from './connect.ts'
import type { AttemptFailure } from './failure.ts'

/** A receiver that says nothing about it is assumed to keep an idle connection for 5 seconds, as most do. */
const IDLE_MS = 4_000
const MAX_IDLE_MS = 30_000

export class Connection {
  readonly origin: string
  readonly client: Client
  /** Responses that came over the socket in use. After the first, the receiver may close it at any moment. */
  responses = 0
  /** When it was put aside, by a clock that only counts; undefined while it is in use. */
  idleSince: number | undefined
  readonly #connecting = new AbortController()

  constructor(origin: string, connect: Connect, whenClosed: (connection: Connection) => void) {
    this.origin = origin
    this.client = new Client(origin, {
      connect: (target, callback) => void this.#connect(connect, target, callback),
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: MAX_IDLE_MS,
      // The one timeout of an attempt is kept by the attempt.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    this.client.on('connect', () => {
      this.responses = 0
    })
    this.client.on('disconnect', () => whenClosed(this))
  }

  async #connect(
    connect: Connect,
    target: buildConnector.Options,
    callback: buildConnector.Callback,
  ): Promise<void> {
    const made = await connect(target, this.#connecting.signal).then(
      (socket) => [null, socket] as const,
      (error: unknown) => [error as AttemptFailure, null] as const,
    )
    callback(...made)
  }

  /** Ends the connection, also one that is being made. Resolves once the socket is closed. */
  async close(): Promise<void> {
    const closed = this.client.destroy()
    this.#connecting.abort()
    await closed
  }
}
