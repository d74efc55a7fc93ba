// SQLite plans each statement once: planning takes longer than most of them do. What it looks into at a parameter, to plan
// again for another value, differs from release to release.
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SqliteConnection } from '../../packages/server/src/store/sqlite/connection.ts'
import type { Statement } from '../../packages/server/src/store/statements/statement.ts'
import { createStore, engines, type TestStore } from '../support/engine.ts'
import { compileCounters, compiler } from './counters.ts'
import { paramsFor, statements } from './every-statement.ts'

describe.skipIf(compiler === undefined || !engines.includes('sqlite'))('the statements, on SQLite', () => {
  let test: TestStore
  let connection: SqliteConnection
  beforeAll(async () => {
    test = await createStore('sqlite')
    const path = test.storage.url.replace(/^sqlite:/, '')
    connection = new SqliteConnection(path, { readonly: false })
    connection.db.loadExtension(compileCounters(dirname(path)))
  })
  afterAll(async () => {
    connection.db.close()
    await test.remove()
  })

  const countReplans = (): number => {
    const row = connection.db.prepare('select replans() as count').get()
    return (row as { readonly count: number }).count
  }

  const runWith = (statement: Statement<unknown, never>, given: number): void => {
    const { text } = statement
    const params = paramsFor(text, () => given)
    const givesRows = /\breturning\b/.test(text) || !/\b(?:insert|update|delete)\b/.test(text)
    connection.db.exec('begin')
    try {
      if (givesRows) connection.all(statement, params)
      else connection.run(statement as Statement<never, never>, params)
    } catch (error) {
      // The tables refuse some of it; by then it has been planned.
      expect(String(error)).toMatch(/constraint failed|cannot store/)
    } finally {
      connection.db.exec('rollback')
    }
  }

  it('are planned once, whatever they are given', () => {
    const replanned = statements.filter((statement) => {
      const before = countReplans()
      for (const given of [0, 1, 7, 1_000_000]) runWith(statement, given)
      return countReplans() > before
    })
    expect(replanned.map(({ name }) => name)).toEqual([])
  })

  it('would be found if they were planned again', () => {
    const before = countReplans()
    const limited = connection.db.prepare('select id from people limit ?')
    for (const limit of [1, 2, 3]) limited.all(limit)
    expect(countReplans()).toBeGreaterThan(before)
  })
})
