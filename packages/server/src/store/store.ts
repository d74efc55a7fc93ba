// The one small interface over both engines. What only reads takes a Reader; what writes takes the Tx that
// operations, a job or the command line opened, and never opens its own.
import type { Dialect } from './dialect.ts'
import type { Statement } from './statements/statement.ts'

export interface Reader {
  all<Row, Params extends readonly unknown[]>(
    statement: Statement<Row, Params>,
    ...params: Params
  ): Promise<readonly Row[]>
  first<Row, Params extends readonly unknown[]>(
    statement: Statement<Row, Params>,
    ...params: Params
  ): Promise<Row | undefined>
}

/**
 * Statements run in the order in which they are issued, whether or not anyone awaits the one before: those that
 * need nothing of each other are issued together (Promise.all), and locks are still taken in that order.
 */
export interface Tx extends Reader {
  readonly dialect: Dialect
  /** Wakes everything that waits for the topic, on any node, once this transaction has committed. */
  signal(topic: string): void
  /** The number of rows that changed. */
  run<Params extends readonly unknown[]>(
    statement: Statement<never, Params>,
    ...params: Params
  ): Promise<number>
  /**
   * For what nobody waits for: it goes along with whatever is issued next, at the latest with the commit. Where it
   * fails, the transaction fails.
   */
  enqueue<Params extends readonly unknown[]>(statement: Statement<never, Params>, ...params: Params): void
}

/** Connections of one kind: how many there are, how many of them nobody uses, and how many wait for one. */
export interface PoolLoad {
  readonly size: number
  readonly idle: number
  readonly waiting: number
}

export interface WriteOptions {
  /** Its answer is given, and nothing of what it wrote stays. */
  readonly isTrial?: boolean
}

/** Outside a transaction a Store reads what is committed, each statement by itself. */
export interface Store extends Reader {
  readonly dialect: Dialect
  /**
   * Runs the body in one transaction and answers after its commit. The body may run again when the engine
   * asks for it, so it changes nothing but through `tx`; and it awaits nothing but `tx`.
   */
  write<T>(body: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T>
  /** Whether writes work, found out by one; what is wrong is thrown. */
  probe(now: number): Promise<void>
  /** Settings of the database under which an acknowledged write could be lost, as `NAME is VALUE`. */
  listUnsafeSettings(): Promise<readonly string[]>
  /** How many writes wait for their turn, and are not begun. */
  readonly waitingWrites: number
  /** How many reads were issued and are not answered, even if nobody waits for them any more. */
  readonly waitingReads: number
  /** Of the connections that write; undefined where there is one for all. */
  readonly pool: PoolLoad | undefined
  /** Resolves at a signal for the topic, after `timeoutMs`, or when `abort` says so. */
  waitFor(topic: string, timeoutMs: number, abort: AbortSignal): Promise<void>
  close(): Promise<void>
}
