// Notices a database that has gone silent: its connections stand, and nothing is answered any more. For a process that
// starts, which would wait without end. The questions also keep the process from ending while it waits.
import { setTimeout as pause } from 'node:timers/promises'
import { Fault } from '../../kernel/refusal.ts'
import { once } from '../statements/statement.ts'
import type { Reader } from '../store.ts'
import { StorageTrouble } from './trouble.ts'

const ASK_EVERY_MS = 5_000
// Longer than a connection is waited for.
const PATIENCE_MS = 20_000

const question = once<{ answer: number }>('select 1 as answer')

/** What `work` gives; rejects where the database does not answer meanwhile. */
export const whileAnswered = async <T>(reader: Reader, work: () => Promise<T>): Promise<T> => {
  const over = new AbortController()
  try {
    return await Promise.race([work(), untilSilent(reader, over.signal)])
  } finally {
    over.abort()
  }
}

const untilSilent = async (reader: Reader, signal: AbortSignal): Promise<never> => {
  for (;;) {
    await pause(ASK_EVERY_MS, undefined, { signal })
    const answered = reader.first(question).then(() => true)
    if (!(await Promise.race([answered, pause(PATIENCE_MS, false, { signal })])))
      throw new StorageTrouble('away', new Fault(`nothing was answered for ${PATIENCE_MS / 1_000} seconds`))
  }
}
