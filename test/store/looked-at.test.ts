// What a statement looks at is as little as what it gives: SQLite answers nobody else meanwhile. The steps that it takes
// are counted, with ten thousands of rows around the few that are sought.
import { dirname } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findSeqBefore } from '../../packages/server/src/features/events/feed.store.ts'
import { pruneFeeds } from '../../packages/server/src/features/events/pruning.ts'
import { listRunning } from '../../packages/server/src/features/mail-preferences/running.store.ts'
import { countChallenges } from '../../packages/server/src/features/privacy/overview.store.ts'
import {
  logSecurity,
  type SecurityKind,
} from '../../packages/server/src/features/security/security-log.store.ts'
import { endedBefore } from '../../packages/server/src/features/sessions/session.rules.ts'
import { removeEndedSessions } from '../../packages/server/src/features/sessions/session.store.ts'
import { countMissed } from '../../packages/server/src/features/webhooks/log.store.ts'
import { pruneDeliveries } from '../../packages/server/src/features/webhooks/pruning.ts'
import { firstIdAt } from '../../packages/server/src/kernel/ids.ts'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import { pruneMails } from '../../packages/server/src/mail/outbox/sender.ts'
import { SqliteConnection } from '../../packages/server/src/store/sqlite/connection.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { createStorage, createStore, engines, type TestStore } from '../support/engine.ts'
import { asId } from '../support/ids.ts'
import { compileCounters, compiler } from './counters.ts'
import { statements } from './every-statement.ts'

const NOW = Date.parse('2026-11-18T12:00:00Z')
const MANY = 20_000
/** A row that is looked at takes several steps. */
const FEW_STEPS = 10_000

