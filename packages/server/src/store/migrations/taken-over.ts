// Which databases this release takes over, by their ledger. Whatever else there is, is refused with what to do, and
// left as it is.
import { OperatorError } from '../../kernel/operator-error.ts'
import { Fault } from '../../kernel/refusal.ts'
import { compareReleases } from '../../kernel/release.ts'
import { once } from '../statements/statement.ts'
import type { Reader, Store } from '../store.ts'
import { migrations, release02 } from './all.ts'
import { LEDGER, listApplied, UNFINISHED_COPY, type AppliedStep } from './ledger.ts'
import { nameStep, type Migration } from './migration.ts'

/** The steps of a database; undefined where there is none. Refused where `release` does not take it over. */
export const readLedger = async (
  store: Pick<Store, 'all' | 'first' | 'dialect'>,
  release: string,
): Promise<readonly AppliedStep[] | undefined> => {
  const columns = (await store.all(store.dialect.listColumns, LEDGER)).map(({ name }) => name)
  if (columns.length === 0) return undefined
  if (!columns.includes('oldest_release')) throw databaseOfRelease01()
  const applied = await listApplied(store)
  await checkSteps(store, applied, release)
  return applied
}

export const findPending = (applied: readonly AppliedStep[]): readonly Migration[] =>
  migrations.filter((step) => !isAmong(applied, step.version))

const isAmong = (steps: readonly Pick<AppliedStep, 'version'>[], version: number): boolean =>
  steps.some((step) => step.version === version)

const checkSteps = async (
  reader: Reader,
  applied: readonly AppliedStep[],
  release: string,
): Promise<void> => {
  if (isAmong(applied, UNFINISHED_COPY)) {
    throw new OperatorError(
      'the database holds a copy that is not finished: run the same `challenge-service copy` again, which goes on with it',
    )
  }
  // Release 0.1 kept no keys. 0.2.0 keeps those that it used, from its first start on: `migrate` alone does not.
  if (isAmong(applied, FIRST_STEP) && !(isAmong(applied, release02.version) && (await hasKeys(reader)))) {
    throw databaseOfRelease01()
  }
  const unknown = applied.filter(
    ({ version }) => version > release02.version && !isAmong(migrations, version),
  )
  const nextAt = findPending(applied).at(-1)?.version ?? 0
  const unreleased = unknown.findLast(({ version }) => version < nextAt)
  if (unreleased) {
    throw new OperatorError(
      `the database was changed by an unreleased version (step ${nameStep(unreleased)}), and no release goes on from there: ` +
        'restore a backup that was made with release 0.2.0, or keep that version',
    )
  }
  const newest = unknown
    .map(({ oldest_release }) => oldest_release)
    .toSorted(compareReleases)
    .at(-1)
  if (newest !== undefined && compareReleases(release, newest) < 0) {
    throw new Fault(
      `the database was brought up to date by a newer release, and may be used by ${newest} and later: this is ${release}`,
    )
  }
}

/** Only databases of release 0.1 began with it. */
const FIRST_STEP = 1

const hasKeys = async (reader: Reader): Promise<boolean> =>
  (await reader.first(once('select 1 as found from stored_keys limit 1'))) !== undefined

const databaseOfRelease01 = (): OperatorError =>
  new OperatorError(
    'the database comes from release 0.1, and release 0.2.0 has not served it yet: start release 0.2.0 on it once, then this one',
  )
