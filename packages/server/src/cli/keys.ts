// What a command that signs, hashes or encrypts needs: SECRET_KEY as `serve` reads it, and what the database keeps.
import { hasKey, readKeyring } from '../config/secrets.ts'
import { loadKeysInUse } from '../features/encryption-keys/load.service.ts'
import type { Keyring } from '../kernel/keyring.ts'
import type { Store } from '../store/store.ts'
import { locateDatabase, overlaid, withStore } from './context.ts'
import type { CommonOptions } from './options.ts'

export const withKeys = <T>(
  options: CommonOptions,
  work: (store: Store, keys: Keyring, now: number) => Promise<T>,
): Promise<T> =>
  // The database comes first: a key file is made only beside one that is there.
  withStore(options, async (store, now) => work(store, await getKeys(options, store, now), now))

/** Makes a key file where there is none yet. */
export const getKeys = (options: CommonOptions, store: Store, now: number): Promise<Keyring> =>
  loadKeysInUse(store, readKeyring(readSettings(options), locateDatabase(options)), now)

/** Undefined where no key was ever made: then nothing in the database was hashed with one. */
export const findKeys = async (
  options: CommonOptions,
  store: Store,
  now: number,
): Promise<Keyring | undefined> =>
  hasKey(readSettings(options), locateDatabase(options)) ? getKeys(options, store, now) : undefined

const readSettings = ({ databaseUrl }: CommonOptions) => overlaid({ DATABASE_URL: databaseUrl })
