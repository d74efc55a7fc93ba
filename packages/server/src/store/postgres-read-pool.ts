// Reads outside a transaction: they share a few connections, and none waits for the answers to those before it.
// What is asked in one turn of the event loop leaves in one write. Reads that were on a lost connection are asked
// again, on another.
import pg from 'pg'
import { isLoss } from './postgres-errors.ts'
import { StorageTrouble } from './trouble.ts'

const CONNECTIONS = 4
// Where all are lost at once, a read may meet each of them before it comes to a new one.
const TRIES = CONNECTIONS + 1

export class ReadPool {
  readonly #connections: readonly ReadConnection[]

  constructor(settings: pg.ClientConfig, onLost: (error: Error) => void) {
    this.#connections = Array.from({ length: CONNECTIONS }, () => new ReadConnection(settings, onLost))
  }

  async query(config: pg.QueryConfig): Promise<pg.QueryResult> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#freest().query(config)
      } catch (error) {
        if (!(error instanceof Loss)) throw error
        if (tries === TRIES) throw error.cause
      }
    }
  }

  /** With the fewest unanswered, so that nobody queues behind a slow read who need not. */
  #freest(): ReadConnection {
    return this.#connections.reduce((best, connection) =>
      connection.unanswered < best.unanswered ? connection : best,
    )
  }

  async close(): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.close()))
  }
}

class ReadConnection {
  unanswered = 0
  readonly #settings: pg.ClientConfig
  readonly #onLost: (error: Error) => void
  #client: Promise<pg.Client> | undefined
  #held = false

  constructor(settings: pg.ClientConfig, onLost: (error: Error) => void) {
    this.#settings = settings
    this.#onLost = onLost
  }

  async query(config: pg.QueryConfig): Promise<pg.QueryResult> {
    this.unanswered += 1
    try {
      const client = await (this.#client ?? this.#connect())
      this.#hold(client)
      return await client.query(config).catch((error: unknown) => {
        throw isLoss(error) ? new Loss('a connection was lost', { cause: error }) : error
      })
    } finally {
      this.unanswered -= 1
    }
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined)
    await client?.end()
  }

  #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#settings)
    const connected = client.connect().then(
      () => client,
      (error: unknown) => {
        throw new StorageTrouble('away', error)
      },
    )
    this.#client = connected
    // A loss is told twice, the second time perhaps when another connection has taken the place.
    const forget = (): boolean => {
      if (this.#client !== connected) return false
      this.#client = undefined
      this.#held = false
      return true
    }
    // From the start: one may be lost in the very moment it is there. Of one that never was, whoever asked is told.
    client.on('error', (error) => forget() && this.#onLost(error))
    connected.catch(forget)
    return connected
  }

  /** Holds back what is written until this turn of the event loop is over. */
  #hold({ connection: { stream } }: pg.Client): void {
    if (this.#held) return
    this.#held = true
    stream.cork()
    const client = this.#client
    setImmediate(() => {
      if (this.#client === client) this.#held = false
      stream.uncork()
    })
  }
}

class Loss extends Error {}
