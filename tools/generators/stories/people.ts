// What a story is given: where the service is, and its two people.
const read = (name: string): string => {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set`)
  return value
}

export const url = read('URL')
export const creator = { authorization: `Bearer ${read('TOKEN')}` }
export const opponent = { authorization: `Bearer ${read('OPPONENT_TOKEN')}` }

export const challenge = {
  claim: 'What was generated compiles',
  opponent_email: read('OPPONENT'),
  stake: 'a coffee',
  due_days: 5,
}

/** Fails the story where a call that should succeed did not. */
export const given = <T>(data: T | undefined, error: unknown): T => {
  if (data === undefined) throw new Error(`refused: ${JSON.stringify(error)}`)
  return data
}
