// Every statement is valid on both engines, and the hot ones find their rows by an index.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderMarks } from '../../packages/server/src/store/postgres/dialect.ts'
import { once, type Param, type Statement } from '../../packages/server/src/store/statements/statement.ts'
import type { Tx } from '../../packages/server/src/store/store.ts'
import { createStore, engines, type TestStore } from '../support/engine.ts'
import { paramsFor, statements } from './every-statement.ts'

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
    'events.find_before',
    'privacy.count_open_challenges',
    'privacy.count_closed_challenges',
    'webhooks.count_missed',
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
    'events.advance_feeds_fallback_1',
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
    'mail.count_of_account',
    'mail.count_of_challenge',
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
    'events.list_feeds_to_look_at',
    'events.remove_old',
    'events.look_at_feed_later',
    'sessions.remove_ended',
    'webhooks.remove_old_deliveries',
    'mail.remove_to',
    'challenges.find_first_listed',
    'challenges.remove_supports',
    'questions.remove_votes',
    'privacy.list_due_erasures',
    'privacy.find_erasures_of_address',
    'privacy.list_to_look_at',
    'privacy.find_standing',
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
    'events.list_feeds_to_look_at',
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
  const deleting = statements.filter(
    // Of a person a row is deleted on PostgreSQL alone.
    ({ name, text }) =>
      /^\s*delete from/.test(text) &&
      name !== 'privacy.release_address' &&
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
