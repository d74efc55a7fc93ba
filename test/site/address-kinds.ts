// Addresses of every kind that the service can know something of. Nothing that a page says to others depends on it.
import { blockPerson } from '../../packages/server/src/features/challenges/link/blocks.store.ts'
import { addressHash, inboxHash } from '../../packages/server/src/mail/messages/links.ts'
import { setPreference } from '../../packages/server/src/mail/preferences/preferences.store.ts'
import { newStranger } from '../support/mails.ts'
import { findPersonId, person } from '../support/people.ts'
import type { TestService } from '../support/service.ts'

/** By kind; `blocking` has blocked the person with the given address. */
export const makeAddresses = async (
  service: TestService,
  from: string,
): Promise<Readonly<Record<string, string>>> => {
  const { store, keys, clock } = service
  const now = clock.now()
  const [account, erased, blocking] = [await person(service), await person(service), await person(service)]
  const [uninvited, silent, bounced] = [newStranger(), newStranger(), newStranger()]
  await service.erase(erased.email)
  const [blockingId, fromId] = [
    await findPersonId(service, blocking.email),
    await findPersonId(service, from),
  ]
  await store.write(async (tx) => {
    await blockPerson(tx, blockingId, fromId, now)
    await setPreference(tx, inboxHash(keys, uninvited), 'noInvitationsAt', now)
    await setPreference(tx, addressHash(keys, silent), 'nothingAt', now)
    await setPreference(tx, addressHash(keys, bounced), 'bouncedAt', now)
  })
  return {
    unknown: newStranger(),
    account: account.email,
    erased: erased.email,
    blocking: blocking.email,
    uninvited,
    silent,
    bounced,
  }
}
