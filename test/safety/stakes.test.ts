// The stakes that a group names are counted for its statistics, and those that matter to nobody any more go.
import { describe, expect, it } from 'vitest'
import { findStatistics } from '../../packages/server/src/features/statistics/statistics.store.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { engines } from '../support/engine.ts'
import { adminOf, challengeIn } from '../support/groups.ts'
import { startTestService } from '../support/service.ts'

const DAY_MS = 86_400_000

describe.each(engines)('Uncounted calls amplify without end: stakes, on %s', (engine) => {
  it('stakes of a group that few have named for long are forgotten', { timeout: 180_000 }, async () => {
    const service = await startTestService(engine)
    const group = await service.group()
    const now = service.clock.now()
    const row = (stake: string, count: number, namedAt: number): string =>
      `('${group.id}', '${stake}', ${count}, ${namedAt})`
    const rows = Array.from({ length: 1_600 }, (_, n) => row(`old ${n}`, 1, now - 31 * DAY_MS))
    rows.push(row('a cake', 9, 0), row('a walk', 8, 0))
    const insert = `insert into group_stakes (group_id, stake, count, named_at) values ${rows.join(', ')}`
    await service.store.write((tx) => tx.run(once(insert)))
    await challengeIn(adminOf(service, group), { email: 'someone@test.example' }, { stake: 'something new' })
    await service.runDue()

    const [left] = await service.store.all<{ count: number }, []>(
      once('select count(*) as count from group_stakes'),
    )
    expect(Number(left?.count)).toBe(1_000 + 1)
    const { stakes } = await findStatistics(service.store, group.id)
    expect(stakes.slice(0, 2)).toEqual([
      { stake: 'a cake', count: 9 },
      { stake: 'a walk', count: 8 },
    ])
    await service.stop()
  })
})
