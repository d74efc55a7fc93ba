// A database as release 0.1 made it, at whichever of its steps.
import type { Step } from '../../packages/server/src/store/migrations/migration.ts'
import { stepsOfRelease01 } from '../../packages/server/src/store/migrations/release-01/steps.ts'
import { once } from '../../packages/server/src/store/statement.ts'
import type { Store } from '../../packages/server/src/store/store.ts'

const ledger = `create table schema_migrations (
  version {int} primary key,
  name {text} not null,
  applied_at {int} not null
) {strict}`

const record = ({ version, name }: Step, appliedAt: number): string =>
  `insert into schema_migrations (version, name, applied_at) values (${version}, '${name}', ${appliedAt})`

/** Takes an empty database through the steps up to `last`, then runs `more`. */
export const makeOldDatabase = async (
  store: Store,
  last: number,
  { appliedAt = 0, more = [] }: { readonly appliedAt?: number; readonly more?: readonly string[] } = {},
): Promise<void> => {
  const steps = stepsOfRelease01.filter(({ version }) => version <= last)
  const texts = [ledger, ...steps.flatMap((step) => [...step.statements, record(step, appliedAt)]), ...more]
  await store.write(async (tx) => {
    for (const text of texts) await tx.run(once(tx.dialect.renderSchema(text)))
  })
}
