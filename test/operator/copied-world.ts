// A world that is large enough to be interrupted while it is copied, and everything that a database holds, to compare.
import { carriedTables } from '../../packages/server/src/store/copy/tables.ts'
import { readRows } from '../../packages/server/src/store/copy/open-rows.ts'
import type { DatabaseTarget } from '../../packages/server/src/store/target.ts'
import { openStore } from '../../packages/server/src/store/open.ts'
import { once, type Param } from '../../packages/server/src/store/statements/statement.ts'
import type { Tx } from '../../packages/server/src/store/store.ts'

/** `npm run test:copy` sets it. */
export const MANY = Number(process.env['COPY_CHALLENGES'] ?? 3_000)

/** Texts that an engine, or the way to it, could take for something else. */
const oddTexts = ['{}', '{"a",NULL}', 'NULL', '"', '\\', "it's", 'zwölf 🏃', '  ', 'a\nb', '\\x00', '$1']

const insertAll = async (tx: Tx, table: string, rows: readonly Readonly<Record<string, Param>>[]) => {
  for (const row of rows) {
    const names = Object.keys(row)
    const places = names.map((_, at) => `$${at + 1}`).join(', ')
    const text = `insert into ${table} (${names.join(', ')}) values (${places})`
    await tx.run({ name: null, text }, ...Object.values(row))
  }
}

/** Copies the first challenge, its listings and its event so often, with texts that are odd. */
export const fillUp = async (target: DatabaseTarget, count = MANY): Promise<void> => {
  const store = await openStore(target, { onIdleError: () => undefined })
  const first = async (text: string) => {
    const row = await store.first(once<Readonly<Record<string, Param>>>(text))
    if (!row) throw new Error(`nothing to copy: ${text}`)
    return row
  }
  try {
    const challenge = await first('select * from challenges order by id limit 1')
    const listing = await first('select * from challenge_listings order by challenge_id limit 1')
    const event = await first('select * from events order by feed_id, seq limit 1')
    await store.write(async (tx) => {
      for (let number = 0; number < count; number += 1) {
        const id = `ch_${String(number).padStart(26, '0')}`
        const odd = oddTexts[number % oddTexts.length] ?? ''
        const none = { next_move_at: null, snapshot: null, closed_at: Number.MAX_SAFE_INTEGER - number }
        await insertAll(tx, 'challenges', [{ ...challenge, ...none, id, claim: odd, status: 'declined' }])
        await insertAll(tx, 'challenge_listings', [{ ...listing, challenge_id: id, status: 'declined' }])
        const body = JSON.stringify({ claim: odd })
        await insertAll(tx, 'events', [
          { ...event, feed_id: `feed ${odd}`, seq: number, id: `evt_${number}`, body },
        ])
      }
    })
  } finally {
    await store.close()
  }
}

/** Every row of every table that is carried, in the order of the keys. */
export const readEverything = async (target: DatabaseTarget): Promise<Readonly<Record<string, string[]>>> => {
  const rows = await readRows(target, { locked: false })
  const all: Record<string, string[]> = {}
  const show = (value: unknown): unknown => {
    if (typeof value === 'bigint') return `${value}`
    return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
  }
  try {
    for (const table of carriedTables) {
      const found = await rows.readAfter(table, undefined, 1_000_000)
      all[table.name] = found.map((row) => JSON.stringify(row.map(show)))
    }
    return all
  } finally {
    await rows.close()
  }
}

/** How many rows of a table are committed; none where there is no such table yet. */
export const countCommitted = async (target: DatabaseTarget, name: string): Promise<number> => {
  const table = carriedTables.find((one) => one.name === name)
  if (!table) throw new Error(`no table ${name}`)
  try {
    const rows = await readRows(target, { locked: false })
    try {
      return await rows.count(table)
    } finally {
      await rows.close()
    }
  } catch {
    return 0
  }
}
