// What an error of SQLite means for the caller.
import { Fault } from '../../kernel/refusal.ts'
import { StorageTrouble, type TroubleKind } from '../health/trouble.ts'
import { isSqliteError } from './binding.ts'

/** By how the codes begin: SQLITE_IOERR_WRITE, SQLITE_CORRUPT_INDEX. */
const kinds: readonly (readonly [start: string, kind: TroubleKind])[] = [
  ['SQLITE_FULL', 'full'],
  ['SQLITE_IOERR', 'away'],
  ['SQLITE_CANTOPEN', 'away'],
  ['SQLITE_BUSY', 'busy'],
  ['SQLITE_READONLY', 'read-only'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
]

/** Whether an error says that another process holds the lock, and trying again is the answer. */
export const isBusy = (error: unknown): boolean =>
  isSqliteError(error) && error.code.startsWith('SQLITE_BUSY')

/** The same error, or what it says of the storage. */
export const translateError = (error: unknown): Error => {
  if (!(error instanceof Error)) return new Fault('something was thrown that is no error', { cause: error })
  if (!isSqliteError(error)) return error
  const kind = kinds.find(([start]) => error.code.startsWith(start))?.[1]
  return kind ? new StorageTrouble(kind, error) : error
}
