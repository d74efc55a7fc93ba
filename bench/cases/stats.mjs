// The statistics of a group, with a hundred challenges and with a million: counts are kept, so both cost the same.
import { server } from '../built.mjs'

const MEMBERS = 100
/** So many that the window of none of them grows long. */
const TOKENS = 1_000
const BATCH = 100_000
const STATUSES = ['pending', 'active', 'resolved', 'resolved', 'resolved', 'expired']

/** What was made on a database, by its people and the name of the case: the requests are made from it. */
const made = new WeakMap()

const caseOf = (name, title, challenges) => ({
  name,
  title: `GET /v1/groups/{id}/stats, ${title} challenges`,
  engines: ['sqlite', 'postgres'],
  status: 200,
  targets: {},
  prepare: async (store, people, now) => {
    const group = await createGroup(store, people.slice(0, MEMBERS), now)
    for (let first = 0; first < challenges; first += BATCH) {
      const count = Math.min(BATCH, challenges - first)
      for (const text of insertions(group, first, count, now)) await run(store, text)
    }
    for (const text of countings(group)) await run(store, text)
    if (store.engine === 'postgres') await store.all({ name: null, text: 'analyze' })
    made.set(people, (made.get(people) ?? new Map()).set(name, group))
  },
  requests: ({ people }) => {
    const { id, email, tokens } = made.get(people).get(name)
    return tokens.map(({ token }) => ({
      method: 'GET',
      path: `/v1/groups/${id}/stats?user_email=${encodeURIComponent(email)}`,
      headers: { authorization: `Bearer ${token}` },
    }))
  },
})

const createGroup = async (store, people, now) => {
  const access = await server('features/access/access.service.js')
  const { enrolMember } = await server('features/groups/operator.service.js')
  const [{ email }, ...others] = people
  const admin = { email, firstName: 'Pat' }
  const { id } = await store.write((tx) => access.createGroup(tx, { name: 'Bench', admin }, now))
  await store.write(async (tx) => {
    for (const other of others) {
      await enrolMember(tx, id, { email: other.email, firstName: 'Pat', role: 'member' }, now)
    }
  })
  const token = { owner: { kind: 'group', id }, scopes: 'all', name: 'bench' }
  const tokens = await store.write((tx) =>
    Promise.all(Array.from({ length: TOKENS }, () => access.createToken(tx, token, now))),
  )
  const text = `select person_id from memberships where group_id = '${id}' order by id`
  const members = (await store.all({ name: null, text })).map(({ person_id: personId }) => personId)
  return { id, email, tokens, members }
}

const run = async (store, text) => await store.write((tx) => tx.run({ name: null, text }))

const zeros = [
  'support_decides',
  ...['creator', 'opponent'].flatMap((party) =>
    ['support', 'evidence', 'entries', 'pending', 'disputed', 'claimed', 'confirmed'].map(
      (part) => `${party}_${part}`,
    ),
  ),
]

/** Challenges with their places in the lane of the group: members against each other, in several statuses. */
const insertions = ({ id, members }, first, count, now) => {
  const status = `case n % ${STATUSES.length} ${STATUSES.map((word, at) => `when ${at} then '${word}'`).join(' ')} end`
  const whenResolved = (value) => `case when (${status}) = 'resolved' then ${value} end`
  const challengeId = `'ch_${id.slice(-18)}' || (10000000 + n)`
  const columns = {
    id: challengeId,
    group_id: `'${id}'`,
    creator_id: 'creator.person',
    opponent_id: 'opponent.person',
    creator_name: `'Pat'`,
    claim: `'I run ten kilometres.'`,
    stake: `'stake ' || (n % 1000)`,
    due_days: 5,
    status,
    due_at: now,
    settle_by: now,
    accepted_at: now - 1_000_000_000,
    outcome: whenResolved(`'creator_won'`),
    settled_by: whenResolved(`'concession'`),
    settled_at: whenResolved(`${now} - (n % 9000) * 100000`),
    ...Object.fromEntries(zeros.map((name) => [name, 0])),
    version: 1,
    created_at: now,
    updated_at: now,
  }
  const people = members.map((person, at) => `(${at}, '${person}')`).join(', ')
  const numbers = `with recursive members (place, person) as (values ${people}),
    numbers (n) as (select ${first} union all select n + 1 from numbers where n < ${first + count - 1})`
  return [
    `insert into challenges (${Object.keys(columns).join(', ')})
     ${numbers} select ${Object.values(columns).join(', ')} from numbers
     join members creator on creator.place = n % ${members.length}
     join members opponent on opponent.place = (n + 1) % ${members.length}`,
    `insert into challenge_lanes (lane, role, status, challenge_id)
     ${numbers} select '${id}', 'observer', ${status}, ${challengeId} from numbers`,
  ]
}

/** The counts as the service would have kept them. */
const countings = ({ id }) => {
  const count = (table, column, value, where = 'true') =>
    `insert into ${table} (group_id, ${column}, count)
     select group_id, ${value}, count(*) from challenges where group_id = '${id}' and ${where} group by 1, 2`
  const bucket = 'cast(floor(ln(1 + (settled_at - accepted_at) / 60000.0) / ln(1.02)) as bigint)'
  const won = `select creator_id, count(*) as won from challenges
    where group_id = '${id}' and outcome is not null group by creator_id`
  return [
    count('group_counts', 'name', `'status:' || status`),
    count('group_counts', 'name', `'outcome:' || outcome`, 'outcome is not null'),
    count('group_spans', 'bucket', bucket, 'settled_at is not null'),
    count('group_stakes', 'stake', 'stake'),
    `update memberships set won = scores.won from (${won}) as scores
     where group_id = '${id}' and person_id = scores.creator_id`,
  ]
}

export const stats = [caseOf('stats-100', '100', 100), caseOf('stats-1000000', '1,000,000', 1_000_000)]
