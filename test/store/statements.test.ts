// Every statement is valid on both engines, the hot ones find their rows by an index, and none is planned twice.
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService } from '../../packages/server/src/service.ts'
import { renderMarks } from '../../packages/server/src/store/postgres/dialect.ts'
import { SqliteConnection } from '../../packages/server/src/store/sqlite/connection.ts'
import {
  declaredStatements,
  once,
  type Param,
  type Statement,
} from '../../packages/server/src/store/statement.ts'
import {
  getGroupListing,
  getListing,
  listChallenges,
} from '../../packages/server/src/features/challenges/reading/listing.store.ts'
import type { Reader, Tx } from '../../packages/server/src/store/store.ts'
import { createStore, engines, type TestStore } from '../support/engine.ts'
import { asId } from '../support/ids.ts'
import { requirement } from '../support/requirements.ts'

// The statements of a page are made when a page of their form is first asked for.
const personId = asId('person', 'person')
const nobody: Reader = { all: async () => [], first: async () => undefined }
for (const order of ['asc', 'desc'] as const) {
  const page = { order, limit: 25, after: undefined }
  const listing = getListing({ personId, groupId: null })
  for (const filter of [
    { role: undefined, statuses: undefined, reference: undefined },
    { role: undefined, statuses: ['active', 'due'] as const, reference: undefined },
    { role: 'creator' as const, statuses: undefined, reference: undefined },
    { role: undefined, statuses: undefined, reference: 'r' },
    { role: undefined, statuses: ['active'] as const, reference: 'r' },
  ]) {
    await listChallenges(nobody, listing, personId, filter, page)
  }
  const ofStatus = { role: undefined, statuses: ['active'] as const, reference: undefined }
  await listChallenges(nobody, getGroupListing(asId('group', 'group')), personId, ofStatus, page)
}

/** Of an empty table PostgreSQL thinks that walking a partial index costs nothing; of people and mails it knows. */
const fillTables = async (tx: Tx): Promise<void> => {
  const people = 'generate_series(1, 2000) as n'
  for (const text of [
    `insert into people (id, email, created_at) select 'per_' || n, n || '@x.example', 0 from ${people}`,
    `insert into groups (id, name, created_at) select 'grp_' || n, 'Blue', 0 from generate_series(1, 20) as n`,
    `insert into memberships (id, group_id, person_id, first_name, role, joined_at)
     select 'mem_' || n, 'grp_' || n % 20 + 1, 'per_' || n, 'Mo', 'member', 0 from ${people}`,
    `insert into mails (id, person_id, owner_id, causer_id, kind, facts, state, tries, unanswered, created_at)
     select 'mail_' || n, 'per_' || n, 'grp_' || n % 20 + 1, 'per_' || n, 'member_added', '{}', 'sent', 1, 0, 0
     from ${people}`,
    'analyze memberships',
    'analyze mails',
  ]) {
    await tx.run(once(text))
  }
}

/** The names of the lists of values that a statement is given: they are as short as what it was asked for. */
const givenLists = (text: string): readonly string[] =>
  [...text.matchAll(/\bwith (\w+) \([^)]*\) as \(\s*values/g)].flatMap(([, list = '']) => [
    list,
    ...[...text.matchAll(new RegExp(`\\b(?:from|join) ${list} (\\w)\\b`, 'g'))].map(
      ([, alias = '']) => alias,
    ),
  ])

const statements = declaredStatements().filter(({ name }) => name !== null && !/^(probe|test)\./.test(name))

/** Something for every parameter of a text. */
const paramsFor = (text: string, param: (place: number) => Param): readonly Param[] => {
  const places = [...text.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place))
  return Array.from({ length: Math.max(0, ...places) }, (_, at) => param(at))
}

