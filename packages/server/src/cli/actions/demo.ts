// The demonstration: on an empty database, two people with tokens, and calls to paste.
import { createAccount, createToken, type PersonInput } from '../../features/access/access.service.ts'
import { hasAccounts } from '../../features/access/accounts.store.ts'
import type { Store, Tx } from '../../store/store.ts'

const people = {
  ana: { email: 'ana@demo.example', firstName: 'Ana', lastName: 'Lima' },
  ben: { email: 'ben@demo.example', firstName: 'Ben', lastName: 'Okoye' },
} as const

/** The lines to print. */
export const prepareDemo = async (store: Store, url: string, now: number): Promise<readonly string[]> => {
  // Looked at inside the transaction: of two that start at once on one database, one makes the people.
  const tokens = await store.write(async (tx) => ((await hasAccounts(tx)) ? undefined : makePeople(tx, now)))
  if (!tokens) return againLines
  const [ana, ben] = tokens
  return [
    '',
    'Two demonstration people were made, Ana and Ben. Their tokens are shown this once:',
    '',
    '# Who Ana is',
    `curl -s ${url}/v1/me ${bearer(ana)}`,
    '',
    '# Ana challenges Ben',
    `curl -s ${url}/v1/challenges ${bearer(ana)} -H 'Content-Type: application/json' -d '${JSON.stringify(dare)}'`,
    '',
    '# What waits for Ben; accept it with POST …/v1/challenges/<its id>/accept',
    `curl -s '${url}/v1/challenges?status=pending' ${bearer(ben)}`,
    '',
    `Read about every call, and try it: ${url}/docs`,
    '',
  ]
}

const dare = {
  claim: 'I run ten kilometres before Sunday.',
  opponent_email: 'ben@demo.example',
  stake: 'a coffee',
  due_days: 5,
}

const bearer = (token: string): string => `-H 'Authorization: Bearer ${token}'`

const makePeople = async (tx: Tx, now: number): Promise<readonly [ana: string, ben: string]> => [
  await makePerson(tx, people.ana, now),
  await makePerson(tx, people.ben, now),
]

const makePerson = async (tx: Tx, person: PersonInput, now: number): Promise<string> => {
  const { id } = await createAccount(tx, { ...person, plan: 'club' }, now)
  const owner = { kind: 'account', id } as const
  return (await createToken(tx, { owner, scopes: 'all', name: 'demonstration' }, now)).token
}

const againLines = [
  '',
  'This database is in use already, so no demonstration people were made. For a token of an account in it:',
  '  bin/challenge-service token create --account <its e-mail address>',
  '',
]
