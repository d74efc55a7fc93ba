// What `secret rotate` does.
import { readDatabase } from '../../config/config.ts'
import type { Environment } from '../../config/environment.ts'
import { changeKeyFile, findKeyFile, readKeyring } from '../../config/secrets.ts'
import { loadKeys } from '../../features/encryption-keys/load.service.ts'
import { removeNodes } from '../../features/nodes/nodes.store.ts'
import { rotateSecret } from '../../features/encryption-keys/rotate.service.ts'
import { OperatorError } from '../../kernel/operator-error.ts'
import { takeServeLock } from '../../store/sqlite/serve-lock.ts'
import { overlaid, requireDatabaseFile, say, withStore } from '../context.ts'
import { withKeys } from '../keys.ts'
import type { CommonOptions } from '../options.ts'
import { progressBar } from '../progress.ts'

export const rotate = async (options: CommonOptions): Promise<void> => {
  const environment = overlaid({ DATABASE_URL: options.databaseUrl })
  const database = readDatabase(environment)
  requireDatabaseFile(database)
  const path = findKeyFile(environment, database)
  const bar = progressBar('encrypting', options)
  const show = (done: number, total: number): void => bar.show(done, total)
  const replaced = await (path === undefined
    ? withStore(options, async (store, now) =>
        rotateSecret(store, await loadKeys(store, readKeyring(environment, database), now), now, show),
      )
    : rotateFile(options, environment, path, show))
  bar.clear()
  say(options, { replaced }, [
    replaced.length === 0
      ? 'everything is encrypted with the first key already'
      : `everything is encrypted with the first key; this database no longer needs ${replaced.join(', ')}, earlier backups still do`,
  ])
}

/** No server may run: it would not know the new key. Killed at any moment, it is gone on with by running it again. */
const rotateFile = async (
  options: CommonOptions,
  environment: Environment,
  path: string,
  show: (done: number, total: number) => void,
): Promise<readonly string[]> => {
  const database = readDatabase(environment)
  const lock = database.kind === 'file' ? takeServeLock(database.path) : undefined
  if (!lock)
    throw new OperatorError('the service runs on this database: stop it, run this, and start it again')
  try {
    return await withKeys(options, async (store, _, now) => {
      // The key in the file fits, else we were not here.
      const change = changeKeyFile(path)
      await store.write(removeNodes)
      const replaced = await rotateSecret(store, await loadKeys(store, change.keys, now), now, show)
      change.finish()
      return replaced
    })
  } finally {
    lock.release()
  }
}
