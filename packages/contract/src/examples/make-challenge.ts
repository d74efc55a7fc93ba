// What a challenge of the story has before anything has happened to it.
import { Challenge } from '../challenges/challenge.schema.ts'

const untouched = {
  opponent: { first_name: null },
  positions: { creator: null, opponent: null },
  support: { creator: 0, opponent: 0, mine: null },
  evidence_count: 0,
} satisfies Partial<Challenge>

type Nullable = { [Name in keyof Challenge]: null extends Challenge[Name] ? Name : never }[keyof Challenge]

/** What can be null is so, unless it is given. */
type Given = Omit<Challenge, keyof typeof untouched | NonNullable<Nullable>> & Partial<Challenge>

/** With its members in the order in which the service gives them. */
export const makeChallenge = (given: Given): Challenge => {
  const made: Partial<Challenge> = { ...untouched, ...given }
  const required = new Set<string>(Challenge.required)
  const names = Object.keys(Challenge.properties) as (keyof Challenge)[]
  return Object.fromEntries(
    names.filter((name) => name in made || required.has(name)).map((name) => [name, made[name] ?? null]),
  ) as unknown as Challenge
}
