// Checkpoints of SQLite: the write-ahead log is copied back by another thread while writing goes on, and restarted.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SqliteConnection } from '../../packages/server/src/store/sqlite/connection.ts'
import { Checkpointer } from '../../packages/server/src/store/sqlite/checkpoint.ts'
import { SqliteStore } from '../../packages/server/src/store/sqlite/sqlite-store.ts'
import { once, sql } from '../../packages/server/src/store/statements/statement.ts'

const LIMITS = { beginAtPages: 40, finishAtPages: 8 }
/** Enough for a hundred passes; without any, the log would only grow. */
const MOST_WRITES = 20_000

const insert = sql<never, [n: number, words: string]>('test.log', 'insert into things values ($1, $2)')
const countThings = once<{ count: number }>('select count(*) as count from things')

describe('the write-ahead log of SQLite', () => {
  let folder: string
  let path: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'challenge-service-log-'))
    path = join(folder, 'log.db')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const openStore = async (limits = LIMITS): Promise<SqliteStore> => {
    const store = await SqliteStore.open(path, { limits })
    await store.write((tx) => tx.run(once('create table things (n integer primary key, words text)')))
    return store
  }

  /** How often the log was restarted: it says so itself, after its magic number, its version and the size of a page. */
  const beginnings = (): number => readFileSync(`${path}-wal`).readUInt32BE(12)

  /** How much of it is in the file, as another process finds it. */
  const look = () => {
    const { db } = new SqliteConnection(path, { readonly: true })
    try {
      const [found] = db.pragma('wal_checkpoint(noop)') as readonly { log: number; checkpointed: number }[]
      return found
    } finally {
      db.close()
    }
  }

  const words = 'x'.repeat(3_000)

  /** Writes on until it is so; tells how much was written. */
  const writeUntil = async (store: SqliteStore, from: number, isSo: () => boolean): Promise<number> => {
    let n = from
    for (; !isSo(); n += 1) {
      if (n > from + MOST_WRITES) throw new Error('the log was never restarted')
      const next = n
      await store.write((tx) => tx.run(insert, next, words))
    }
    return n
  }

  it('restarts again and again while writing goes on, and nothing is lost', async () => {
    const store = await openStore()
    const written = await writeUntil(store, 0, () => beginnings() >= 5)
    expect(await store.all(countThings)).toEqual([{ count: written }])
    await store.close()

    const again = await SqliteStore.open(path)
    expect(await again.all(countThings)).toEqual([{ count: written }])
    await again.close()
  })

  it('is copied by another thread, with no commit to wait for', async () => {
    const store = await openStore()
    await store.write((tx) => tx.run(insert, 1, 'x'.repeat(4_096 * 2 * LIMITS.beginAtPages)))

    await expect.poll(() => look()?.checkpointed).toBeGreaterThan(LIMITS.beginAtPages)
    await store.close()
  })

  it('waits for someone who still reads an older state, who goes on seeing it', async () => {
    const store = await openStore()
    const held = await writeUntil(store, 0, () => beginnings() >= 1)
    const { db: reader } = new SqliteConnection(path, { readonly: true })
    const count = reader.prepare<[], { count: number }>('select count(*) as count from things')
    reader.exec('begin')
    const seen = count.get()
    const before = beginnings()

    let more = held
    const long = statSync(`${path}-wal`).size + 4_096 * 20 * LIMITS.beginAtPages
    more = await writeUntil(store, more, () => statSync(`${path}-wal`).size > long)
    expect(beginnings() - before).toBeLessThanOrEqual(1)
    expect(count.get()).toEqual(seen)
    reader.exec('commit')
    reader.close()

    const after = beginnings()
    more = await writeUntil(store, more, () => beginnings() > after)
    expect(await store.all(countThings)).toEqual([{ count: more }])
    await store.close()
  })

  it('is copied between two commits where the thread fails', async () => {
    const connection = new SqliteConnection(path, { readonly: false })
    const { db } = connection
    db.pragma('journal_mode = wal')
    db.pragma('wal_autocheckpoint = 0')
    db.exec('create table things (n integer primary key, words text)')
    const checkpointer = new Checkpointer(connection, join(folder, 'nowhere', 'log.db'), LIMITS)
    const write = db.prepare('insert into things (words) values (?)')

    await expect
      .poll(
        () => {
          write.run(words)
          checkpointer.afterCommit()
          return beginnings()
        },
        { timeout: 10_000, interval: 1 },
      )
      .toBeGreaterThan(2)
    await checkpointer.close()
    db.close()
  })

  it('fails nobody when it cannot be copied', async () => {
    const connection = new SqliteConnection(path, { readonly: false })
    connection.db.pragma('journal_mode = wal')
    const checkpointer = new Checkpointer(connection, path, LIMITS)
    connection.db.close()
    expect(() => checkpointer.afterCommit()).not.toThrow()
    await checkpointer.close()
  })
})
