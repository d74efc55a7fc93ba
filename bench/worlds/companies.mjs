// Groups whose members have challenged each other a hundred times, and a million times.
import { server } from '../built.mjs'

const MEMBERS = 100
/** So many that the window of none of them grows long. */
const TOKENS = 1_000
const BATCH = 100_000
const STATUSES = ['pending', 'active', 'resolved', 'resolved', 'resolved', 'expired']

const sizes = { small: 100, large: 1_000_000 }

export const companies = async (store, people, now, { writeMany }) => {
  const run = (text) => writeMany((tx) => tx.run({ name: null, text }))
  const world = {}
  for (const [name, challenges] of Object.entries(sizes)) {
    const group = await createGroup(store, people.slice(0, MEMBERS), now)
    for (let first = 0; first < challenges; first += BATCH) {
      const count = Math.min(BATCH, challenges - first)
      for (const text of insertions(group, first, count, now)) await run(text)
    }
    for (const text of countings(group)) await run(text)
    world[name] = group
  }
  return world
}

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

const zeros = [
  'support_decides',
  ...['creator', 'opponent'].flatMap((party) => [
    `support_${party}`,
    `evidence_${party}`,
    ...['entries', 'pending', 'disputed', 'claimed', 'confirmed'].map((part) => `tally_${party}_${part}`),
  ]),
]

/** Challenges with their rows in the listing of the group: members against each other, in several statuses. */
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
    resolution_outcome: whenResolved(`'creator_won'`),
    resolution_settled_by: whenResolved(`'concession'`),
    resolution_settled_at: whenResolved(`${now} - (n % 9000) * 100000`),
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
    `insert into challenge_listings (listing, role, status, challenge_id)
     ${numbers} select '${id}', 'observer', ${status}, ${challengeId} from numbers`,
  ]
}

/** The counts as the service would have kept them. */
const countings = ({ id }) => {
  const count = (table, column, value, where = 'true') =>
    `insert into ${table} (group_id, ${column}, count)
     select group_id, ${value}, count(*) from challenges where group_id = '${id}' and ${where} group by 1, 2`
  const bucket = 'cast(floor(ln(1 + (resolution_settled_at - accepted_at) / 60000.0) / ln(1.02)) as bigint)'
  const won = `select creator_id, count(*) as won from challenges
    where group_id = '${id}' and resolution_outcome is not null group by creator_id`
  return [
    count('group_counts', 'name', `'status:' || status`),
    count('group_counts', 'name', `'outcome:' || resolution_outcome`, 'resolution_outcome is not null'),
    count('group_spans', 'bucket', bucket, 'resolution_settled_at is not null'),
    count('group_stakes', 'stake', 'stake'),
    `update memberships set won = scores.won from (${won}) as scores
     where group_id = '${id}' and person_id = scores.creator_id`,
  ]
}
