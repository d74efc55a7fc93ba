// The connections that read. One is enough, as long as each statement ends in the turn in which it began. While one is
// read in pieces, its connection shows an older state, so everyone else reads by another.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Statement } from '../statements/statement.ts'
import { SqliteConnection, type RowPieces } from './connection.ts'
import type { ReadTurns } from './read-turns.ts'

/** So many may be held at once: later readers wait until one is released. */
const HELD_AT_MOST = 7

/** In KiB. Enough for the tokens and people of everyone who is about, beside what is being read. */
const FIRST_CACHE = 65_536
/** Of those that stand in while the first is held. */
const OTHER_CACHE = 8_192

/** A statement whose first piece was read. */
interface BegunRead<Row> {
  readonly pieces: RowPieces<Row>
  readonly first: IteratorResult<readonly Row[], readonly Row[]>
  readonly release: () => void
}

export class Readers {
  readonly #path: string
  readonly #turns: ReadTurns
  readonly #all: SqliteConnection[]
  readonly #held = new Set<SqliteConnection>()
  /** The first that nobody holds. */
  current: SqliteConnection

  constructor(path: string, turns: ReadTurns) {
    this.#path = path
    this.#turns = turns
    this.current = this.#open(FIRST_CACHE)
    this.#all = [this.current]
  }

  /**
   * Reads the first piece. Where there are more, nobody else reads by that connection until it is released. That happens at
   * once, since a caller that is answered after a commit of this turn must read what was committed.
   */
  begin<Row>(statement: Statement<Row, never>, params: readonly unknown[]): BegunRead<Row> | 'all are held' {
    if (this.#held.size >= HELD_AT_MOST) return 'all are held'
    const reader = this.current
    const pieces = reader.readInPieces(statement, params)
    const first = pieces.next()
    if (first.done) return { pieces, first, release: () => undefined }
    this.#held.add(reader)
    const release = (): void => {
      pieces.return([])
      this.#held.delete(reader)
      this.current = this.#findFree() ?? reader
    }
    try {
      this.current = this.#findFree() ?? this.#add()
    } catch (error) {
      release()
      throw error
    }
    return { pieces, first, release }
  }

  /** Once nobody holds one: those who do are done in a few turns. */
  async close(): Promise<void> {
    while (this.#held.size > 0) await nextTurn()
    for (const { db } of this.#all) db.close()
  }

  #findFree(): SqliteConnection | undefined {
    return this.#all.find((reader) => !this.#held.has(reader))
  }

  #add(): SqliteConnection {
    const added = this.#open(OTHER_CACHE)
    this.#all.push(added)
    return added
  }

  #open(cache: number): SqliteConnection {
    const opened = new SqliteConnection(this.#path, { readonly: true, turns: this.#turns })
    opened.db.pragma(`cache_size = -${cache}`)
    return opened
  }
}