describe.skipIf(compiler === undefined || !engines.includes('sqlite'))('with very much, on SQLite', () => {
  let test: TestStore
  let filler: SqliteConnection
  beforeAll(async () => {
    const storage = await createStorage('sqlite')
    const path = storage.url.replace(/^sqlite:/, '')
    const connection = new SqliteConnection(path, { readonly: false })
    connection.db.loadExtension(compileCounters(dirname(path)))
    connection.db.close()
    await storage.remove()
  })
  beforeEach(async () => {
    test = await createStore('sqlite')
    filler = new SqliteConnection(test.storage.url.replace(/^sqlite:/, ''), { readonly: false })
    filler.db.pragma('foreign_keys = off')
  })
  afterEach(async () => {
    filler.db.close()
    await test.remove()
  })

  const run = (text: string): void => void filler.db.exec(text)
  /** `n` in the values stands for the number of the row. */
  const fill = (into: string, values: string, count = MANY): void =>
    run(`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
      insert into ${into} select ${values} from numbers`)

  const steps = once<{ readonly steps: number }>('select steps() as steps')
  const countSteps = async (work: () => Promise<unknown>): Promise<number> => {
    const read = async (): Promise<number> => {
      const reading = await test.store.first(steps)
      const writing = await test.store.write((tx) => tx.first(steps))
      return (reading?.steps ?? 0) + (writing?.steps ?? 0)
    }
    await read()
    await work()
    return read()
  }

  it('counts a table that is read from end to end', async () => {
    fill('groups (id, name, created_at)', "'grp_' || n, 'Blue', 0")
    const name = once<{ readonly count: number }>('select count(*) as count from groups where created_at > 1')
    expect(await countSteps(() => test.store.first(name))).toBeGreaterThan(FEW_STEPS)
  })

  it('old events are found without a look at idle feeds', async () => {
    const old = NOW - 91 * DAY_MS
    fill('feeds (owner_id, head, last_at, look_at)', `'per_' || n, 1, ${old}, ${NOW + DAY_MS}`)
    const columns = 'events (feed_id, seq, id, type, body, created_at)'
    fill(columns, `'per_' || n, 1, '${firstIdAt('event', old)}' || n, 'x', '{}', ${old}`)
    run(`update feeds set head = 3, look_at = 0 where owner_id = 'per_1000'`)
    run(`insert into ${columns} values
      ('per_1000', 2, 'evt_b', 'x', '{}', ${old}), ('per_1000', 3, 'evt_c', 'x', '{}', ${old})`)
    expect(await countSteps(() => pruneFeeds(test.store, NOW))).toBeLessThan(FEW_STEPS)
    const left = await test.store.all(
      once<{ readonly seq: number }>(`select seq from events where feed_id = 'per_1000'`),
    )
    expect(left).toEqual([{ seq: 3 }])
  })

  const fillAccount = (): void => {
    run(`insert into people (id, email, created_at) values ('per_a', 'a@x.example', 0)`)
    run(`insert into accounts (id, person_id, first_name, plan, created_at)
      values ('acc_a', 'per_a', 'Ana', 'free', 0)`)
  }

  it('ended sessions are found without a look at the others', async () => {
    fillAccount()
    fill(
      'sessions (id, account_id, hash, browser_hash, browser, created_at, used_at, proved_at)',
      `'${firstIdAt('session', NOW)}' || n, 'acc_a', 'h' || n, 'b', 'Firefox', ${NOW}, ${NOW}, ${NOW}`,
    )
    const prune = () => test.store.write((tx) => removeEndedSessions(tx, endedBefore(NOW), 500))
    expect(await countSteps(prune)).toBeLessThan(FEW_STEPS)
  })

  it('old deliveries are found without a look at each subscription', async () => {
    fill(
      'webhooks (id, owner_id, feed_id, url, target, events, status, run, secret, created_at)',
      `'whk_' || n, 'acc_a', 'per_a', 'https://x.example', 't' || n, 'all', 'active', 1, x'00', 0`,
    )
    expect(await countSteps(() => pruneDeliveries(test.store, NOW))).toBeLessThan(FEW_STEPS)
  })

  it('old mails are found without a look at invitations that were not sent', async () => {
    fillAccount()
    fill(
      `mails (id, person_id, owner_id, causer_id, kind, facts, answer_by, state, tries, unanswered, created_at,
         settled_at)`,
      `'mail_' || n, 'per_a', 'per_a', 'per_a', 'invited', '{}', ${NOW + DAY_MS}, 'dropped', 0, 0, 0, 1`,
    )
    expect(await countSteps(() => pruneMails(test.store, NOW))).toBeLessThan(FEW_STEPS)
  })

  it('stakes are looked through a few groups at a time', async () => {
    fill('groups (id, name, created_at)', "'grp_' || n, 'Blue', 0", 100)
    fill('group_stakes (group_id, stake, count)', "'grp_' || (n % 100 + 1), 's' || n, 1", 100 * 900)
    const found = statements.find(({ name }) => name === 'statistics.list_groups_with_stakes')
    if (!found) throw new Error('there is no such statement')
    const text = found.text.replace('$1', "''").replace('$2', '50')
    // Of each of fifty groups nine hundred stakes, in two steps each.
    expect(await countSteps(() => test.store.all(once(text)))).toBeLessThan(50 * 900 * 4)
  })

  it('challenges in which silence counts are found without a look at those that have ended', async () => {
    fill(
      'challenge_listings (listing, challenge_id, role, status)',
      `'per_a', 'chl_' || n, 'creator', 'resolved'`,
    )
    const ana = asId('person', 'per_a')
    expect(await countSteps(() => listRunning(test.store, ana, 20))).toBeLessThan(FEW_STEPS)
  })

  it('challenges are counted as far as they are shown', async () => {
    fill(
      'challenge_listings (listing, challenge_id, role, status)',
      `'per_a', 'chl_' || n, 'creator', 'active'`,
    )
    const count = () => countChallenges(test.store, asId('person', 'per_a'), 1_001)
    expect(await count()).toEqual({ open: 1_001, closed: 0 })
    expect(await countSteps(count)).toBeLessThan(2 * FEW_STEPS)
  })

  const fillFeed = (): void => {
    const columns = 'events (feed_id, seq, id, type, body, created_at)'
    fill(columns, `'per_a', n, 'evt_' || n, 'challenge.created', '{}', ${NOW} + n`)
  }

  it('what came since an instant is looked for among the newest events alone', async () => {
    fillFeed()
    const personId = asId('person', 'per_a')
    const find = (at: number) => findSeqBefore(test.store, personId, at)
    expect(await find(NOW + MANY)).toBe(MANY - 1)
    expect(await find(NOW + 100)).toBe(0)
    expect(await countSteps(() => find(NOW + 100))).toBeLessThan(FEW_STEPS)
  })

  it('of what a subscription missed, the next thousand events are looked through', async () => {
    fillFeed()
    run(`insert into webhooks (id, owner_id, feed_id, url, target, events, status, run, resend_from, secret, created_at)
      values ('whk_a', 'acc_a', 'per_a', 'https://x.example', 't', '*', 'disabled', 1, 5, x'00', 0)`)
    fill(
      'deliveries (id, webhook_id, run, seq, event_id, type, status, attempts, created_at)',
      `'dlv_' || n, 'whk_a', 1, n + 5, 'evt_' || n, 'challenge.created', 'delivered', 1, 0`,
    )
    const count = () => countMissed(test.store, asId('webhook', 'whk_a'))
    expect(await count()).toMatchObject({ kinds: [{ type: 'challenge.created', missed: 1 }], isMore: true })
    // About twenty for each event.
    expect(await countSteps(count)).toBeLessThan(5 * FEW_STEPS)
  })

  it('the security log keeps the newest of a kind without a look at other kinds', async () => {
    fill(
      'security_log (account_id, id, kind, facts, created_at)',
      `'acc_a', 'sec_' || n, 'webhook_changed', '{}', ${NOW}`,
    )
    const accountId = asId('account', 'acc_a')
    const log = (kind: SecurityKind) =>
      test.store.write(async (tx) => logSecurity(tx, accountId, kind, {}, NOW))
    expect(await countSteps(() => log('mails_changed'))).toBeLessThan(FEW_STEPS)
    await log('webhook_changed')
    const left = once<{ readonly count: number }>(
      "select count(*) as count from security_log where kind = 'webhook_changed'",
    )
    // At most a thousand are removed at once.
    expect((await test.store.first(left))?.count).toBe(MANY + 1 - 1_000)
  })
})
