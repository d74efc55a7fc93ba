// What a form behind a link does. Sent twice it is done once: the answers are remembered as those of a call, for a person
// who may have no account.
import { createHash } from 'node:crypto'
import { useLink } from '../../../../features/challenges/link/link.service.ts'
import { findLinkOwner, type LinkOwner } from '../../../../features/challenges/link/link.store.ts'
import { claimKey, rememberResponse } from '../../../../features/idempotency/idempotency.store.ts'
import { notVisible } from '../../../../kernel/refusal.ts'
import type { ChallengeLink } from '../../../../mail/links.ts'
import type { Tx } from '../../../../store/store.ts'
import type { ServiceContext } from '../../../../operations/context.ts'

/** `what`: the kind of thing that is done. `key`: what makes two forms one. */
export const doOnceByLink = async (
  { store, clock, keys }: Pick<ServiceContext, 'store' | 'clock' | 'keys'>,
  link: ChallengeLink,
  what: string,
  key: string,
  work: (tx: Tx, owner: LinkOwner, now: number) => Promise<unknown>,
): Promise<void> => {
  const owner = await findLinkOwner(store, link.challengeId, link.party)
  if (!owner) throw notVisible()
  const keyOwner = { ownerId: owner.personId, actorId: owner.personId, key }
  const fingerprint = createHash('sha256').update(what).digest('base64')
  await store.write(async (tx) => {
    const now = clock.now()
    if (await claimKey(tx, keys, keyOwner, fingerprint, now)) return
    const data = await work(tx, await useLink(tx, link, now), now)
    const response = { status: 200, data: JSON.stringify(data ?? null) }
    await rememberResponse(tx, keys, keyOwner, fingerprint, response, link.challengeId)
  })
}
