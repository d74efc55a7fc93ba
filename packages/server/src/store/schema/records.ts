// Records and statistics. schema.ts says how to read the column types.
import type { GroupId, PersonId } from '../../kernel/ids.ts'
import { int, key, keyedTable } from '../statements/table.ts'

/** The record of a person: over everything (scope 'all'), and within each group (scope: its id). */
export const records = keyedTable(
  'records',
  {
    person_id: key<PersonId>('references people (id)'),
    scope: key<'all' | GroupId>(),
    won: int('default 0'),
    lost: int('default 0'),
    drawn: int('default 0'),
    void: int('default 0'),
    open: int('default 0'),
    current_streak: int('default 0'),
    best_streak: int('default 0'),
  },
  ['primary key (person_id, scope)'],
)

/** The statistics of a group, counted as things happen: by status and outcome, by how long it took (in buckets that grow by two in a hundred, features/statistics/digest.rules.ts), and by stake. */
export const groupCounts = keyedTable(
  'group_counts',
  {
    group_id: key<GroupId>('references groups (id)'),
    name: key(),
    count: int(),
  },
  ['primary key (group_id, name)'],
)

export const groupSpans = keyedTable(
  'group_spans',
  {
    group_id: key<GroupId>('references groups (id)'),
    bucket: int(),
    count: int(),
  },
  ['primary key (group_id, bucket)'],
)

export const groupStakes = keyedTable(
  'group_stakes',
  {
    group_id: key<GroupId>('references groups (id)'),
    stake: key(),
    count: int(),
    /** When it was last named: old ones go. */
    named_at: int('default 0'),
  },
  ['primary key (group_id, stake)'],
)

export const recordsTables = { records, groupCounts, groupSpans, groupStakes }

export const recordsIndexes = `
-- The most frequent stakes of a group.
create index group_stakes_by_count on group_stakes (group_id, count desc, stake);
`
