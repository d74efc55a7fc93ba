// People who are signed in: one with ten challenges, one with as many as home shows, and one with a hundred thousand.
// Half of them wait for their answer, half for that of someone else.
import { server } from '../built.mjs'
import { copyChallenges, createModel } from './clone.mjs'

const sizes = { small: 10, full: 20, large: 100_000 }

/** Gives the cookie of each, by size. */
export const homes = async (store, people, now, { createPerson, writeMany }) => {
  const { openSession } = await server('features/sessions/session.service.js')
  const other = await createPerson('the-other-side')
  const modelId = await createModel(store, people[0], people[1], now)
  const browser = { hash: 'b'.repeat(43), name: 'Firefox on Linux' }
  const world = {}
  let series = 5
  for (const [name, count] of Object.entries(sizes)) {
    const person = await createPerson(`home-${name}`)
    for (const parties of [
      [person.personId, other.personId],
      [other.personId, person.personId],
    ]) {
      await copyChallenges(
        { store, writeMany },
        modelId,
        String(series),
        `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count / 2})
         select n, cast($1 as text) as creator_id, cast($2 as text) as opponent_id, 0 as rare from numbers`,
        parties,
      )
      series += 1
    }
    const { value } = await store.write((tx) => openSession(tx, person.accountId, browser, now))
    world[name] = { cookie: `session=${value}` }
  }
  return world
}
