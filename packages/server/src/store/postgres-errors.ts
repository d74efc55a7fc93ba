// What an error of PostgreSQL means for whoever gets it.
import pg from 'pg'

const CONFLICTS = new Set(['40001', '40P01'])
const LOCK_NOT_AVAILABLE = '55P03'
const SERVER_ENDS_CONNECTION = /^57P0[1-5]$/

const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined

/** Whether transactions stood in each other's way, and this one was chosen to give way. */
export const isConflict = (error: unknown): boolean => CONFLICTS.has(sqlState(error) ?? '')

/** Whether a statement gave up waiting for a row that another transaction holds. */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === LOCK_NOT_AVAILABLE

/** Whether it was the connection that failed, and not the statement. */
export const isLoss = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || SERVER_ENDS_CONNECTION.test(error.code ?? '')
