// The keys of a database, as every process that signs, hashes or encrypts needs them: whether SECRET_KEY fits it, and
// the random values that it keeps. A database that has none yet is given them.
import { Fault } from '../../kernel/refusal.ts'
import { randomKey, storedUses, type Keyring, type StoredUse } from '../../kernel/keyring.ts'
import type { Reader, Store, Tx } from '../../store/store.ts'
import { OperatorError } from '../../kernel/operator-error.ts'
import {
  forgetNeeded,
  insertStored,
  listNeeded,
  listStored,
  lockNeeded,
  noteNeeded,
  type SecretRow,
  type StoredRow,
} from './keys.store.ts'

const PROOF = 'this key is in use'

/**
 * The keys with what the database keeps. Refused where SECRET_KEY lacks a key that the database needs. Callers that will
 * encrypt something say so first, by `beginUse`: a key that was only used to read is needed by nobody.
 */
export const loadKeys = async (store: Store, secrets: Keyring, now: number): Promise<Keyring> => {
  const missing = await findMissing(store, secrets)
  if (missing.length > 0) throw doesNotFit(missing)
  return (await readStored(store, secrets)) ?? store.write((tx) => beginKeys(tx, secrets, now))
}

/** The same, which encrypt with a key that the database needs already: every process that serves it has that one. */
export const loadKeysInUse = async (store: Store, secrets: Keyring, now: number): Promise<Keyring> => {
  const keys = await loadKeys(store, secrets, now)
  return keys.encryptingWith((await listNeeded(store)).map(({ id }) => id))
}

/** Goes on without the keys that are missing. What they protected stays where it is: they may be found again. */
export const loadWithNewKey = async (store: Store, secrets: Keyring, now: number): Promise<Keyring> =>
  store.write(async (tx) => {
    for (const { id } of (await lockNeeded(tx)).filter((row) => !isProven(secrets, row))) {
      await forgetNeeded(tx, id)
    }
    await beginUse(tx, secrets, now)
    for (const use of await listWithout(tx, secrets)) await addRandom(tx, secrets, use, now)
    return loaded(await readStored(tx, secrets))
  })

/** The names of the keys that are needed and not given. */
export const findMissing = async (reader: Reader, secrets: Keyring): Promise<readonly string[]> =>
  nameUnproven(await listNeeded(reader), secrets)

/** The same of a database of whatever release. One that notes no keys misses none, as far as anyone can tell. */
export const findMissingNoted = async (
  store: Store,
  secrets: Keyring | undefined,
): Promise<readonly string[]> =>
  (await store.all(store.dialect.listColumns, 'secret_keys')).length === 0
    ? []
    : nameUnproven(await listNeeded(store), secrets)

/** From now on something may be encrypted with the first secret, so the database needs it. */
export const beginUse = async (tx: Tx, keys: Keyring, now: number): Promise<void> => {
  const id = keys.secretId
  await noteNeeded(tx, { id, proof: keys.seal('proof', PROOF, id) }, now)
}

const isProven = (secrets: Keyring, { id, proof }: SecretRow): boolean =>
  secrets.knows('proof', proof) && secrets.open('proof', proof, id) === PROOF

const nameUnproven = (needed: readonly SecretRow[], secrets: Keyring | undefined): readonly string[] =>
  needed.filter((row) => !secrets || !isProven(secrets, row)).map(({ id }) => id)

const doesNotFit = (missing: readonly string[]): OperatorError =>
  new OperatorError(
    `SECRET_KEY, or the key file beside the database, does not fit this database: the key ${missing.join(', ')} is ` +
      'missing; give it again (behind a new one, while you replace it), or accept what is lost without it: serve --accept-new-key',
  )

/** Of several processes that start at once on a new database, one inserts; the others wait for it, and read. */
const beginKeys = async (tx: Tx, secrets: Keyring, now: number): Promise<Keyring> => {
  for (const purpose of storedUses) await insertStored(tx, sealedRow(secrets, purpose, 0, randomKey()), now)
  await beginUse(tx, secrets, now)
  return loaded(await readStored(tx, secrets))
}

const loaded = (keys: Keyring | undefined): Keyring => {
  if (!keys) throw new Fault('the keys of the database cannot be read')
  return keys
}

/** Before all others: it is in use from now on. */
const addRandom = async (tx: Tx, secrets: Keyring, use: StoredUse, now: number): Promise<void> => {
  const indexes = (await listStored(tx)).filter(({ purpose }) => purpose === use).map(({ index }) => index)
  await insertStored(tx, sealedRow(secrets, use, Math.min(1, ...indexes) - 1, randomKey()), now)
}

const sealedRow = (secrets: Keyring, purpose: StoredUse, index: number, value: Buffer): StoredRow => ({
  purpose,
  index,
  sealed: secrets.seal('stored-key', value.toString('base64'), getContext({ purpose, index })),
})

const getContext = ({ purpose, index }: Pick<StoredRow, 'purpose' | 'index'>): string => `${purpose} ${index}`

/** The same value, encrypted with the first secret. */
export const resealed = (secrets: Keyring, row: StoredRow): StoredRow =>
  sealedRow(secrets, row.purpose, row.index, openRow(secrets, row))

const openRow = (secrets: Keyring, row: StoredRow): Buffer =>
  Buffer.from(secrets.open('stored-key', row.sealed, getContext(row)), 'base64')

const readable = async (reader: Reader, secrets: Keyring): Promise<readonly StoredRow[]> =>
  (await listStored(reader)).filter(({ sealed }) => secrets.knows('stored-key', sealed))

/** The uses that have no value which one of the secrets opens. */
export const listWithout = async (reader: Reader, secrets: Keyring): Promise<readonly StoredUse[]> => {
  const rows = await readable(reader, secrets)
  return storedUses.filter((use) => !rows.some(({ purpose }) => purpose === use))
}

/** Undefined until every use has one. One that was lost with its secret is passed over. */
const readStored = async (reader: Reader, secrets: Keyring): Promise<Keyring | undefined> => {
  const rows = await readable(reader, secrets)
  const valuesOf = (use: StoredUse): readonly Buffer[] =>
    rows.filter(({ purpose }) => purpose === use).map((row) => openRow(secrets, row))
  const stored = new Map(storedUses.map((use) => [use, valuesOf(use)]))
  return [...stored.values()].some((values) => values.length === 0) ? undefined : secrets.withStored(stored)
}