describe.each(engines)('the statements, on %s', (engine) => {
  let test: TestStore
  beforeAll(async () => {
    test = await createStore(engine)
    if (engine === 'postgres') await test.store.write(fillTables)
  })
  afterAll(() => test.remove())

  /** As the store itself prepares it, parameters included. */
  const explain = <Row>(word: string, text: string): Promise<readonly Row[]> => {
    const statement: Statement<Row, Param[]> = { name: null, text: `${word} ${text}` }
    return test.store.all(statement, ...paramsFor(text, () => null))
  }

  /** The plan with the parameters left open. */
  const planOf = async (text: string): Promise<string> => {
    if (engine === 'sqlite') {
      const rows = await explain<{ detail: string }>('explain query plan', text)
      return rows.map(({ detail }) => detail).join('\n')
    }
    const rows = await test.store.all(
      once<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${renderMarks(text)}`),
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
    const understood = engine === 'sqlite' ? await explain('explain', text) : await planOf(text)
    expect(understood.length).toBeGreaterThan(0)
  })

  const hot = [
    'access.find_token_by_hash',
    'access.find_member',
    'me.of_account',
    'me.of_member',
    'idempotency.find_key',
    'access.find_person',
    'challenges.find_by_person',
    'challenges.find_by_group',
    'challenges.find_by_id',
    'challenges.summary_by_person',
    'challenges.summary_by_group',
    'challenges.list_settle_times',
    'security_log.keep_newest',
    'challenges.lock',
    'challenges.update',
    'challenges.list_due',
    'challenges.list_evidence',
    'challenges.set_listed_status',
    'challenges.list_waiting',
    'challenges.list_running_asc',
    'challenges.list_running_desc',
    'calendar.find_by_hash',
    'challenges.page_party_all_1_asc',
    'challenges.page_party_all_1_desc',
    'challenges.page_group_status_1_asc',
    'challenges.page_group_status_1_desc',
    'challenges.page_party_status_4_asc',
    'challenges.page_party_status_4_desc',
    'challenges.page_party_status_9_asc',
    'challenges.page_party_status_9_desc',
    'challenges.page_party_reference_1_asc',
    'challenges.page_party_reference_1_desc',
    'challenges.page_party_reference_9_asc',
    'challenges.page_party_reference_9_desc',
    'events.find_seq',
    'events.range_asc',
    'events.range_desc',
    'events.range_of_type_asc',
    'events.range_of_type_desc',
    'groups.page_asc',
    'groups.page_desc',
    'groups.find_own',
    'groups.page_members_asc',
    'groups.page_members_desc',
    'groups.find_linked_member',
    'access.find_member_by_person',
    'access.lock_membership',
    'access.end_membership',
    'statistics.find_member_count',
    'statistics.list_counts',
    'statistics.list_spans',
    'statistics.list_stakes',
    'statistics.list_ranks',
    'statistics.count_score',
    'tally.find',
    'tally.update',
    'tally.page_asc',
    'tally.page_desc',
    'events.wake_queue',
    'webhooks.find',
    'webhooks.all_of_owner',
    'webhooks.page_asc',
    'webhooks.page_desc',
    'webhooks.find_delivery',
    'webhooks.page_of_deliveries_asc',
    'webhooks.page_of_deliveries_desc',
    'webhooks.first_waiting',
    'delivery.list_due_queues',
    'delivery.lock_queue',
    'delivery.find_receiver',
    'delivery.claim',
    'delivery.claim_alone',
    'delivery.claim_fallback',
    'limits.charge_quota_fallback',
    'events.advance_feeds_1_fallback',
    'records.open_1',
    'records.close_1',
    'delivery.lock_queues_of_feed',
    'delivery.wake_queues_of_feed',
    'delivery.clear_waiting_feed',
    'delivery.list_next_events',
    'delivery.move_and_look_later',
    'delivery.move_and_look_again',
    'delivery.look_again',
    'events.note_subscribed',
    'mail.list_due',
    'mail.list_due_reminders',
    'mail.list_held_invitations',
    'mail.list_held_of_group',
    'mail.list_held_news',
    'mail.list_gathered',
    'mail.list_gathered',
    'mail.list_gathered_mails',
    'mail.list_went_1',
    'mail.list_unasked_by_owner',
    'mail.find_preferences_1',
    'mail.find_some_1',
    'mail.decide_1',
    'mail.settle',
    'mail.drop_deadlines',
    'mail.drop_invitation',
    'mail.prune',
    'mail.remove_acquaintances',
    'mail.remove_as_causer',
    'mails.list_running',
    'mails.count_last_mails',
    'challenges.find_links',
    'challenges.find_block',
    'challenges.list_played_with',
    'challenges.find_invited_again',
    'challenges.note_invited_again',
    'mail.give_way',
    'mail.insert_invitation_again',
    'challenges.remove_some_blocks',
    'challenges.remove_blocked',
    'challenges.mark_told',
    'challenges.mark_used',
    'challenges.mark_all_used_1',
    'challenges.take_notices_back',
    'challenges.list_untold',
    'questions.find',
    'questions.count_votes',
    'questions.list_from',
    'events.list_about',
    'events.list_by_author',
    'events.delete_oldest',
    'idempotency.list_keys_about',
    'idempotency.forget_keys_of_owner',
    'mail.list_about',
    'mail.list_aside',
    'mail.list_of_challenges',
    'events.prune',
    'mail.remove_to',
    'challenges.find_first_listed',
    'challenges.remove_supports',
    'questions.remove_votes',
    'rights.list_due_erasures',
    'rights.find_erasures_of_address',
    'rights.list_to_look_at',
    'rights.find_standing',
    'webhooks.find_first_deleted',
    'webhooks.remove_deliveries',
    'events.forget_excerpts',
    'mail.list_by',
    'access.lock_present_memberships',
    'statistics.uncount_stake',
  ]

  it('has a plan for each that every call may run', () => {
    expect(hot.filter((name) => !statements.some((statement) => statement.name === name))).toEqual([])
  })

  // Those that take the first few of many: in the order of an index, not by sorting what may be a whole group.
  const ordered = [
    'groups.page_asc',
    'groups.page_desc',
    'groups.page_members_asc',
    'groups.page_members_desc',
    'statistics.list_stakes',
    'statistics.list_ranks',
    'events.prune',
    'mail.list_aside',
    'mail.list_of_challenges',
    'mail.list_due',
    'mail.list_held_invitations',
    'mail.list_held_of_group',
    'mail.list_held_news',
    'mail.list_gathered',
    'delivery.claim_fallback',
    'delivery.list_waiting_feeds',
    'delivery.list_next_events',
  ]

  it.each(statements.filter(({ name }) => name !== null && ordered.includes(name)))(
    '$name sorts nothing',
    async ({ text }) => {
      expect(await planOf(text)).not.toMatch(/TEMP B-TREE|Sort/)
    },
  )

  it.each(statements.filter(({ name }) => name !== null && hot.includes(name)))(
    '$name looks at nothing but what it wants',
    async ({ text }) => {
      // A table read from end to end is a SCAN on SQLite and a Seq Scan on PostgreSQL.
      const plan = await planOf(text)
      // The page of a listing scans its own short lists, which are no tables.
      const lists = [
        'page',
        String.raw`scan_\d+`,
        String.raw`\(subquery-\d+`,
        'again',
        'fresh',
        'due',
        'newest',
        ...givenLists(text),
      ]
      expect(plan).not.toMatch(new RegExp(`\\bSCAN (?!(?:${lists.join('|')})\\b|CONSTANT ROW)|Seq Scan`))
      // On PostgreSQL an index can be walked from end to end too: then it has no condition.
      const walks = plan.match(/Index (?:Only )?Scan/g) ?? []
      expect(plan.match(/Index Cond/g) ?? []).toHaveLength(walks.length)
    },
  )
})

interface Operation {
  readonly opcode: string
  readonly p1: number
  readonly p2: number
}

// SQLite looks for what refers to a row before the row is deleted: without an index, in all challenges that there are.
it('on SQLite none that deletes looks through all challenges', async () => {
  const deleting = declaredStatements().filter(
    // Of a person a row is deleted on PostgreSQL alone.
    ({ name, text }) =>
      /^\s*delete from/.test(text) &&
      name !== 'rights.release_address' &&
      !/^(probe|test)\./.test(name ?? ''),
  )
  const sqlite = await createStore('sqlite')
  const { store } = sqlite
  const [challenges] = await store.all(
    once<{ rootpage: number }>(
      "select rootpage from sqlite_master where type = 'table' and name = 'challenges'",
    ),
  )
  const walking: (string | null)[] = []
  for (const { name, text } of deleting) {
    const explain = once<Operation>(`explain ${text.replace(/\$\d+/g, 'null')}`)
    const program = await store.write((tx) => tx.all(explain))
    const cursors = program.flatMap(({ opcode, p1, p2 }) =>
      opcode === 'OpenRead' && p2 === challenges?.rootpage ? [p1] : [],
    )
    if (program.some(({ opcode, p1 }) => opcode === 'Rewind' && cursors.includes(p1))) walking.push(name)
  }
  await sqlite.remove()
  expect(deleting.length).toBeGreaterThan(20)
  expect(walking).toEqual([])
})

const compiler = requirement('gcc')

/** Gives the path of the function that counts, for the SQLite of the binding that this Node has. */
const compileCounter = (folder: string): string => {
  const output = join(folder, 'count-plans.so')
  const source = join(import.meta.dirname, 'count-plans.c')
  const binding = createRequire(
    join(import.meta.dirname, '../../packages/sqlite-for-older-node/index.cjs'),
  ).resolve('better-sqlite3/package.json')
  const headers = join(dirname(binding), 'deps/sqlite3')
  execFileSync(compiler ?? '', ['-shared', '-fPIC', '-I', headers, source, '-o', output])
  return output
}

/** Planning takes longer than most statements do. What SQLite looks into at a parameter differs from release to release. */
describe.skipIf(compiler === undefined || !engines.includes('sqlite'))('on SQLite', () => {
  let test: TestStore
  let connection: SqliteConnection
  beforeAll(async () => {
    test = await createStore('sqlite')
    const path = test.storage.url.replace(/^sqlite:/, '')
    connection = new SqliteConnection(path, { readonly: false })
    connection.db.loadExtension(compileCounter(dirname(path)))
  })
  afterAll(async () => {
    connection.db.close()
    await test.remove()
  })

  const countAnew = (): number => {
    const row = connection.db.prepare('select plans_made_anew() as count').get()
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

  it('each is planned once, whatever it is given', () => {
    const anew = statements.filter((statement) => {
      const before = countAnew()
      for (const given of [0, 1, 7, 1_000_000]) runWith(statement, given)
      return countAnew() > before
    })
    expect(anew.map(({ name }) => name)).toEqual([])
  })

  it('counts what is planned again', () => {
    const before = countAnew()
    const limited = connection.db.prepare('select id from people limit ?')
    for (const limit of [1, 2, 3]) limited.all(limit)
    expect(countAnew()).toBeGreaterThan(before)
  })
})
