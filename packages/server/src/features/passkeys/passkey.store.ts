// Passkeys on disk. Only the public half is here; the device keeps the other.
import type { AccountId, PasskeyId, UncheckedId } from '../../kernel/ids.ts'
import { change, insertInto } from '../../store/statements/changes.ts'
import { passkeys } from '../../store/schema/site.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { RowIn } from '../../store/statements/table.ts'

export interface NewPasskey {
  readonly id: PasskeyId
  readonly accountId: AccountId
  readonly credentialId: string
  readonly host: string
  readonly name: string
  readonly publicKey: Uint8Array
  readonly uses: number
  readonly transports: readonly string[]
}

const insert = insertInto(
  passkeys,
  'passkeys.insert',
  ['id', 'account_id', 'credential_id', 'host', 'name', 'public_key', 'uses', 'transports', 'created_at'],
  'on conflict (credential_id) do nothing',
)

/** False where this very one is known already. */
export const insertPasskey = async (tx: Tx, passkey: NewPasskey, now: number): Promise<boolean> => {
  const { id, accountId, credentialId, host, name, publicKey, uses, transports } = passkey
  const inserted = await tx.run(insert, {
    id,
    account_id: accountId,
    credential_id: credentialId,
    host,
    name,
    public_key: publicKey,
    uses,
    transports: transports.join(' '),
    created_at: now,
  })
  return inserted === 1
}

export type ListedPasskey = Pick<
  RowIn<typeof passkeys>,
  'id' | 'credential_id' | 'host' | 'name' | 'created_at' | 'used_at'
>

const list = sql<ListedPasskey, [accountId: AccountId]>(
  'passkeys.list',
  'select id, credential_id, host, name, created_at, used_at from passkeys where account_id = $1 order by id',
)

export const listPasskeys = (reader: Reader, accountId: AccountId): Promise<readonly ListedPasskey[]> =>
  reader.all(list, accountId)

export interface KnownPasskey {
  readonly id: PasskeyId
  readonly account_id: AccountId
  readonly host: string
  readonly public_key: Uint8Array
  readonly uses: number
  readonly transports: string
  /** Of the account; null once it was erased. */
  readonly email: string | null
}

const find = sql<KnownPasskey, [credentialId: string]>(
  'passkeys.find',
  `select k.id, k.account_id, k.host, k.public_key, k.uses, k.transports, p.email from passkeys k
   join accounts a on a.id = k.account_id join people p on p.id = a.person_id where k.credential_id = $1`,
)

export const findPasskey = (reader: Reader, credentialId: string): Promise<KnownPasskey | undefined> =>
  reader.first(find, credentialId)

const note = change(
  passkeys,
  'passkeys.note_use',
  `update passkeys set uses = $uses, used_at = $used_at
   where id = $id and (uses < $uses or (uses = 0 and $uses = 0))`,
)

/**
 * `uses`: what the device counts; always 0 where it counts nothing. False where the passkey was removed meanwhile, or
 * the same count was taken: of a device and its copy at once, one counts.
 */
export const notePasskeyUse = async (tx: Tx, id: PasskeyId, uses: number, now: number): Promise<boolean> =>
  (await tx.run(note, { id, uses, used_at: now })) === 1

const remove = sql<{ readonly name: string }, [accountId: AccountId, id: UncheckedId<'passkey'>]>(
  'passkeys.remove',
  'delete from passkeys where account_id = $1 and id = $2 returning name',
)

/** Its name; undefined where the account has none of that id. */
export const removePasskey = async (
  tx: Tx,
  accountId: AccountId,
  id: UncheckedId<'passkey'>,
): Promise<string | undefined> => (await tx.first(remove, accountId, id))?.name

const removeAll = sql<never, [accountId: AccountId]>(
  'passkeys.remove_all',
  'delete from passkeys where account_id = $1',
)

export const removePasskeys = async (tx: Tx, accountId: AccountId): Promise<void> => {
  await tx.run(removeAll, accountId)
}

const findForeign = sql<{ readonly count: number }, [host: string]>(
  'passkeys.count_of_other_hosts',
  'select count(*) as count from passkeys where host <> $1',
)

/** Those that do not work under this host. */
export const countForeignPasskeys = async (reader: Reader, host: string): Promise<number> =>
  (await reader.first(findForeign, host))?.count ?? 0
