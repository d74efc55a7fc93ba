// Someone with as much of everything as the limits allow, in the longest words. One of each is made the way every one is
// made, and copied inside the database with other ids.
import { once, type Param } from '../../packages/server/src/store/statements/statement.ts'
import type { Store, Tx } from '../../packages/server/src/store/store.ts'
import type { Challenge } from '@challenge-service/contract'
import { act, challengeIn, expectStatus, type Acting } from '../support/groups.ts'
import type { TestService } from '../support/service.ts'

export interface Sizes {
  /** Of each of five kinds. */
  readonly challenges: number
  readonly entriesOfEachParty: number
  readonly members: number
  /** Of whatever else has no limit. */
  readonly others: number
}

export interface LargePerson {
  readonly personId: string
  readonly accountId: string
  /** Calls as themselves. */
  readonly self: Acting
  readonly opponent: Acting
  /** Calls as themselves in their group. */
  readonly inGroup: Acting
  readonly groupId: string
}

/** Four bytes for each character. */
const longest = (characters: number): string => '🏃'.repeat(characters)

const challengeTexts = { claim: longest(500), stake: longest(80), reference: longest(100), due_days: 365 }

/** A challenge with all that it may have: evidence, and a tally. */
export const enlarge = async (
  { store }: Pick<TestService, 'store'>,
  person: LargePerson,
  sizes: Sizes,
): Promise<{ readonly challengeId: string }> => {
  const { self, opponent, inGroup } = person
  const models = [
    await challengeIn(self, opponent, challengeTexts),
    await challengeIn(opponent, self, challengeTexts),
    await makeActive(self, opponent),
    await makeDisputed(self, opponent),
    await makeActive(inGroup, opponent),
  ]
  const full = await makeActive(self, opponent)
  for (const party of [self, opponent]) {
    await act(
      party,
      full,
      'evidence',
      { text: longest(2_000), url: `https://x.example/${'y'.repeat(1_900)}` },
      201,
    )
    const entry = { note: longest(200), amount: 2 }
    await expectStatus(party.call('POST', `/v1/challenges/${full.id}/tally`, entry), 201)
  }
  const copying = new Copying(store)
  for (const { id } of models) await copying.challenge(id, sizes.challenges)
  await copying.rows('evidence', 'model.challenge_id = $1', [full.id], 49)
  await copying.rows('tally_entries', 'model.challenge_id = $1', [full.id], sizes.entriesOfEachParty - 1)
  await copying.feed(person.personId, sizes.others)
  await copying.feed(person.groupId, sizes.others)
  await copying.people(person, sizes.members)
  await copying.belongings(person, sizes.others)
  return { challengeId: full.id }
}

const makeActive = async (creator: Acting, opponent: Acting): Promise<Challenge> =>
  act(opponent, await challengeIn(creator, opponent, challengeTexts), 'accept')

const makeDisputed = async (creator: Acting, opponent: Acting): Promise<Challenge> => {
  const active = await makeActive(creator, opponent)
  await act(opponent, active, 'resolve', { outcome: 'opponent_won' })
  return act(creator, active, 'dispute', { reason: longest(1_000) })
}

/** Columns that are not simply copied, as SQL over `model` and `n`. */
type Changed = Readonly<Record<string, string>>

/** Of the same length, and with a number of its own. */
const numbered = (column: string): string =>
  `substr(model.${column}, 1, length(model.${column}) - 6) || substr(cast(1000000 + n as text), 2)`

class Copying {
  readonly #store: Store
  #copied = 0

  constructor(store: Store) {
    this.#store = store
  }

