// Reads outside a transaction share a few connections, and none waits for the results of those before it. What is read
// in one turn of the event loop is sent in one write. A read on a connection that is lost is sent again, on another.
import pg from 'pg'
import { StorageTrouble } from '../health/trouble.ts'
import { isConnectionLoss } from './errors.ts'

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
        return await this.#leastBusy().query(config)
      } catch (error) {
        if (!(error instanceof ConnectionLoss)) throw error
        if (tries === TRIES) throw error.cause
      }
    }
  }

  /** The connection with the fewest unanswered reads, so that few wait behind a slow one. */
  #leastBusy(): ReadConnection {
    return this.#connections.reduce((best, connection) =>
      connection.unanswered < best.unanswered ? connection : best,
    )
  }

  get unanswered(): number {
    return this.#connections.reduce((sum, connection) => sum + connection.unanswered, 0)
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
  #isHeld = false

  constructor(settings: pg.ClientConfig, onLost: (error: Error) => void) {
    this.#settings = settings
    this.#onLost = onLost
  }

  async query(config: pg.QueryConfig): Promise<pg.QueryResult> {
    this.unanswered += 1
    try {
      const client = await (this.#client ?? this.#connect())
      this.#holdWrites(client)
      return await client.query(config).catch((error: unknown) => {
        throw isConnectionLoss(error) ? new ConnectionLoss('a connection was lost', { cause: error }) : error
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
    // A loss is reported twice. At the second report another connection may have taken the place of this one.
    const forget = (): boolean => {
      if (this.#client !== connected) return false
      this.#client = undefined
      this.#isHeld = false
      return true
    }
    // Listened to from the start: a connection may be lost as soon as it is there. Where it cannot be made at all, the
    // read that asked for it fails.
    client.on('error', (error) => forget() && this.#onLost(error))
    connected.catch(forget)
    return connected
  }

  /** Holds back what is written until this turn of the event loop is over. */
  #holdWrites({ connection: { stream } }: pg.Client): void {
    if (this.#isHeld) return
    this.#isHeld = true
    stream.cork()
    const client = this.#client
    setImmediate(() => {
      if (this.#client === client) this.#isHeld = false
      stream.uncork()
    })
  }
}

class ConnectionLoss extends Error {}
