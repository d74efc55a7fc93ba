// The addresses that are known, in order: only by them can it be told whose a stop is.
import { sql } from '../../store/statements/statement.ts'
import type { Reader } from '../../store/store.ts'

const list = sql<{ email: string }, [after: string, limit: number]>(
  'mails.list_addresses',
  'select email from people where email > $1 order by email limit $2',
)

/** Those after an address, or the first where that is empty. */
export const listAddresses = async (
  reader: Reader,
  after: string,
  limit: number,
): Promise<readonly string[]> => (await reader.all(list, after, limit)).map(({ email }) => email)