  /** Copies each row that is so. `changed`: beside the id, which is always another. */
  async rows(
    table: string,
    where: string,
    params: readonly Param[],
    count: number,
    changed: Changed = { id: numbered('id') },
  ): Promise<void> {
    const columns = await this.#columnsOf(table)
    if (columns.length === 0) return
    const values = columns.map((column) => changed[column] ?? `model.${column}`)
    const from = this.#copied
    this.#copied += count
    await this.#store.write((tx) =>
      run(
        tx,
        `insert into ${table} (${columns.join(', ')})
         with recursive numbers (n) as (select ${from} union all select n + 1 from numbers where n < ${from + count - 1})
         select ${values.join(', ')} from ${table} model, numbers where ${where}`,
        params,
      ),
    )
  }

  async challenge(id: string, count: number): Promise<void> {
    const from = this.#copied
    const snapshot = `replace(model.snapshot, model.id, ${numbered('id')})`
    await this.rows('challenges', 'model.id = $1', [id], count, { id: numbered('id'), snapshot })
    this.#copied = from
    await this.rows('challenge_listings', 'model.challenge_id = $1', [id], count, {
      challenge_id: numbered('challenge_id'),
    })
  }

  /** The newest event, again and again. */
  async feed(feedId: string, count: number): Promise<void> {
    await this.rows(
      'events',
      `model.feed_id = $1 and model.seq = (select head from feeds where owner_id = $1)`,
      [feedId],
      count,
      {
        id: numbered('id'),
        seq: `model.seq + 1 + n - ${this.#copied}`,
      },
    )
    await this.#store.write((tx) =>
      run(tx, `update feeds set head = head + ${count} where owner_id = $1`, [feedId]),
    )
  }

  /** Members of the group, whom the person knows and has blocked. */
  async people({ personId, groupId }: LargePerson, count: number): Promise<void> {
    const from = this.#copied
    const id = numbered('id')
    await this.rows('people', 'model.id = $1', [personId], count, {
      id,
      email: `${id} || '@large.example'`,
    })
    const also = async (table: string, where: string, params: readonly Param[], changed: Changed) => {
      this.#copied = from
      await this.rows(table, where, params, count, changed)
    }
    const copyOf = numbered('person_id')
    await also('memberships', 'model.group_id = $1 and model.person_id = $2', [groupId, personId], {
      id,
      person_id: copyOf,
    })
    const pair = `insert into acquaintances (person_id, causer_id) values ($1, $1) on conflict do nothing`
    await this.#store.write((tx) => run(tx, pair, [personId]))
    await also('acquaintances', 'model.person_id = $1 and model.causer_id = $1', [personId], {
      causer_id: numbered('causer_id'),
    })
    await this.#store.write((tx) =>
      run(
        tx,
        `insert into block_origins (person_id, origin, blocked_id, blocked_at, name)
         select person_id, 'at ' || causer_id, causer_id, 1, 'Blake' from acquaintances where person_id = $1 and causer_id <> $1`,
        [personId],
      ),
    )
    await this.#store.write((tx) =>
      run(tx, `update groups set member_count = member_count + ${count} where id = $1`, [groupId]),
    )
  }

  /** What an account has, and what was sent to it. */
  async belongings({ personId, accountId, groupId }: LargePerson, count: number): Promise<void> {
    const id = numbered('id')
    const oneOf = (table: string, owner: string): string =>
      `model.id = (select min(id) from ${table} where ${owner} = $1)`
    const token = oneOf('tokens', 'account_id')
    await this.rows('tokens', token, [accountId], 40, { id, hash: numbered('hash') })
    await this.rows('tokens', token, [accountId], 10, {
      id,
      hash: numbered('hash'),
      revoked_at: 'model.created_at',
    })
    await this.rows('sessions', oneOf('sessions', 'account_id'), [accountId], 20, {
      id,
      hash: numbered('hash'),
    })
    await this.rows('security_log', oneOf('security_log', 'account_id'), [accountId], count)
    await this.#groups(personId, groupId, count)
    for (const owner of [accountId, groupId]) await this.#webhooks(owner, count)
    await this.rows('mails', oneOf('mails', 'person_id'), [personId], count, { id, counted_at: 'null' })
    await this.rows('idempotency_keys', 'model.actor_id = $1', [accountId], Math.ceil(count / 20), {
      key: `model.key || n`,
    })
  }

  /** Many groups of one person. */
  async #groups(personId: string, groupId: string, count: number): Promise<void> {
    const from = this.#copied
    const id = numbered('id')
    await this.rows('groups', 'model.id = $1', [groupId], count, { id })
    this.#copied = from
    await this.rows(
      'memberships',
      'model.group_id = $1 and model.person_id = $2',
      [groupId, personId],
      count,
      {
        id,
        group_id: numbered('group_id'),
      },
    )
  }

  /** As many as there may be, and a long log of each that there was. */
  async #webhooks(ownerId: string, count: number): Promise<void> {
    const [first] = await this.#store.all(
      once<{ id: string }>(`select id from webhooks where owner_id = '${ownerId}' and deleted_at is null`),
    )
    if (!first) return
    const of = `model.webhook_id = $1`
    const excerpt = `'${'x'.repeat(1_000)}'`
    await this.rows('deliveries', of, [first.id], count, { id: numbered('id'), response_excerpt: excerpt })
    const url = `'https://hooks.example.com/' || n || '/${'y'.repeat(1_900)}'`
    await this.rows('webhooks', 'model.id = $1', [first.id], 90, { id: numbered('id'), url, target: url })
  }

  async #columnsOf(table: string): Promise<readonly string[]> {
    const [row] = await this.#store.all(once<Record<string, unknown>>(`select * from ${table} limit 1`))
    return Object.keys(row ?? {})
  }
}

const run = (tx: Tx, text: string, params: readonly Param[]): Promise<number> =>
  tx.run<readonly Param[]>({ name: null, text }, ...params)
