// What a form of the site does that no endpoint of the API does. Sent twice it is done once, and gives the same again.
import { createHash } from 'node:crypto'
import {
  claimKey,
  findSecret,
  rememberResponse,
  rememberSecret,
} from '../../../features/idempotency/idempotency.store.ts'
import type { KeyOwner } from '../../../features/idempotency/sealed-response.store.ts'
import type { Tx } from '../../../store/store.ts'
import type { SentForm } from './page.ts'
import type { PageContext } from './page-context.ts'
import type { SignedInVisit } from './visit.ts'

type OwnSentForm = SentForm<SignedInVisit>

const ownerOf = ({ visit: { signedIn }, key }: OwnSentForm): KeyOwner => ({
  ownerId: signedIn.accountId,
  actorId: signedIn.accountId,
  key,
})

const fingerprintOf = ({ path }: OwnSentForm): string => createHash('sha256').update(path).digest('base64')

export const doOnce = async <T>(
  { store, keys, clock }: PageContext,
  sent: OwnSentForm,
  work: (tx: Tx, now: number) => Promise<T>,
): Promise<T> => {
  const [owner, fingerprint] = [ownerOf(sent), fingerprintOf(sent)]
  return store.write(async (tx) => {
    const now = clock.now()
    const remembered = await claimKey(tx, keys, owner, fingerprint, now)
    // It was written by this very form.
    if (remembered) return (JSON.parse(remembered.data) as { readonly done: T }).done
    const done = await work(tx, now)
    const answer = { status: 200, data: JSON.stringify({ done }) }
    await rememberResponse(tx, keys, owner, fingerprint, answer, null)
    return done
  })
}

/**
 * The same of what makes a secret, which is shown once. That it was made is remembered as long as anything; the secret only
 * as long as two presses of one button are apart. Undefined where it was shown before.
 */
export const makeOnce = async (
  { store, keys, clock }: PageContext,
  sent: OwnSentForm,
  work: (tx: Tx, now: number) => Promise<string>,
): Promise<string | undefined> => {
  const [owner, fingerprint] = [ownerOf(sent), fingerprintOf(sent)]
  return store.write(async (tx) => {
    const now = clock.now()
    if (await claimKey(tx, keys, owner, fingerprint, now)) return findSecret(tx, keys, owner, now)
    const secret = await work(tx, now)
    await rememberResponse(tx, keys, owner, fingerprint, { status: 200, data: '{}' }, null)
    await rememberSecret(tx, keys, owner, secret, now)
    return secret
  })
}
