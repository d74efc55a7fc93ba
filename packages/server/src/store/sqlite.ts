// The embedded engine: one connection writes (in group commits), a second one, read-only, reads. So nothing
// uncommitted is ever seen, and read-your-writes holds because answers follow the commit.
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { GroupCommit } from './group-commit.ts'
import { Signals } from './signals.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { asTrouble, isBusy } from './sqlite-errors.ts'
import { SqliteLog, type LogLength } from './sqlite-log.ts'
import { lookThrough } from './sqlite-look.ts'
import type { Param, Statement } from './statement.ts'
import type { Store, Tx } from './store.ts'
import { StorageTrouble } from './trouble.ts'
import { touchProbe } from './write-probe.ts'

const OPEN_WAIT_MS = 15_000

export class SqliteStore implements Store {
  readonly engine = 'sqlite'
  readonly #writer: SqliteConnection
  readonly #reader: SqliteConnection
  readonly #commits: GroupCommit
  readonly #log: SqliteLog
  readonly #path: string
  /** Once met, it stays: only a new start, on sound files, ends it. */
  #damage: StorageTrouble | undefined
  // One process has the file, so signals need to go no further.
  readonly #signals = new Signals()

  private constructor(path: string, logLength?: LogLength) {
    this.#path = path
    this.#writer = new SqliteConnection(path, { readonly: false })
    this.#writer.db.pragma('journal_mode = wal')
    // FULL: the log is synced at every commit, before anyone is answered. WAL alone would mean NORMAL here.
    this.#writer.db.pragma('synchronous = full')
    this.#writer.db.pragma('foreign_keys = on')
    // Else what a savepoint would undo goes through a temporary file, at twice the system calls of the log itself.
    this.#writer.db.pragma('temp_store = memory')
    // The log is tended below.
    this.#writer.db.pragma('wal_autocheckpoint = 0')
    this.#reader = new SqliteConnection(path, { readonly: true })
    // Enough for the tokens and people of everyone who is about, beside what is being read.
    this.#reader.db.pragma('cache_size = -65536')
    this.#log = new SqliteLog(this.#writer, path, logLength)
    const onCommit = (topics: Iterable<string>): void => {
      this.#log.tend()
      this.#signals.raise(topics)
    }
    this.#commits = new GroupCommit(this.#writer, onCommit, this.#inOurWords)
  }

  static async open(path: string, logLength?: LogLength): Promise<SqliteStore> {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    // A new file is its owner's alone from the first moment; the log takes its mode from it.
    closeSync(openSync(path, 'a', 0o600))
    return whenFree(() => new SqliteStore(path, logLength))
  }

  all<Row, P extends readonly Param[]>(statement: Statement<Row, P>, ...params: P): Promise<readonly Row[]> {
    return whenFree(() => this.#reader.all(statement, params), this.#inOurWords)
  }

  first<Row, P extends readonly Param[]>(
    statement: Statement<Row, P>,
    ...params: P
  ): Promise<Row | undefined> {
    return whenFree(() => this.#reader.first(statement, params), this.#inOurWords)
  }

  write<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#commits.write(body)
  }

  async probe(now: number): Promise<void> {
    if (this.#damage) throw this.#damage
    await whenFree(() => lookThrough(this.#path), this.#inOurWords)
    await this.write((tx) => touchProbe(tx, now))
  }

  waitFor(topic: string, timeoutMs: number, abort: AbortSignal): Promise<void> {
    return this.#signals.wait(topic, timeoutMs, abort)
  }

  async close(): Promise<void> {
    await this.#commits.close()
    await this.#log.close()
    this.#reader.db.close()
    this.#writer.db.close()
  }

  readonly #inOurWords = (error: unknown): Error => {
    const told = asTrouble(error)
    if (told instanceof StorageTrouble && told.kind === 'damaged') this.#damage ??= told
    return told
  }
}

/**
 * A reader meets a lock only while another process opens, recovers or closes the log. So the first try is made
 * at once, and costs no more promises than its own.
 */
const whenFree = <T>(attempt: () => T, inOurWords = asTrouble): Promise<T> => {
  try {
    return Promise.resolve(attempt())
  } catch (error) {
    return tryAgain(attempt, error, inOurWords)
  }
}

const tryAgain = async <T>(
  attempt: () => T,
  first: unknown,
  inOurWords: (error: unknown) => Error,
): Promise<T> => {
  const deadline = performance.now() + OPEN_WAIT_MS
  for (let met = first; ;) {
    if (!isBusy(met) || performance.now() > deadline) throw inOurWords(met)
    await pause(5)
    try {
      return attempt()
    } catch (error) {
      met = error
    }
  }
}
