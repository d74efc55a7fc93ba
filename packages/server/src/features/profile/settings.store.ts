// What a person sets for themselves on the site.
import type { AccountId } from '../../kernel/ids.ts'
import { Fault } from '../../kernel/refusal.ts'
import { change } from '../../store/statements/changes.ts'
import { accounts } from '../../store/schema/people.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { RowIn } from '../../store/statements/table.ts'

type OwnProfileRow = Pick<RowIn<typeof accounts>, 'first_name' | 'last_name' | 'time_zone' | 'links_sign_in'>

export interface OwnProfile {
  readonly firstName: string
  readonly lastName: string | null
  /** Null: that of the service. */
  readonly timeZone: string | null
  /** Links in mails lead to signing in, and act for nobody. */
  readonly linksSignIn: boolean
}

const find = sql<OwnProfileRow, [id: AccountId]>(
  'profile.find',
  'select first_name, last_name, time_zone, links_sign_in from accounts where id = $1',
)

export const findOwnProfile = async (reader: Reader, id: AccountId): Promise<OwnProfile> => {
  const row = await reader.first(find, id)
  if (!row) throw new Fault('someone is signed in to an account that is not there')
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    timeZone: row.time_zone,
    linksSignIn: row.links_sign_in === 1,
  }
}

const setZone = change(
  accounts,
  'profile.set_time_zone',
  'update accounts set time_zone = $time_zone where id = $id',
)

export const setTimeZone = async (tx: Tx, id: AccountId, zone: string): Promise<void> => {
  await tx.run(setZone, { id, time_zone: zone })
}

const setLinks = change(
  accounts,
  'profile.set_links_sign_in',
  'update accounts set links_sign_in = $links_sign_in where id = $id and links_sign_in <> $links_sign_in',
)

/** False where it was so already. */
export const setLinksSignIn = async (tx: Tx, id: AccountId, signsIn: boolean): Promise<boolean> =>
  (await tx.run(setLinks, { id, links_sign_in: signsIn ? 1 : 0 })) === 1
