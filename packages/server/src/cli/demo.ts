// The demonstration: on an empty database, two people with tokens, and calls to paste.
import { createAccount, createToken } from '../features/access/access.service.ts'
import { hasAccounts } from '../features/access/accounts.store.ts'
import type { Store, Tx } from '../store/store.ts'

const people = [
  { email: 'ana@demo.example', firstName: 'Ana', lastName: 'Lima' },
  { email: 'ben@demo.example', firstName: 'Ben', lastName: 'Okoye' },
] as const

/** The lines to print. */
export const prepareDemo = async (store: Store, url: string, now: number): Promise<readonly string[]> => {
  // Looked at inside the transaction: of two that start at once on one database, one makes the people.
  const tokens = await store.write(async (tx) => ((await hasAccounts(tx)) ? undefined : makePeople(tx, now)))
  if (!tokens) return againLines
  return [
    '',
    'Two demonstration people were made, Ana and Ben. Their tokens are shown this once:',
    ...tokens.flatMap(({ name, token }) => [
      '',
      `# ${name}`,
      `curl -s ${url}/v1/me -H 'Authorization: Bearer ${token}'`,
    ]),
    '',
  ]
}

const makePeople = async (tx: Tx, now: number) => {
  const made: { readonly name: string; readonly token: string }[] = []
  for (const person of people) {
    const { id } = await createAccount(tx, { ...person, plan: 'club' }, now)
    const owner = { kind: 'account', id } as const
    const { token } = await createToken(tx, { owner, scopes: 'all', name: 'demonstration' }, now)
    made.push({ name: person.firstName, token })
  }
  return made
}

const againLines = [
  '',
  'This database is in use already, so no demonstration people were made. For a token of an account in it:',
  '  bin/challenge-service token create --account <its e-mail address>',
  '',
]
