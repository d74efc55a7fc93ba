// A database as release 0.1 left it, made by the steps that the last release knows of it.
import { join } from 'node:path'
import type { Migration } from '../../packages/server/src/store/migrations/migration.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import type { Store } from '../../packages/server/src/store/store.ts'
import type { LastRelease } from './last-release.ts'

const ledger = `create table schema_migrations (
  version {int} primary key, name {text} not null, applied_at {int} not null
) {strict}`

const record = ({ version, name }: Migration): string =>
  `insert into schema_migrations (version, name, applied_at) values (${version}, '${name}', 0)`

/** Takes an empty database through the steps up to `newest`; 0.1 itself went to 15. */
export const makeOldDatabase = async (store: Store, { folder }: LastRelease, newest = 15): Promise<void> => {
  const path = 'packages/server/dist/store/migrations/release-01/steps.js'
  const { stepsOfRelease01 } = (await import(join(folder, path))) as {
    readonly stepsOfRelease01: readonly Migration[]
  }
  const steps = stepsOfRelease01.filter(({ version }) => version <= newest)
  const texts = [ledger, ...steps.flatMap((step) => [...step.statements, record(step)])]
  await store.write(async (tx) => {
    for (const text of texts) await tx.run(once(tx.dialect.renderSchema(text)))
  })
}
