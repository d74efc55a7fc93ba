// Every statement is valid on both engines, and the hot ones find their rows by an index.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService } from '../../packages/server/src/service.ts'
import { renderForPostgres } from '../../packages/server/src/store/dialect.ts'
import { declaredStatements, once } from '../../packages/server/src/store/statement.ts'
import { createStore, engines, type TestStore } from '../support/engine.ts'

describe.each(engines)('the statements, on %s', (engine) => {
  let test: TestStore
  beforeAll(async () => {
    test = await createStore(engine)
  })
  afterAll(() => test.remove())

  const statements = declaredStatements().filter(({ name }) => name !== null && !name.startsWith('probe.'))
  const nulls = (text: string): string => text.replace(/\$\d+/g, 'null')

  /** The plan with the parameters left open. */
  const planOf = async (text: string): Promise<string> => {
    if (engine === 'sqlite') {
      const rows = await test.store.all(once<{ detail: string }>(`explain query plan ${nulls(text)}`))
      return rows.map(({ detail }) => detail).join('\n')
    }
    const rows = await test.store.all(
      once<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${renderForPostgres(text)}`),
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }

  it('are known, all of them', () => {
    // Loading the service has loaded every slice, and so declared every statement.
    expect(startService).toBeTypeOf('function')
    expect(statements.length).toBeGreaterThan(20)
  })

  it.each(statements)('$name is understood', async ({ text }) => {
    // SQLite has a program for every statement, but a plan only for those that look something up.
    const understood =
      engine === 'sqlite' ? await test.store.all(once(`explain ${nulls(text)}`)) : await planOf(text)
    expect(understood.length).toBeGreaterThan(0)
  })

  const hot = [
    'access.find_token_by_hash',
    'access.find_member',
    'me.of_account',
    'me.of_member',
    'store.find_key',
    'mail.list_due',
    'mail.list_due_reminders',
    'mail.counted_to_person',
    'mail.count_to_strangers',
    'mail.find_stop',
    'mail.prune',
  ]

  it.each(statements.filter(({ name }) => name !== null && hot.includes(name)))(
    '$name looks at nothing but what it wants',
    async ({ text }) => {
      // A table read from end to end is a SCAN on SQLite and a Seq Scan on PostgreSQL.
      const plan =
        engine === 'sqlite'
          ? await planOf(text)
          : await test.store.write(async (tx) => {
              await tx.run(once('set local enable_seqscan = off'))
              const rows = await tx.all(
                once<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${renderForPostgres(text)}`),
              )
              return rows.map((row) => row['QUERY PLAN']).join('\n')
            })
      expect(plan).not.toMatch(/\bSCAN\b|Seq Scan/)
    },
  )
})
