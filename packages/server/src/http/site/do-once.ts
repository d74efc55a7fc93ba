// What a form of the site does that no endpoint of the API does. Sent twice it is done once, and gives the same again.
import { createHash } from 'node:crypto'
import { claimKey, rememberResponse } from '../../features/idempotency/idempotency.store.ts'
import type { Tx } from '../../store/store.ts'
import type { SentForm } from './page.ts'
import type { SiteRoom } from './room.ts'
import type { SignedInVisit } from './visit.ts'

export const doOnce = async <T>(
  { floor: { store, keys, clock } }: SiteRoom,
  { visit: { signedIn }, path, key }: SentForm<SignedInVisit>,
  work: (tx: Tx, now: number) => Promise<T>,
): Promise<T> => {
  const owner = { ownerId: signedIn.accountId, actorId: signedIn.accountId, key }
  const fingerprint = createHash('sha256').update(path).digest('base64')
  return store.write(async (tx) => {
    const now = clock.now()
    const remembered = await claimKey(tx, keys, owner, fingerprint, now)
    // It was written by this very form.
    if (remembered) return (JSON.parse(remembered.data) as { readonly done: T }).done
    const done = await work(tx, now)
    await rememberResponse(
      tx,
      keys,
      owner,
      fingerprint,
      { status: 200, data: JSON.stringify({ done }) },
      null,
    )
    return done
  })
}
