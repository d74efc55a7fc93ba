// Everything that a database holds, as text: every column of every row of every table, whatever tables there
// are, with the remembered answers opened. What is not in here is not kept.
import { openResponse } from '../../packages/server/src/features/idempotency/sealed-response.store.ts'
import { once } from '../../packages/server/src/store/statement.ts'
import { asId } from './ids.ts'
import type { TestService } from './service.ts'
import { listTables } from './tables.ts'

type Row = Readonly<Record<string, unknown>>

export interface DumpedRow {
  readonly table: string
  readonly text: string
}

export const dump = async (service: TestService): Promise<readonly DumpedRow[]> => {
  const { store, databaseUrl } = service
  const rows: DumpedRow[] = []
  for (const name of await listTables(store, databaseUrl)) {
    for (const row of await store.all(once<Row>(`select * from ${name}`))) {
      rows.push({
        table: name,
        text: JSON.stringify(name === 'idempotency_keys' ? opened(service, row) : row),
      })
    }
  }
  return rows
}

const opened = ({ keys }: TestService, row: Row): Row => {
  const { owner_id, actor_id, key, answer } = row
  if (!(answer instanceof Uint8Array)) return row
  const owner = {
    ownerId: asId('account', String(owner_id)),
    actorId: asId('account', String(actor_id)),
    key: String(key),
  }
  return { ...row, answer: openResponse(keys, owner, answer) }
}

/** Where a word stands, as `table: row`, whatever its case. */
export const tracesOf = async (service: TestService, word: string): Promise<readonly string[]> =>
  (await dump(service))
    .filter(({ text }) => text.toLowerCase().includes(word))
    .map(({ table, text }) => `${table}: ${text}`)
