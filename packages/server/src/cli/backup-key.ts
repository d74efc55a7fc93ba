// The key that a backup is useless without: where it is, and whether it is the one that the database needs.
import { readKeyFile } from '../config/key-file.ts'
import { findKeyFile, hasKey, isKeyGiven, readKeyring } from '../config/secrets.ts'
import { findMissingNoted } from '../features/encryption-keys/load.service.ts'
import type { Store } from '../store/store.ts'
import type { DatabaseTarget } from '../store/target.ts'
import { overlaid } from './context.ts'
import type { CommonOptions } from './options.ts'

export interface KeyOfDatabase {
  /** That holds it; undefined where it is given in SECRET_KEY. */
  readonly file: string | undefined
  /** What to do with it. */
  advise(): string
  /** The names of the keys that the database needs, and that are not here. */
  findMissing(store: Store): Promise<readonly string[]>
  /** What is the matter where there are some. */
  readonly trouble: string
}

export const findKey = ({ databaseUrl }: CommonOptions, source: DatabaseTarget): KeyOfDatabase => {
  const environment = overlaid({ DATABASE_URL: databaseUrl })
  // A backup of a server needs no SECRET_KEY: the person who makes it may not know it.
  if (source.kind === 'server' && !isKeyGiven(environment)) return notKnown
  const file = findKeyFile(environment, source)
  if (file !== undefined && readKeyFile(file) === undefined) {
    return {
      file,
      advise: () =>
        hasKey(environment, source)
          ? `its key was in ${file}, which is missing: find it; without it the backup is useless`
          : 'no key was made for this database yet: serve makes one, and what is backed up after that needs it',
      findMissing: (store) => findMissingNoted(store, undefined),
      trouble: `${file} is missing`,
    }
  }
  const secrets = readKeyring(environment, source)
  const held = file === undefined ? 'is what stands in SECRET_KEY' : `is in ${file}`
  return {
    file,
    advise: () => `its key ${held}: ${KEEP}`,
    findMissing: (store) => findMissingNoted(store, secrets),
    trouble: `${file ?? 'SECRET_KEY'} does not fit this database`,
  }
}

const KEEP = 'keep that too, in another place; without it the backup is useless'

const notKnown: KeyOfDatabase = {
  file: undefined,
  advise: () => `its key is the SECRET_KEY that it is served with: ${KEEP}`,
  findMissing: () => Promise.resolve([]),
  trouble: '',
}
