// Records and statistics. schema.ts says how to read the column types.

export const recordsTables = `
-- The record of a person: over everything (scope 'all'), and within each group (scope: its id).
create table records (
  person_id {key} not null references people (id), scope {key} not null,
  won {int} not null default 0, lost {int} not null default 0, drawn {int} not null default 0,
  void {int} not null default 0, open {int} not null default 0,
  current_streak {int} not null default 0, best_streak {int} not null default 0,
  primary key (person_id, scope)
) {keyed};

-- The statistics of a group, counted as things happen: by status and outcome, by how long it took (in buckets that grow
-- by two in a hundred, features/statistics/digest.rules.ts), and by stake.
create table group_counts (
  group_id {key} not null references groups (id), name {key} not null, count {int} not null,
  primary key (group_id, name)
) {keyed};
create table group_spans (
  group_id {key} not null references groups (id), bucket {int} not null, count {int} not null,
  primary key (group_id, bucket)
) {keyed};
create table group_stakes (
  group_id {key} not null references groups (id), stake {key} not null, count {int} not null,
  named_at {int} not null default 0, -- when it was last named: old ones go
  primary key (group_id, stake)
) {keyed};
-- The most frequent stakes of a group.
create index group_stakes_by_count on group_stakes (group_id, count desc, stake);
`
