// What an error of PostgreSQL means for the caller.
import pg from 'pg'
import { StorageTrouble, type TroubleKind } from '../health/trouble.ts'

const CONFLICTS = new Set(['40001', '40P01'])
const LOCK_NOT_AVAILABLE = '55P03'
const IDLE_IN_TRANSACTION = '25P03'
const SERVER_ENDS_CONNECTION = /^(57P0[1-5]|25P03)$/

const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined

/** Whether transactions stood in each other's way, and this one was chosen to give way. */
export const isConflict = (error: unknown): boolean => CONFLICTS.has(sqlState(error) ?? '')

/** Whether a statement gave up waiting for a row that another transaction holds. */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === LOCK_NOT_AVAILABLE

/** Whether a transaction was ended since nothing was asked of it for too long: nothing of it was committed. */
export const isIdleTimeout = (error: unknown): boolean => sqlState(error) === IDLE_IN_TRANSACTION

/** Whether the connection failed, and not the statement. */
export const isConnectionLoss = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || SERVER_ENDS_CONNECTION.test(error.code ?? '')

/** By SQLSTATE: a connection, a server that stops or starts, a disk, a standby, a damaged page. */
const kinds: readonly (readonly [state: RegExp, kind: TroubleKind])[] = [
  [/^53100$/, 'full'],
  [/^(08|53|58)/, 'away'],
  [SERVER_ENDS_CONNECTION, 'away'],
  [/^55P03$/, 'busy'],
  [/^25006$/, 'read-only'],
  [/^XX00[12]$/, 'damaged'],
]

/** The same error, or what it says of the storage. For what was met on a connection. */
export const translateError = (error: unknown): Error => {
  if (error instanceof StorageTrouble) return error
  const state = sqlState(error)
  const kind = state === undefined ? 'away' : kinds.find(([states]) => states.test(state))?.[1]
  return kind === undefined && error instanceof Error ? error : new StorageTrouble(kind ?? 'away', error)
}
