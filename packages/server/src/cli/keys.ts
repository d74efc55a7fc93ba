// What a command that signs, hashes or encrypts needs: SECRET_KEY as `serve` reads it, and what the database keeps.
import { readDatabase } from '../config/config.ts'
import { readKeyring } from '../config/secrets.ts'
import { loadKeys } from '../features/keys/load.service.ts'
import type { Keyring } from '../kernel/keyring.ts'
import type { Store } from '../store/store.ts'
import { overlaid, withStore, type CommonOptions } from './context.ts'

export const withKeys = <T>(
  options: CommonOptions,
  work: (store: Store, keys: Keyring, now: number) => Promise<T>,
): Promise<T> => {
  const environment = overlaid({ DATABASE_URL: options.databaseUrl })
  const secrets = readKeyring(environment, readDatabase(environment))
  return withStore(options, async (store, now) => work(store, await loadKeys(store, secrets, now), now))
}
