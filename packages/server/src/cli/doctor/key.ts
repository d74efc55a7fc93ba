// Whether SECRET_KEY, or the key file, is the one that the database needs, and is closed to others.
import { statSync } from 'node:fs'
import type { Environment } from '../../config/environment.ts'
import { findKeyFile, hasKey, readKeyring } from '../../config/secrets.ts'
import { findMissing } from '../../features/encryption-keys/load.service.ts'
import type { Store } from '../../store/store.ts'
import type { DatabaseTarget } from '../../store/target.ts'
import { failed, ok, warning, type Finding } from './finding.ts'

const OF_OTHERS = 0o077

export const checkKey = async (
  store: Store,
  environment: Environment,
  database: DatabaseTarget,
): Promise<readonly Finding[]> => {
  if (!hasKey(environment, database)) {
    return [ok('key', 'none was made yet: serve makes one beside the database')]
  }
  const missing = await findMissing(store, readKeyring(environment, database))
  const keyFile = findKeyFile(environment, database)
  const where = keyFile ?? 'SECRET_KEY'
  if (missing.length > 0) {
    return [
      failed(
        'key',
        `${where} does not fit this database: the key ${missing.join(', ')} is missing; give it again, or accept what is lost without it: serve --accept-new-key`,
      ),
    ]
  }
  return [ok('key', `${where} fits the database`), ...checkModes(keyFile, database)]
}

const checkModes = (keyFile: string | undefined, database: DatabaseTarget): readonly Finding[] =>
  [keyFile, database.kind === 'file' ? database.path : undefined]
    .filter((path) => path !== undefined)
    .filter((path) => (statSync(path).mode & OF_OTHERS) !== 0)
    .map((path) => warning('key', `others may read ${path}: chmod 600 ${path}`))
