// What the service of this process reads of SQLite in one turn of the event loop, by the count of the store itself.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { StepOfReading } from '../../packages/server/src/store/sqlite/read-turns.ts'

const ROWS_IN_A_TURN = 200
const BYTES_IN_A_TURN = 256 * 1024

export interface ReadTurn {
  readonly rows: number
  readonly bytes: number
  /** Each statement that was read in it, with its rows and bytes. */
  readonly statements: readonly string[]
}

export const isTooLong = ({ rows, bytes }: ReadTurn): boolean =>
  rows > ROWS_IN_A_TURN || bytes > BYTES_IN_A_TURN

/** Every turn of the work in which something was read. */
export const watchReadTurns = async (work: () => Promise<unknown>): Promise<readonly ReadTurn[]> => {
  const turns: { rows: number; bytes: number; statements: string[] }[] = []
  let current: (typeof turns)[number] | undefined
  const note = (message: unknown): void => {
    const { statement, rows, bytes } = message as StepOfReading
    if (!current) {
      current = { rows: 0, bytes: 0, statements: [] }
      turns.push(current)
      setImmediate(() => (current = undefined))
    }
    current.rows += rows
    current.bytes += bytes
    current.statements.push(`${statement} (${rows} rows, ${bytes} bytes)`)
  }
  subscribe('challenge-service:sqlite-reads', note)
  try {
    await work()
  } finally {
    unsubscribe('challenge-service:sqlite-reads', note)
  }
  return turns
}
