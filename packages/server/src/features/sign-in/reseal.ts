// Requests to sign in outlive the SECRET_KEY that they were encrypted with by a day: when it is replaced, each is
// re-encrypted.
import type { Keyring } from '../../kernel/keyring.ts'
import { change } from '../../store/statements/changes.ts'
import { forUpdate } from '../../store/dialect.ts'
import { signIns } from '../../store/schema/site.ts'
import { sql } from '../../store/statements/statement.ts'
import type { Store } from '../../store/store.ts'
import type { RowIn } from '../../store/statements/table.ts'
import { addressContext, secretsContext } from './sign-in.service.ts'

const AT_ONCE = 500

type SealedSignIn = Pick<RowIn<typeof signIns>, 'id' | 'address' | 'secrets'>

const list = sql<SealedSignIn, [after: string, limit: number]>(
  'sign_in.list_sealed',
  `select id, address, secrets from sign_ins where id > $1 order by id limit $2 ${forUpdate}`,
)

const replace = change(
  signIns,
  'sign_in.reseal',
  'update sign_ins set address = $address, secrets = $secrets where id = $id',
)

/** What no key opens is left to its end. */
export const resealSignIns = async (
  store: Store,
  keys: Keyring,
  onLooked: (count: number) => void,
): Promise<void> => {
  const isStale = (sealed: Uint8Array): boolean =>
    !keys.isCurrent('sign-in', sealed) && keys.knows('sign-in', sealed)
  const renew = (sealed: Uint8Array, context: string): Uint8Array =>
    isStale(sealed) ? keys.seal('sign-in', keys.open('sign-in', sealed, context), context) : sealed
  for (let after: string | undefined = ''; after !== undefined;) {
    const from: string = after
    const { count, next } = await store.write(async (tx) => {
      const rows = await tx.all(list, from, AT_ONCE)
      for (const { id, address, secrets } of rows) {
        if (!isStale(address)) continue
        tx.enqueue(replace, {
          id,
          address: renew(address, addressContext(id)),
          secrets: secrets && renew(secrets, secretsContext(id)),
        })
      }
      return { count: rows.length, next: rows.length === AT_ONCE ? rows.at(-1)?.id : undefined }
    })
    onLooked(count)
    after = next
  }
}
