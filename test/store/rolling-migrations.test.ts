// Every migration since the last release leaves that release working. What the rules cannot see is played by
// cluster/two-releases.test.ts.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { migrations } from '../../packages/server/src/store/migrations/all.ts'
import type { Migration } from '../../packages/server/src/store/migrations/migration.ts'
import { unpackLastRelease } from '../support/last-release.ts'
import { findRollingFaults } from './rolling-rules.ts'

describe('migrations since the last release', () => {
  const last = unpackLastRelease()
  afterAll(() => last.remove())

  /** The numbers of the steps that the last release knows, as its own program says. */
  const known = JSON.parse(
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { migrations } from ${JSON.stringify(join(last.folder, 'packages/server/dist/store/migrations/all.js'))}
         console.log(JSON.stringify(migrations.map(({ version }) => version)))`,
      ],
      { encoding: 'utf8' },
    ),
  ) as readonly number[]
  const later = migrations.filter(({ version }) => !known.includes(version))

  it('leave out none that the last release has', () => {
    expect(known.length).toBeGreaterThan(0)
    expect(migrations.map(({ version }) => version)).toEqual(expect.arrayContaining([...known]))
  })

  it('neither remove, rename nor demand what it does not know, and do not refuse it', () => {
    expect(later.length).toBeGreaterThan(0)
    expect(later.flatMap((step) => findRollingFaults(step, last.version))).toEqual([])
  })

  const planted = (statements: readonly string[], oldestRelease = last.version): Migration => ({
    version: 99,
    name: 'planted',
    oldestRelease,
    statements,
  })

  it.each([
    'alter table challenges drop column stake',
    'drop table feeds',
    'drop index feeds_waiting',
    'alter table challenges rename column stake to prize',
    'alter table feeds rename to streams',
    'alter table accounts add column colour {text} not null',
    'alter table accounts alter column plan set not null',
    'create unique index accounts_by_name on accounts (first_name)',
    'create unique index accounts_by_name on accounts (first_name) where first_name is not null',
    'alter table accounts add constraint plan_known check (plan is not null)',
  ])('would be refused with: %s', (statement) => {
    expect(findRollingFaults(planted([statement]), last.version)).toHaveLength(1)
  })

  it('would be refused with a unique index on a column that is new in another table only', () => {
    const index = 'create unique index tokens_by_name on tokens (name) where name is not null'
    const add = (table: string) => `alter table ${table} add column name {text}`
    expect(findRollingFaults(planted([add('blocks'), index]), last.version)).toHaveLength(1)
    expect(findRollingFaults(planted([add('tokens'), index]), last.version)).toEqual([])
  })

  it('would be refused where they refuse the last release', () => {
    const step = planted(['alter table accounts add column colour {text}'], '99.0.0')
    expect(findRollingFaults(step, last.version)).toHaveLength(1)
  })

  it.each([
    'alter table accounts add column colour {text}',
    `alter table accounts add column colour {text} not null default ''`,
    'create table colours (id {key} primary key, name {text} not null) {keyed}',
  ])('may do this: %s', (statement) => {
    expect(findRollingFaults(planted([statement]), last.version)).toEqual([])
  })
})
