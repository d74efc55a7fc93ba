// What `backup` does: the whole database as one SQLite file, of one moment, while it is served. A file is copied page by
// page, so it may be of any release; from PostgreSQL the rows are carried, so it must be of this one.
import { statSync } from 'node:fs'
import { systemClock } from '../../kernel/clock.ts'
import { OperatorError } from '../../kernel/operator-error.ts'
import { carryRows, countRows, findDifference } from '../../store/copy/carry.ts'
import { readRows, writeRows } from '../../store/copy/open-rows.ts'
import { beginCopy, finishCopy } from '../../store/copy/target-ledger.ts'
import { isCarried } from '../../store/copy/tables.ts'
import { noteBackup } from '../../store/health/last-backup.ts'
import { findSchemaState } from '../../store/migrations/migrate.ts'
import type { Store } from '../../store/store.ts'
import { nameDatabase, type DatabaseTarget } from '../../store/target.ts'
import { StorageTrouble } from '../../store/health/trouble.ts'
import { locateDatabase, say, withAnyStore, withOpenStore, withStore } from '../context.ts'
import { findKey } from '../backup-key.ts'
import { showCount } from '../count.ts'
import type { CommonOptions } from '../options.ts'
import { writeWhole } from '../partial-file.ts'
import { progressBar } from '../progress.ts'

export const backup = async (file: string, options: CommonOptions): Promise<void> => {
  const source = locateDatabase(options)
  const key = findKey(options, source)
  const { rows, missing, isNoted } =
    source.kind === 'file'
      ? await withAnyStore(options, async (store) => ({
          rows: await backUpFile(source.path, file, options),
          missing: await key.findMissing(store),
          isNoted: await noteTime(store),
        }))
      : await withStore(
          options,
          async (store, now) => ({
            rows: await writeWhole(file, (draft) => writeFromServer(source, draft, options, now)),
            missing: await key.findMissing(store),
            isNoted: await noteTime(store),
          }),
          refuseOlder,
        )
  const bytes = statSync(file).size
  say(options, { file, bytes, rows, key_file: key.file ?? null, missing_keys: missing }, [
    `backed up to ${file}: ${showCount(rows, 'row')}, ${bytes} bytes, checked`,
    ...(missing.length > 0 ? [] : [key.advise()]),
  ])
  if (!isNoted) process.stderr.write('warning: the database could not take the time of this backup\n')
  if (missing.length > 0) {
    process.stderr.write(
      `warning: ${key.trouble}: find the key ${missing.join(', ')}, without it the backup is useless\n`,
    )
  }
}

/** For the figures. False where it could not be written: the backup is sound all the same. */
const noteTime = async (store: Store): Promise<boolean> => {
  try {
    // One of an older release has no place for it.
    if ((await findSchemaState(store)) === 'older') return true
    await store.write((tx) => noteBackup(tx, systemClock.now()))
    return true
  } catch (error) {
    // One that this release does not take over is left as it is.
    return error instanceof OperatorError
  }
}

const refuseOlder = (source: DatabaseTarget): OperatorError =>
  new OperatorError(
    `the database at ${nameDatabase(source)} is of an older release: back it up as it is with pg_dump`,
  )

const backUpFile = (from: string, file: string, options: CommonOptions): Promise<number> =>
  writeWhole(file, (draft) =>
    copyFile(from, draft, options).catch((error: unknown) => {
      throw explainDiskSpace(error, file)
    }),
  )

/** It is the backup that has no room, and not the database. */
const explainDiskSpace = (error: unknown, file: string): unknown =>
  error instanceof StorageTrouble && error.kind === 'full'
    ? new OperatorError(
        `there is no room for the backup on the disk of ${file}: make room there, or name a file on another disk; nothing was left behind`,
      )
    : error

const copyFile = async (from: string, draft: string, options: CommonOptions): Promise<number> => {
  const { copyPages, inspectFile } = await import('../../store/sqlite/backup-file.ts')
  const bar = progressBar('backing up', options)
  const counts = await copyPages(from, draft, (done, total) => bar.show(done, total)).finally(() =>
    bar.clear(),
  )
  const { faults, rows } = inspectFile(draft)
  if (faults.length > 0) {
    throw new StorageTrouble('damaged', new Error(faults[0]))
  }
  const wrong = [...counts].find(([name, count]) => rows.get(name) !== count)
  if (wrong) throw differs(wrong[0])
  return [...rows].filter(([name]) => isCarried(name)).reduce((sum, [, count]) => sum + count, 0)
}

const writeFromServer = async (
  source: DatabaseTarget,
  draft: string,
  options: CommonOptions,
  now: number,
): Promise<number> => {
  const from = await readRows(source, { locked: false })
  const bar = progressBar('backing up', options)
  try {
    const total = await countRows(from)
    await withOpenStore({ kind: 'file', path: draft }, async (store) => {
      await beginCopy(store, 'backup', now)
      const to = await writeRows({ kind: 'file', path: draft })
      try {
        await carryRows(from, to, total, bar)
        const different = await findDifference(from, to, total, bar)
        if (different !== undefined) throw differs(different)
      } finally {
        await to.close()
      }
      await finishCopy(store, from)
    })
    const { inspectFile } = await import('../../store/sqlite/backup-file.ts')
    const { faults } = inspectFile(draft)
    if (faults.length > 0) throw differs(faults[0] ?? '')
    return total
  } finally {
    bar.clear()
    await from.close()
  }
}

const differs = (where: string): OperatorError =>
  new OperatorError(`the backup is not what was read (${where}): it was removed; try another disk`)
