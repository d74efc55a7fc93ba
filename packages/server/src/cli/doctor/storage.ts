// Whether the database can be read and written, is whole and up to date, and has room.
import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { findSchemaState } from '../../store/migrations/migrate.ts'
import type { Store } from '../../store/store.ts'
import { nameDatabase, type DatabaseTarget } from '../../store/target.ts'
import { StorageTrouble } from '../../store/health/trouble.ts'
import { explainStorage } from '../database.ts'
import { describeError } from '../errors.ts'
import { failed, ok, warning, type Finding } from './finding.ts'

const CHECK = 'storage'
const MEBIBYTE = 1024 * 1024
/** Less is a warning, and so is less than the database itself takes. */
const SPACE_BYTES = 512 * MEBIBYTE

/** Whether there is one of this release; then the rest can be looked at. */
export const checkSchema = async (store: Store, target: DatabaseTarget): Promise<Finding> => {
  const where = nameDatabase(target)
  const state = await findSchemaState(store)
  if (state === 'none') return failed(CHECK, `${where} has no tables yet: run challenge-service migrate`)
  if (state === 'older') {
    return failed(
      CHECK,
      `${where} is of an older release: stop the service, then run challenge-service migrate`,
    )
  }
  return ok(CHECK, `${where} can be read and is up to date`)
}

/** Every page of a file is looked at, which takes a while where there are many. */
export const checkPages = async (target: DatabaseTarget): Promise<Finding | undefined> => {
  if (target.kind === 'server') return undefined
  const { findDamage } = await import('../../store/sqlite/inspect.ts')
  const damage = findDamage(target.path)
  if (damage !== undefined) throw new StorageTrouble('damaged', new Error(damage))
  return ok(CHECK, 'its pages are whole')
}

/** By the row that readiness writes. */
export const checkWriting = async (store: Store, now: number): Promise<Finding> => {
  await store.probe(now)
  return ok(CHECK, 'it can be written to')
}

export const checkUnsafe = async (store: Store): Promise<readonly Finding[]> =>
  (await store.listUnsafeSettings()).map((setting) =>
    warning(CHECK, `PostgreSQL's ${setting}: a crash can lose what was acknowledged; set it to on`),
  )

export const checkDiskSpace = (target: DatabaseTarget): Finding | undefined => {
  if (target.kind === 'server') return undefined
  const { bavail, bsize } = statfsSync(dirname(target.path))
  const [free, taken] = [bavail * bsize, statSync(target.path).size]
  const diskSpace = `${Math.floor(free / MEBIBYTE)} MiB are free on its disk`
  return free < Math.max(SPACE_BYTES, taken)
    ? warning(CHECK, `${diskSpace}: make room before it is full`)
    : ok(CHECK, diskSpace)
}

/** What went wrong while storage was looked at, with what to do. */
export const explainFailure = (check: string, error: unknown, target: DatabaseTarget): Finding => {
  const [line = ''] = describeError(explainStorage(error, target))
  return failed(check, line)
}
