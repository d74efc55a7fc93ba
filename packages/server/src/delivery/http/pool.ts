// The connections to each origin, and the one queue of attempts that wait for them. Guarantees that no origin has
// more attempts under way than its limit, that each connection is given back exactly once, and that an origin
// without connections takes no memory. undici's Agent in its place took some 4 % more processor time an attempt (on a busy
// machine), and has no queue that attempts can leave, no limit that changes, no bound on all idle connections together.
import type { Connect } from './connect.ts'
import { Connection } from './connection.ts'

/** Waits for a connection. When its turn comes, it is called once: with the connection, or to give up. */
export interface Waiter {
  isWanted(): boolean
  take(connection: Connection): void
  giveUp(): void
}

interface OriginQueue {
  /** Connections that an attempt has. */
  inUse: number
  /** The last one used stands last and is used first, so that the others can run out. */
  readonly idle: Connection[]
  readonly waiting: Waiter[]
}

const MAX_IDLE = 512

export class ConnectionPool {
  readonly #connect: Connect
  readonly #limit: (origin: string) => number
  readonly #origins = new Map<string, OriginQueue>()
  /** How many are idle, and how many have ever been put aside. */
  #idle = 0
  #putAside = 0
  #isClosed = false

  constructor(connect: Connect, limit: (origin: string) => number) {
    this.#connect = connect
    this.#limit = limit
  }

  /** Hands over a connection as soon as the origin has fewer in use than its limit. */
  request(name: string, waiter: Waiter): void {
    const origin = this.#origin(name)
    origin.waiting.push(waiter)
    this.#serve(name, origin)
  }

  /** The response is complete: the connection can carry the next request. */
  keep(connection: Connection): void {
    const origin = this.#origin(connection.origin)
    origin.inUse -= 1
    if (this.#isClosed) void connection.close()
    else this.#putIdle(connection, origin)
    this.#serve(connection.origin, origin)
  }

  /** Nothing more can be sent over it. */
  drop(connection: Connection): void {
    void connection.close()
    const origin = this.#origin(connection.origin)
    origin.inUse -= 1
    this.#serve(connection.origin, origin)
  }

  /**
   * A new connection in place of one that the receiver closed while it was idle. The other idle ones are as old, and
   * are closed too.
   */
  replace(connection: Connection): Connection {
    void connection.close()
    const idle = this.#origins.get(connection.origin)?.idle.slice() ?? []
    for (const other of idle) this.#dropIdle(other)
    return this.#open(connection.origin)
  }

  /** Lets everyone who waits and is not wanted any more give up. */
  dropUnwanted(): void {
    for (const [name, origin] of this.#origins) {
      for (const waiter of origin.waiting.splice(0)) {
        if (waiter.isWanted()) origin.waiting.push(waiter)
        else waiter.giveUp()
      }
      this.#serve(name, origin)
    }
  }

  /** Closes every idle connection, and from now on each one that gets free. */
  async close(): Promise<void> {
    this.#isClosed = true
    const idle = [...this.#origins.values()].flatMap((origin) => origin.idle)
    for (const connection of idle) this.#dropIdle(connection)
    await Promise.all(idle.map((connection) => connection.close()))
  }

  #origin(name: string): OriginQueue {
    const known = this.#origins.get(name)
    if (known !== undefined) return known
    const made: OriginQueue = { inUse: 0, idle: [], waiting: [] }
    this.#origins.set(name, made)
    return made
  }

  #serve(name: string, origin: OriginQueue): void {
    while (origin.waiting.length > 0 && origin.inUse < this.#limit(name)) {
      const waiter = origin.waiting.shift()
      if (!waiter?.isWanted()) {
        waiter?.giveUp()
        continue
      }
      origin.inUse += 1
      waiter.take(this.#takeIdle(origin) ?? this.#open(name))
    }
    const isUnused = origin.inUse === 0 && origin.idle.length === 0 && origin.waiting.length === 0
    if (isUnused) this.#origins.delete(name)
  }

  #open(name: string): Connection {
    return new Connection(name, this.#connect, (connection) => this.#dropIdle(connection))
  }

  #takeIdle(origin: OriginQueue): Connection | undefined {
    const connection = origin.idle.pop()
    if (connection === undefined) return undefined
    this.#idle -= 1
    connection.idleSince = undefined
    return connection
  }

  #putIdle(connection: Connection, origin: OriginQueue): void {
    origin.idle.push(connection)
    this.#idle += 1
    this.#putAside += 1
    connection.idleSince = this.#putAside
    if (this.#idle > MAX_IDLE) this.#dropIdle(this.#findLongestIdle(connection))
  }

  /** Looked for only when there are too many: of an origin the first has been idle for longest. */
  #findLongestIdle(known: Connection): Connection {
    let longest = known
    for (const { idle } of this.#origins.values()) {
      const [first] = idle
      if (first && (first.idleSince ?? 0) < (longest.idleSince ?? 0)) longest = first
    }
    return longest
  }

  /** Does nothing to one that is in use. */
  #dropIdle(connection: Connection): void {
    if (connection.idleSince === undefined) return
    connection.idleSince = undefined
    this.#idle -= 1
    const origin = this.#origin(connection.origin)
    const index = origin.idle.indexOf(connection)
    if (index !== -1) origin.idle.splice(index, 1)
    void connection.close()
    this.#serve(connection.origin, origin)
  }
}
