// Everyone has a page of challenges and one more: half of them their own, half from others. They were made in turn, one
// of each person's after another, as they are in life: so what one person has lies scattered over the tables.
import { copyChallenges, copyId, createModel } from './clone.mjs'

const SERIES = '1'
const OWN = 13

export const everyday = async (store, people, now, { writeMany }) => {
  const [first, second] = people
  const modelId = await createModel(store, first, second, now)
  await copyChallenges(
    { store, writeMany },
    modelId,
    SERIES,
    `with recursive places (place) as (select 1 union all select place + 1 from places where place < ${OWN}),
     everyone as (select person_id, row_number() over (order by id) - 1 as at from accounts where first_name = 'Pat')
     select (place - 1) * ${people.length} + creator.at as n, creator.person_id as creator_id, opponent.person_id as opponent_id,
            0 as rare
     from everyone creator cross join places
     join everyone opponent on opponent.at = (creator.at + place) % ${people.length} order by n`,
  )
  return { challengeOf: (index) => copyId(SERIES, index) }
}
