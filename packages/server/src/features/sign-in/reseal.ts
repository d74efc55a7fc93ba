// Wishes to sign in outlive the SECRET_KEY that they were encrypted with, by a day: where it is replaced, each is encrypted
// anew.
import type { SignInId } from '../../kernel/ids.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { forUpdate } from '../../store/dialect.ts'
import { sql } from '../../store/statement.ts'
import type { Store } from '../../store/store.ts'
import { addressContext, secretsContext } from './sign-in.service.ts'

const AT_ONCE = 500

interface SealedSignIn {
  readonly id: SignInId
  readonly address: Uint8Array
  readonly secrets: Uint8Array | null
}

const list = sql<SealedSignIn, [after: string, limit: number]>(
  'sign_in.list_sealed',
  `select id, address, secrets from sign_ins where id > $1 order by id limit $2 ${forUpdate}`,
)

const replace = sql<never, [id: SignInId, address: Uint8Array, secrets: Uint8Array | null]>(
  'sign_in.reseal',
  'update sign_ins set address = $2, secrets = $3 where id = $1',
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
        const renewed = secrets && renew(secrets, secretsContext(id))
        tx.enqueue(replace, id, renew(address, addressContext(id)), renewed)
      }
      return { count: rows.length, next: rows.length === AT_ONCE ? rows.at(-1)?.id : undefined }
    })
    onLooked(count)
    after = next
  }
}
