// Everything that a database holds, as text: every column of every row of every table, whatever tables there
// are, with what is encrypted opened. What is not in here is not kept.
import { openResponse } from '../../packages/server/src/features/idempotency/sealed-response.store.ts'
import { openAddress } from '../../packages/server/src/features/sign-in/sign-in.service.ts'
import { openHeaders } from '../../packages/server/src/features/webhooks/sealed-headers.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
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
      rows.push({ table: name, text: JSON.stringify(openers[name]?.(service, row) ?? row) })
    }
  }
  return rows
}

/** What is encrypted, by its table. */
const openers: Readonly<Record<string, (service: TestService, row: Row) => Row>> = {
  idempotency_keys: ({ keys }, row) => {
    const { owner_id, actor_id, key, answer } = row
    if (!(answer instanceof Uint8Array)) return row
    const owner = {
      ownerId: asId('account', String(owner_id)),
      actorId: asId('account', String(actor_id)),
      key: String(key),
    }
    return { ...row, answer: openResponse(keys, owner, answer) }
  },
  sign_ins: ({ keys }, row) => {
    const { id, address } = row
    if (!(address instanceof Uint8Array)) return row
    return { ...row, address: openAddress(keys, { id: asId('signIn', String(id)), address }) }
  },
  webhooks: ({ keys }, row) => {
    const { id, headers } = row
    if (!(headers instanceof Uint8Array)) return row
    return { ...row, headers: openHeaders(keys, asId('webhook', String(id)), headers) }
  },
}

/** Where a word stands, as `table: row`, whatever its case. */
export const tracesOf = async (service: TestService, word: string): Promise<readonly string[]> =>
  (await dump(service))
    .filter(({ text }) => text.toLowerCase().includes(word))
    .map(({ table, text }) => `${table}: ${text}`)
