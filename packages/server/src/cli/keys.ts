// What a command that signs, hashes or encrypts needs: SECRET_KEY as `serve` reads it, and what the database keeps.
import { readKeyring } from '../config/secrets.ts'
import { loadKeys } from '../features/keys/load.service.ts'
import type { Keyring } from '../kernel/keyring.ts'
import type { Store } from '../store/store.ts'
import { locateDatabase, overlaid, withStore } from './context.ts'
import type { CommonOptions } from './options.ts'

export const withKeys = <T>(
  options: CommonOptions,
  work: (store: Store, keys: Keyring, now: number) => Promise<T>,
): Promise<T> =>
  // The database comes first: a key file is made only beside one that is there.
  withStore(options, async (store, now) => {
    const secrets = readKeyring(overlaid({ DATABASE_URL: options.databaseUrl }), locateDatabase(options))
    return work(store, await loadKeys(store, secrets, now), now)
  })
