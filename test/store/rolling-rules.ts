// What a migration may not do, since processes of the release before serve the database that it leaves.
import { compareReleases } from '../../packages/server/src/kernel/release.ts'
import type { Migration } from '../../packages/server/src/store/migrations/migration.ts'

const rules: readonly (readonly [fault: RegExp, why: string])[] = [
  [/\bdrop\s+(table|column|index|constraint|view)\b/, 'removes what the release before may use'],
  [/\brename\b/, 'renames what the release before uses'],
  [/\balter\s+column\b/, 'changes a column that the release before uses'],
  [/\badd\s+constraint\b/, 'refuses rows that the release before may write'],
  [/\bcreate\s+trigger\b/, 'changes what the release before writes'],
]

const ADDS_COLUMN = /\balter\s+table\s+(\w+)\s+add\s+column\s+(\w+)/
// A row of the release before is in such an index only where it fills the column, which it cannot if it is new.
const UNIQUE_INDEX = /\bcreate\s+unique\s+index\b.*\bon\s+(\w+)/
const MADE_TABLE = /\bcreate\s+table\s+(\w+)/

/** Sentences; none where the release before goes on working. */
export const findRollingFaults = (
  { name, oldestRelease, statements }: Migration,
  lastRelease: string,
): readonly string[] => {
  const texts = statements.map((text) => text.toLowerCase().replaceAll(/\s+/g, ' '))
  const isNew = {
    columns: texts.flatMap((text) => ADDS_COLUMN.exec(text)?.slice(1).join('.') ?? []),
    tables: texts.flatMap((text) => MADE_TABLE.exec(text)?.[1] ?? []),
  }
  const faults = texts.flatMap((text) => {
    const found = rules.filter(([fault]) => fault.test(text)).map(([, why]) => why)
    if (ADDS_COLUMN.test(text) && / not null\b/.test(text) && !/ default /.test(text)) {
      found.push('adds a column that the release before leaves empty, and that may not be')
    }
    const indexed = UNIQUE_INDEX.exec(text)?.[1]
    const filled = / where (\w+) is not null$/.exec(text)?.[1] ?? ''
    if (
      indexed !== undefined &&
      !isNew.tables.includes(indexed) &&
      !isNew.columns.includes(`${indexed}.${filled}`)
    ) {
      found.push('refuses rows that the release before may write')
    }
    return found.map((why) => `${name}: ${why}: ${text.slice(0, 80)}`)
  })
  if (compareReleases(oldestRelease, lastRelease) > 0) {
    faults.push(`${name}: refuses release ${lastRelease}, which is the one before`)
  }
  return faults
}
