// SQLite reads in the process of the service: nobody else is answered meanwhile. So no turn of the event loop reads more
// than a little, however much is asked for.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inPieces, once, sql } from '../../packages/server/src/store/statements/statement.ts'
import type { Store } from '../../packages/server/src/store/store.ts'
import { createStore, type TestStore } from '../support/engine.ts'
import { isTooLong, watchReadTurns } from '../support/read-turns.ts'

interface Line {
  readonly n: number
  readonly text: string
}

const fill = sql<never, [count: number, size: number]>(
  'test.fill_lines',
  `with recursive counted (n) as (select 1 union all select n + 1 from counted where n < $1)
   insert into lines (n, text) select n, printf('%.*c', $2, 'x') from counted where true`,
)
const find = sql<Line, [n: number]>('test.find_line', 'select n, text from lines where n = $1')
const short = sql<Line, []>('test.first_lines', 'select n, text from lines order by n limit 100')
const long = inPieces(sql<Line, []>('test.all_lines', 'select n, text from lines order by n'))

describe('reading from SQLite', () => {
  let test: TestStore
  let store: Store
  beforeEach(async () => {
    test = await createStore('sqlite')
    store = test.store
    await store.write((tx) => tx.run(once('create table lines (n integer primary key, text text not null)')))
  })
  afterEach(() => test.remove())

  const make = (count: number, size: number): Promise<number> =>
    store.write((tx) => tx.run(fill, count, size))
  const numbersOf = (lines: readonly Line[]): readonly number[] => lines.map(({ n }) => n)
  const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1)

  it('gives a long statement in pieces, all of it, in its order', async () => {
    await make(5_000, 10)
    let read: readonly Line[] = []
    const turns = await watchReadTurns(async () => (read = await store.all(long)))
    expect(numbersOf(read)).toEqual(upTo(5_000))
    expect(turns.length).toBeGreaterThanOrEqual(25)
    expect(turns.filter(isTooLong)).toEqual([])
  })

  it('counts bytes as well as rows', async () => {
    await make(150, 20_000)
    const turns = await watchReadTurns(async () => expect(await store.all(long)).toHaveLength(150))
    expect(turns.filter(isTooLong)).toEqual([])
    expect(turns.length).toBeGreaterThanOrEqual(12)
  })

  it('lets those that come together read in turns, in the order in which they came', async () => {
    await make(1_000, 500)
    const answered: number[] = []
    const turns = await watchReadTurns(() =>
      Promise.all(upTo(1_000).map(async (n) => answered.push((await store.first(find, n))?.n ?? 0))),
    )
    expect(answered).toEqual(upTo(1_000))
    expect(turns.filter(isTooLong)).toEqual([])
  })

  it('counts what one work reads bit by bit, though it never waits for anything else', async () => {
    await make(1_000, 1_000)
    const turns = await watchReadTurns(async () => {
      for (let times = 0; times < 10; times += 1) await store.all(short)
      for (const n of upTo(1_000)) await store.first(find, n)
    })
    expect(turns.filter(isTooLong)).toEqual([])
  })

  it('counts what finds nothing too', async () => {
    const turns = await watchReadTurns(async () => {
      for (const n of upTo(1_000)) await store.first(find, n)
    })
    expect(Math.max(...turns.map(({ statements }) => statements.length))).toBeLessThanOrEqual(200)
  })

  it('shows a long statement one state, and everyone else the newest', async () => {
    await make(2_000, 10)
    const reading = store.all(long)
    await store.write((tx) => tx.run(once('delete from lines where n > 1000')))
    expect(await store.first(find, 2_000)).toBeUndefined()
    expect(numbersOf(await reading)).toEqual(upTo(2_000))
    expect(numbersOf(await store.all(long))).toEqual(upTo(1_000))
  })

  it('reads many long statements at once', async () => {
    await make(1_000, 10)
    let lists: readonly (readonly Line[])[] = []
    const turns = await watchReadTurns(async () => {
      lists = await Promise.all(upTo(30).map(() => store.all(long)))
    })
    expect(lists.map((lines) => lines.length)).toEqual(upTo(30).map(() => 1_000))
    expect(turns.filter(isTooLong)).toEqual([])
  })

  it('finishes a long statement before it closes', async () => {
    await make(2_000, 10)
    const reading = store.all(long)
    await store.close()
    expect(await reading).toHaveLength(2_000)
  })

  it('gives a transaction all of it at once, since nothing else may be awaited there', async () => {
    await make(1_000, 10)
    expect(await store.write((tx) => tx.all(long))).toHaveLength(1_000)
  })
})
