// Who plays in the demonstration. Ana and Ben are shown to whoever starts it; Dan has no account, and answers by mail.
import { DEMO_DOMAIN } from '../../kernel/demo-address.ts'

const person = (firstName: string, lastName: string) => ({
  email: `${firstName.toLowerCase()}@${DEMO_DOMAIN}`,
  firstName,
  lastName,
})

export const people = {
  ana: person('Ana', 'Lima'),
  ben: person('Ben', 'Okoye'),
  cleo: person('Cleo', 'Marin'),
  dan: person('Dan', 'Novak'),
} as const

export type Name = keyof typeof people

/** Those who have an account. */
export type AccountName = Exclude<Name, 'dan'>

export const GROUP_NAME = 'Office Olympics'
