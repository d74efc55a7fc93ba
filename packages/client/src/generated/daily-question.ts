// Written by `npm run generate`: the objects of the contract.

/** The question of a day. */
export interface Question {
  /** The question. */
  id: string
  /** Its day, in UTC. */
  date: string
  /** What is asked. */
  text: string
  /** What can be answered. */
  options: {
    /** What a vote names. Unique to its question. */
    id: string
    /** The answer. */
    text: string
  }[]
  /** When the day ends. */
  closes_at: string
  /** The option that the acting person chose. */
  my_vote: string | null
  /** Null until the acting person has voted. */
  results: {
    /** How many have voted. */
    total: number
    /** Votes by the id of the option. */
    counts: { [name: string]: number }
  } | null
}
