// What a challenge of the story has before anything has happened to it.
import { Challenge } from '../challenges/challenge.schema.ts'

const untouched = {
  opponent: { first_name: null },
  group_id: null,
  group_name: null,
  positions: { creator: null, opponent: null },
  proposal: null,
  resolution: null,
  dispute: null,
  cancellation: null,
  support: { creator: 0, opponent: 0, mine: null },
  evidence_count: 0,
  accepted_at: null,
  closed_at: null,
} satisfies Partial<Challenge>

type Given = Omit<Challenge, keyof typeof untouched> & Partial<Challenge>

/** With its members in the order in which the service gives them. */
export const makeChallenge = (given: Given): Challenge => {
  const made: Challenge = { ...untouched, ...given }
  const names = Object.keys(Challenge.properties).filter((name) => name in made) as (keyof Challenge)[]
  return Object.fromEntries(names.map((name) => [name, made[name]])) as Challenge
}
