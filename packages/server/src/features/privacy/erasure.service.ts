// Erasing a person. One transaction makes them unreachable; what they left in what others can read follows in
// bounded ones, each of which notes how far it came, so that the next worker continues from there.
import type { AccountId, PersonId } from '../../kernel/ids.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { addressHash, addressHashes } from '../../mail/messages/links.ts'
import { setPreference } from '../../mail/preferences/preferences.store.ts'
import type { Reader, Store, Tx } from '../../store/store.ts'
import { lockAccount } from '../access/accounts.store.ts'
import {
  findAccountByPerson,
  forgetPerson,
  listKeptAddresses,
  lockPersonByEmail,
} from '../access/erase.store.ts'
import { SOMEONE } from '../challenges/rules/erase.rules.ts'
import { countListed } from '../challenges/storage/erase.store.ts'
import { appendEvents } from '../events/append.ts'
import { endMemberships } from '../groups/erase.service.ts'
import { endWaysIn } from './ways-in.service.ts'
import { forgetSignIns } from '../sign-in/sign-in.service.ts'
import { dropSubscriptions } from '../webhooks/erase.service.ts'
import {
  findErasures,
  finishErasure,
  insertErasure,
  listDueErasures,
  lockErasure,
  saveErasure,
} from './erasure.store.ts'
import type { Erasure } from './erasure.store.ts'
import { ROUND_END, steps } from './erasure.steps.ts'

// A call that was let in before the person was gone may still write for a while. So all is looked through once
// more, later than any call can last.
const LAST_LOOK_MS = 60_000

/** The ids to continue with: the person who has the address, and earlier ones whose erasure is not done. */
export const beginErasure = async (
  tx: Tx,
  keys: Keyring,
  email: string,
  now: number,
): Promise<readonly PersonId[]> => {
  await setPreference(tx, addressHash(keys, email), 'erasedAt', now)
  await forgetSignIns(tx, keys, email)
  const underWay = (await findErasures(tx, addressHashes(keys, email))).map(({ person_id }) => person_id)
  const personId = await lockPersonByEmail(tx, email)
  if (personId === undefined) return underWay
  for (const earlier of await listKeptAddresses(tx, personId)) {
    await setPreference(tx, addressHash(keys, earlier), 'erasedAt', now)
  }
  await makeUnreachable(tx, personId, addressHash(keys, email), now)
  return [...underWay, personId]
}

/** The accounts whose erasure is not over yet, of those who had this address. */
export const listErasedAccounts = async (
  reader: Reader,
  keys: Keyring,
  email: string,
): Promise<readonly AccountId[]> =>
  (await findErasures(reader, addressHashes(keys, email))).flatMap(({ account_id }) => account_id ?? [])

/** Without the hash of an address nobody asked for it: they may be written to again. */
export const makeUnreachable = async (
  tx: Tx,
  personId: PersonId,
  hash: string | null,
  now: number,
): Promise<void> => {
  const accountId = await findAccountByPerson(tx, personId)
  if (accountId !== undefined) {
    // Whatever is made for it meanwhile was there before, or finds it gone.
    await lockAccount(tx, accountId)
    await endWaysIn(tx, accountId)
  }
  await forgetPerson(tx, personId, accountId, SOMEONE)
  const total = await countListed(tx, personId)
  await insertErasure(tx, { personId, accountId: accountId ?? null, addressHash: hash, total }, now)
  await appendEvents(tx, await endMemberships(tx, personId, now), now)
  if (accountId !== undefined) await dropSubscriptions(tx, accountId, personId, now)
}

/** How far an erasure is: `resting` until the last look, or until a release goes on that knows its next step; or over. */
export interface Erasing {
  readonly state: 'working' | 'resting' | 'over'
  readonly done: number
  readonly total: number
}

/** One batch. */
export const eraseSome = async (tx: Tx, keys: Keyring, personId: PersonId, now: number): Promise<Erasing> => {
  const erasure = await lockErasure(tx, personId)
  if (!erasure || erasure.dueAt === null) return { state: 'over', done: 0, total: 0 }
  const { done, total, dueAt } = erasure
  if (dueAt > now || erasure.step > ROUND_END) return { state: 'resting', done, total }
  const step = steps[erasure.step]
  if (!step) return endRound(tx, erasure, dueAt, now)
  const { cursor, finished = 0 } = await step({ tx, keys, erasure, now }, erasure.cursor)
  const next = cursor === undefined ? { step: erasure.step + 1, cursor: '' } : { step: erasure.step, cursor }
  const counts = { done: done + finished, total: Math.max(total, done + finished) }
  await saveErasure(tx, { ...erasure, ...next, ...counts, dueAt })
  return { state: 'working', ...counts }
}

const endRound = async (tx: Tx, erasure: Erasure, dueAt: number, now: number): Promise<Erasing> => {
  const { personId, startedAt, done, total } = erasure
  const lastLookAt = startedAt + LAST_LOOK_MS
  if (dueAt < lastLookAt) {
    await saveErasure(tx, { ...erasure, step: 0, cursor: '', dueAt: lastLookAt })
    return { state: 'resting', done, total }
  }
  await finishErasure(tx, personId, now)
  return { state: 'over', done, total }
}

const AT_ONCE = 20

/** For the job: continues every erasure that is due. One that fails holds no other up. */
export const continueErasures = async (store: Store, keys: Keyring, now: number): Promise<void> => {
  const failures: unknown[] = []
  for (const personId of await listDueErasures(store, now, ROUND_END, AT_ONCE)) {
    await eraseAll(store, keys, personId, now).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'erasures failed; they will be tried again')
}

/** Each batch is a transaction of its own. */
const eraseAll = async (store: Store, keys: Keyring, personId: PersonId, now: number): Promise<void> => {
  for (let isWorking = true; isWorking;) {
    isWorking = (await store.write((tx) => eraseSome(tx, keys, personId, now))).state === 'working'
  }
}
