// A database that was in use before groups were: their counts, listings and statistics are made from what is there.
import { afterEach, describe, expect, it } from 'vitest'
import { findStatistics } from '../../packages/server/src/features/statistics/statistics.store.ts'
import { viewStatistics } from '../../packages/server/src/features/statistics/statistics.view.ts'
import { migrate } from '../../packages/server/src/store/migrate.ts'
import { openStore } from '../../packages/server/src/store/open.ts'
import { once } from '../../packages/server/src/store/statement.ts'
import type { Store } from '../../packages/server/src/store/store.ts'
import { createStorage, engines, type TestStorage } from '../support/engine.ts'
import { asId } from '../support/ids.ts'
import { makeOldDatabase } from '../support/old-database.ts'
import { recount } from '../support/recount.ts'

/** The last step before groups were counted. */
const BEFORE_GROUPS = 8
const HOUR_MS = 3_600_000

const parts = ['support', 'evidence', 'entries', 'pending', 'disputed', 'claimed', 'confirmed']
const zeros = [
  'support_decides',
  ...['creator', 'opponent'].flatMap((party) => parts.map((part) => `${party}_${part}`)),
]

interface Old {
  readonly id: number
  readonly by: number
  readonly to: number
  readonly status: string
  readonly stake: string
  readonly outcome?: string
  readonly hours?: number
  readonly disputed?: boolean
}

const challenges: readonly Old[] = [
  { id: 1, by: 1, to: 2, status: 'pending', stake: 'a coffee' },
  { id: 2, by: 1, to: 2, status: 'resolved', stake: 'a coffee', outcome: 'creator_won', hours: 5 },
  { id: 3, by: 2, to: 1, status: 'resolved', stake: 'cake', outcome: 'draw', hours: 50, disputed: true },
  { id: 4, by: 2, to: 3, status: 'resolved', stake: 'cake', outcome: 'opponent_won', hours: 300 },
  { id: 5, by: 3, to: 1, status: 'expired', stake: 'tea' },
]

const insertOf = ({ id, by, to, status, stake, outcome, hours = 0, disputed = false }: Old): string => {
  const settled = outcome === undefined ? 'null' : String(hours * HOUR_MS)
  return `insert into challenges (id, group_id, creator_id, opponent_id, creator_name, claim, stake, due_days, reference,
      status, due_at, settle_by, accepted_at, outcome, settled_at, disputed_at, version, created_at, updated_at, ${zeros.join(', ')})
    values ('ch_${id}', 'grp_1', 'per_${by}', 'per_${to}', 'Pat', 'I run', '${stake}', 5, 'r${id}', '${status}', 0, 0, 0,
      ${outcome ? `'${outcome}'` : 'null'}, ${settled}, ${disputed ? '1' : 'null'}, 1, 0, 0, ${zeros.map(() => '0').join(', ')})`
}

const members = [1, 2, 3].map(
  (n) => `insert into memberships (id, group_id, person_id, first_name, role, joined_at, left_at)
    values ('mem_${n}', 'grp_1', 'per_${n}', 'M${n}', '${n === 1 ? 'admin' : 'member'}', 0, ${n === 3 ? '5' : 'null'})`,
)

const old = [
  ...[1, 2, 3].map(
    (n) => `insert into people (id, email, created_at) values ('per_${n}', 'p${n}@x.example', 0)`,
  ),
  `insert into groups (id, name, created_at) values ('grp_1', 'Blue', 0)`,
  ...members,
  ...challenges.map(insertOf),
  `insert into challenge_lanes (lane, role, status, challenge_id) values ('mem_1', 'creator', 'pending', 'ch_1')`,
  `insert into challenge_lanes (lane, role, status, challenge_id) values ('per_1', 'creator', 'pending', 'ch_1')`,
  `insert into records (person_id, scope, won, drawn) values ('per_1', 'grp_1', 1, 1)`,
  `insert into records (person_id, scope, lost, drawn) values ('per_2', 'grp_1', 2, 1)`,
  `insert into records (person_id, scope, won) values ('per_3', 'grp_1', 1)`,
]

describe.each(engines)('migrating a database in use, on %s', (engine) => {
  let storage: TestStorage
  let store: Store
  afterEach(async () => {
    await store.close()
    await storage.remove()
  })

  it('counts what is there as if it had always been counted', async () => {
    storage = await createStorage(engine)
    store = await openStore(storage.target, { onIdleError: () => undefined })
    await makeOldDatabase(store, BEFORE_GROUPS, { more: old })
    await migrate(store, 0)

    const { median_hours_to_settle: median, ...stats } = viewStatistics(
      await findStatistics(store, asId('group', 'grp_1')),
    )
    const { exactMedianHours, ...counted } = await recount(store, 'grp_1')
    expect(stats).toEqual(counted)
    expect(stats).toMatchObject({
      members: 2,
      undisputed_share: 0.6667,
      leaderboard: [{ first_name: 'M1' }, {}],
    })
    expect(Math.abs((median ?? 0) - (exactMedianHours ?? 0))).toBeLessThan(1)
    expect(await store.all(once('select member_count, admin_count from groups'))).toEqual([
      { member_count: 2, admin_count: 1 },
    ])
    const listings = await store.all(
      once(
        `select listing, role, reference from challenge_listings where challenge_id = 'ch_1' order by listing`,
      ),
    )
    expect(listings).toEqual([
      { listing: 'grp_1:per_1', role: 'creator', reference: 'r1' },
      { listing: 'grp_1:per_2', role: 'opponent', reference: null },
      { listing: 'per_1', role: 'creator', reference: null },
    ])
  })
})
