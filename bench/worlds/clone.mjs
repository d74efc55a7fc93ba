// Many challenges at once: one is made the way every challenge is, and copied inside the database with other
// ids. So what is measured is rows of today's shape, a million of them in a minute.
import { server } from '../built.mjs'

const PERIODS = { confirmMs: 259_200_000, disputeMs: 604_800_000, settleMs: 2_592_000_000, stakes: null }
const DIGITS = 26

/** Makes the challenge that will be copied, and gives its id. */
export const createModel = async (store, creator, opponent, now) => {
  const { createChallenge } = await server('features/challenges/create.service.js')
  const actor = {
    caller: { ownerId: creator.accountId },
    id: creator.accountId,
    personId: creator.personId,
    firstName: 'Pat',
    email: creator.email,
    groupId: null,
    groupName: null,
    role: null,
    byOwnHand: true,
  }
  const input = { ...ordinary, opponent_email: opponent.email }
  const { id } = await store.write((tx) => createChallenge(tx, { actor, input, now }, PERIODS))
  return id
}

/** What people dare each other, in the words of no one in particular. */
export const ordinary = { claim: 'I will run ten kilometres before Sunday.', stake: 'coffee', due_days: 365 }

/**
 * Copies a challenge and its listing rows. `pairs` is a select that gives a row `(n, creator_id, opponent_id, rare)` for
 * each copy, `n` being a number of its own; `series` sets its ids apart. Rare ones are declined.
 */
export const copyChallenges = async ({ store, writeMany }, modelId, series, pairs, params = []) => {
  const columns = await columnsOf(store, modelId)
  const values = columns.map((column) => copied[column]?.(series) ?? `model.${column}`)
  const listing = (column, role) =>
    `select pairs.${column}, '${role}', ${status}, ${idOf(series)}, null from pairs`
  await writeMany(async (tx) => {
    await run(
      tx,
      `insert into challenges (${columns.join(', ')})
       select ${values.join(', ')} from (${pairs}) as pairs, challenges model where model.id = '${modelId}'`,
      params,
    )
    await run(
      tx,
      `insert into challenge_listings (listing, role, status, challenge_id, reference)
       with pairs as (${pairs})
       ${listing('creator_id', 'creator')} union all ${listing('opponent_id', 'opponent')}`,
      params,
    )
  })
}

const run = (tx, text, params) => tx.run({ name: null, text }, ...params)

const status = `case when pairs.rare = 1 then 'declined' else 'pending' end`

const idOf = (series) => {
  const zeros = '0'.repeat(DIGITS - series.length)
  return `'ch_${series}' || substr('${zeros}', 1, ${zeros.length} - length(cast(pairs.n as text))) || cast(pairs.n as text)`
}

const copied = {
  id: idOf,
  creator_id: () => 'pairs.creator_id',
  opponent_id: () => 'pairs.opponent_id',
  status: () => status,
  closed_at: () => 'case when pairs.rare = 1 then model.created_at end',
  snapshot: (series) =>
    `case when pairs.rare = 1 then null else replace(model.snapshot, model.id, ${idOf(series)}) end`,
  next_move_at: () => 'case when pairs.rare = 1 then null else model.next_move_at end',
}

const columnsOf = async (store, id) =>
  Object.keys((await store.all({ name: null, text: `select * from challenges where id = '${id}'` }))[0])

/** The id of a challenge that was copied. */
export const copyId = (series, n) => `ch_${series}${String(n).padStart(DIGITS - series.length, '0')}`
