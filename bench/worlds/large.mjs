// People who have very few, many and very many challenges, in one table.
import { copyChallenges, createModel } from './clone.mjs'

const sizes = { few: 3, many: 10_000, most: 1_000_000 }
/** So many of everyone's were declined, where there are so many. */
const RARE = 10

export const large = async (store, people, now, { createPerson, writeMany }) => {
  const opponent = await createPerson('opponent')
  const modelId = await createModel(store, people[0], people[1], now)
  const world = {}
  let series = 2
  for (const [name, count] of Object.entries(sizes)) {
    const person = await createPerson(name)
    await copyChallenges(
      { store, writeMany },
      modelId,
      String(series),
      `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
       select n, cast($1 as text) as creator_id, cast($2 as text) as opponent_id,
              case when n % ${Math.ceil(count / RARE)} = 0 then 1 else 0 end as rare
       from numbers`,
      [person.personId, opponent.personId],
    )
    await store.write((tx) =>
      tx.run(
        { name: null, text: `insert into records (person_id, scope, open) values ($1, 'all', ${count})` },
        person.personId,
      ),
    )
    world[name] = person
    series += 1
  }
  return world
}
