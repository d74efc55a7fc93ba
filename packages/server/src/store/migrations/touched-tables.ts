// Which tables a migration locks: those that are changed, indexed, written to or referred to.
import type { Migration } from './migration.ts'

const TOUCHES =
  /\b(?:alter table|create (?:unique )?index \w+ on|update|insert into|delete from|references|from|join) (\w+)/g
const MAKES = /\bcreate table (\w+)/g

/** Without those that the steps make themselves; in a steady order. */
export const listTouchedTables = (steps: readonly Pick<Migration, 'statements'>[]): readonly string[] => {
  const texts = steps.flatMap(({ statements }) => statements).map((text) => text.replaceAll(/\s+/g, ' '))
  const find = (pattern: RegExp): Set<string> =>
    new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)))
  const made = find(MAKES)
  return [...find(TOUCHES)].filter((name) => !made.has(name)).toSorted()
}
