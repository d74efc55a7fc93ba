// The embedded engine: one connection writes (in group commits), others, read-only, read. So nothing uncommitted is ever
// seen, and read-your-writes holds because answers follow the commit.
import { setTimeout as pause } from 'node:timers/promises'
import { Fault } from '../../kernel/refusal.ts'
import { Signals } from '../signals.ts'
import type { Statement } from '../statements/statement.ts'
import type { Store, Tx, WriteOptions } from '../store.ts'
import { StorageTrouble } from '../health/trouble.ts'
import { touchProbe } from '../health/write-probe.ts'
import { Checkpointer, type CheckpointLimits } from './checkpoint.ts'
import { SqliteConnection } from './connection.ts'
import { identifyFile, logOf, makeDatabaseFile } from './database-file.ts'
import { sqliteDialect } from './dialect.ts'
import { translateError, isBusy } from './errors.ts'
import { GroupCommit, type Commit } from './group-commit.ts'
import { readEveryTable } from './inspect.ts'
import { Readers } from './readers.ts'
import { ReadTurns } from './read-turns.ts'

const OPEN_WAIT_MS = 15_000

export interface SqliteOptions {
  readonly limits?: CheckpointLimits | undefined
  readonly onCommit?: ((transactions: number, ms: number) => void) | undefined
}

export class SqliteStore implements Store {
  readonly dialect = sqliteDialect
  readonly #writer: SqliteConnection
  readonly #readers: Readers
  readonly #turns = new ReadTurns()
  readonly #commits: GroupCommit
  readonly #checkpointer: Checkpointer
  readonly #path: string
  readonly #file: string | undefined
  readonly #logPath: string
  /** Undefined until something was written: SQLite makes it then. */
  #log: string | undefined
  /** Once damage was found, every probe reports it, until the process is started again on sound files. */
  #damage: StorageTrouble | undefined
  // One process has the file, so signals need to go no further.
  readonly #signals = new Signals()

  private constructor(path: string, { limits, onCommit }: SqliteOptions) {
    this.#path = path
    this.#writer = new SqliteConnection(path, { readonly: false, turns: this.#turns })
    this.#writer.db.pragma('journal_mode = wal')
    // FULL: the log is synced at every commit, before anyone is answered. WAL alone would mean NORMAL here.
    this.#writer.db.pragma('synchronous = full')
    this.#writer.db.pragma('foreign_keys = on')
    // Else what a savepoint would undo goes through a temporary file, at twice the system calls of the log itself.
    this.#writer.db.pragma('temp_store = memory')
    // Checkpoints are made by the Checkpointer.
    this.#writer.db.pragma('wal_autocheckpoint = 0')
    this.#readers = new Readers(path, this.#turns)
    this.#file = identifyFile(path)
    this.#logPath = logOf(path)
    this.#checkpointer = new Checkpointer(this.#writer, path, limits)
    const afterCommit = ({ topics, transactions, ms }: Commit): void => {
      this.#checkpointer.afterCommit()
      this.#signals.raise(topics)
      onCommit?.(transactions, ms)
    }
    const confirm = (): void => this.#refuseLostFile()
    this.#commits = new GroupCommit(this.#writer, { confirm, onCommit: afterCommit }, this.#translate)
  }

  static async open(path: string, options: SqliteOptions = {}): Promise<SqliteStore> {
    makeDatabaseFile(path)
    return retryWhileBusy(() => new SqliteStore(path, options))
  }

  all<Row, P extends readonly unknown[]>(
    statement: Statement<Row, P>,
    ...params: P
  ): Promise<readonly Row[]> {
    return statement.isLong
      ? this.#readInPieces(statement, params)
      : this.#read(() => this.#readers.current.all(statement, params))
  }

  first<Row, P extends readonly unknown[]>(
    statement: Statement<Row, P>,
    ...params: P
  ): Promise<Row | undefined> {
    return this.#read(() => this.#readers.current.first(statement, params))
  }

  write<T>(body: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T> {
    return this.#commits.write(body, options)
  }

  get waitingWrites(): number {
    return this.#commits.waiting
  }

  /** Each is answered at once, or in one of the next turns. */
  readonly waitingReads = 0

  readonly pool = undefined

  async probe(now: number): Promise<void> {
    if (this.#damage) throw this.#damage
    this.#refuseLostFile()
    await retryWhileBusy(() => readEveryTable(this.#path), this.#translate)
    await this.write((tx) => touchProbe(tx, now))
  }

  async listUnsafeSettings(): Promise<readonly string[]> {
    return []
  }

  waitFor(topic: string, timeoutMs: number, abort: AbortSignal): Promise<void> {
    return this.#signals.wait(topic, timeoutMs, abort)
  }

  async close(): Promise<void> {
    await this.#commits.close()
    await this.#checkpointer.close()
    await this.#readers.close()
    this.#writer.db.close()
  }

  #read<T>(attempt: () => T): Promise<T> {
    return this.#turns.isSpent ? this.#readLater(attempt) : retryWhileBusy(attempt, this.#translate)
  }

  #readLater<T>(attempt: () => T): Promise<T> {
    return this.#turns.runLater(() => retryWhileBusy(attempt, this.#translate))
  }

  async #readInPieces<Row>(
    statement: Statement<Row, never>,
    params: readonly unknown[],
  ): Promise<readonly Row[]> {
    const begin = () => this.#readers.begin(statement, params)
    let begun = await this.#read(begin)
    while (begun === 'all are held') begun = await this.#readLater(begin)
    const { pieces, first, release } = begun
    const rows = [...first.value]
    try {
      for (let isDone = first.done; !isDone;) {
        const piece = await this.#readLater(() => pieces.next())
        rows.push(...piece.value)
        isDone = piece.done
      }
    } finally {
      release()
    }
    return rows
  }

  /** A file that was removed or replaced takes writes for as long as it is open, and then they are gone. */
  #refuseLostFile(): void {
    if (identifyFile(this.#path) !== this.#file) throw lost(this.#path)
    const log = identifyFile(this.#logPath)
    this.#log ??= log
    if (log !== this.#log) throw lost(this.#logPath)
  }

  readonly #translate = (error: unknown): Error => {
    const translated = translateError(error)
    if (translated instanceof StorageTrouble && translated.kind === 'damaged') this.#damage ??= translated
    return translated
  }
}

/**
 * Attempts again while another process holds the lock. A reader meets that lock only while the other opens, recovers
 * or closes the log, so the first attempt is made at once and costs one promise.
 */
const retryWhileBusy = <T>(attempt: () => T, translate = translateError): Promise<T> => {
  try {
    return Promise.resolve(attempt())
  } catch (error) {
    return retryLater(attempt, error, translate)
  }
}

const retryLater = async <T>(
  attempt: () => T,
  first: unknown,
  translate: (error: unknown) => Error,
): Promise<T> => {
  const deadline = performance.now() + OPEN_WAIT_MS
  for (let met = first; ;) {
    if (!isBusy(met) || performance.now() > deadline) throw translate(met)
    await pause(5)
    try {
      return attempt()
    } catch (error) {
      met = error
    }
  }
}

const lost = (path: string): StorageTrouble =>
  new StorageTrouble('away', new Fault(`${path} was removed or replaced while it was in use`))
