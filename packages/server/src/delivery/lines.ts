// The connections of a sender. Guarantees that no origin has more than its share, that each place is given back
// exactly once, and that an origin without connections takes no memory.
import type { Connect } from './connect.ts'
import { Line } from './line.ts'

/** Wants a connection. It may have stopped wanting it by the time that one is free. */
export interface Waiting {
  readonly isOver: boolean
  take(line: Line): void
}

interface Origin {
  /** Connections that are there or being made, the idle ones included. */
  open: number
  /** The last one used stands last and is used first, so that the others can run out. */
  readonly idle: Line[]
  readonly waiting: Waiting[]
}

const MAX_IDLE_LINES = 512

export class Lines {
  readonly #connect: Connect
  readonly #perOrigin: number
  readonly #origins = new Map<string, Origin>()
  /** How many are idle, and how many have ever been put aside. */
  #idle = 0
  #putAside = 0
  #isClosed = false

  constructor(connect: Connect, perOrigin: number) {
    this.#connect = connect
    this.#perOrigin = perOrigin
  }

  /** Hands over an idle connection, else a new one, else the next that gets free. */
  ask(name: string, asker: Waiting): void {
    const origin = this.#origin(name)
    const line = origin.idle.pop()
    if (line !== undefined) {
      this.#idle -= 1
      line.idleSince = undefined
      asker.take(line)
    } else if (origin.open < this.#perOrigin) {
      asker.take(this.#open(name, origin))
    } else {
      origin.waiting.push(asker)
    }
  }

  /** The answer is complete: the connection can carry the next. */
  keep(line: Line): void {
    const origin = this.#origin(line.origin)
    const next = nextOf(origin)
    if (next !== undefined) {
      next.take(line)
      return
    }
    if (this.#isClosed) {
      this.drop(line)
      return
    }
    origin.idle.push(line)
    this.#idle += 1
    this.#putAside += 1
    line.idleSince = this.#putAside
    if (this.#idle > MAX_IDLE_LINES) this.#dropIdle(this.#longestIdle(line))
  }

  /** Nothing more can be said over it. */
  drop(line: Line): void {
    void line.close()
    const origin = this.#origin(line.origin)
    origin.open -= 1
    const next = nextOf(origin)
    if (next !== undefined) next.take(this.#open(line.origin, origin))
    else if (origin.open === 0) this.#origins.delete(line.origin)
  }

  /** The receiver has closed one idle connection under our hands: the others are not to be trusted either. */
  dropIdleOf(name: string): void {
    const idle = this.#origins.get(name)?.idle.slice() ?? []
    for (const line of idle) this.#dropIdle(line)
  }

  /** Closes every idle connection, and from now on each one that gets free. */
  async close(): Promise<void> {
    this.#isClosed = true
    const lines = [...this.#origins.values()].flatMap(({ idle }) => idle)
    for (const line of lines) this.#dropIdle(line)
    await Promise.all(lines.map((line) => line.close()))
  }

  #origin(name: string): Origin {
    const known = this.#origins.get(name)
    if (known !== undefined) return known
    const made: Origin = { open: 0, idle: [], waiting: [] }
    this.#origins.set(name, made)
    return made
  }

  #open(name: string, origin: Origin): Line {
    origin.open += 1
    return new Line(name, this.#connect, (line) => {
      if (line.idleSince !== undefined) this.#dropIdle(line)
    })
  }

  /** Looked for only when there are too many: of an origin the first has been idle for longest. */
  #longestIdle(known: Line): Line {
    let longest = known
    for (const { idle } of this.#origins.values()) {
      const [first] = idle
      if (first && (first.idleSince ?? 0) < (longest.idleSince ?? 0)) longest = first
    }
    return longest
  }

  #dropIdle(line: Line): void {
    if (line.idleSince === undefined) return
    line.idleSince = undefined
    this.#idle -= 1
    const idle = this.#origins.get(line.origin)?.idle
    const index = idle?.indexOf(line) ?? -1
    if (index !== -1) idle?.splice(index, 1)
    this.drop(line)
  }
}

const nextOf = (origin: Origin): Waiting | undefined => {
  for (;;) {
    const next = origin.waiting.shift()
    if (next === undefined || !next.isOver) return next
  }
}
