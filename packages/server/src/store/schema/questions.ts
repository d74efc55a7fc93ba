// Daily questions. schema.ts says how to read the column types.

export const questionsTables = `
create table questions (
  id {key} primary key, day {key} not null unique,
  built_in {key}, -- which of the built-in ones it is
  text {text} not null, options {text} not null, created_at {int} not null
) {strict};
-- The choice of a built-in question that was not asked for long.
create index questions_built_in on questions (built_in, day) where built_in is not null;

create table question_votes (
  question_id {key} not null references questions (id), voter_id {key} not null, place {int} not null,
  created_at {int} not null, primary key (question_id, voter_id)
) {strict};
-- The export and the erasure of a person.
create index question_votes_by_voter on question_votes (voter_id, question_id);

-- The votes of an option, spread over a few rows: people who vote at once need not wait for one another's commit.
create table question_counts (
  question_id {key} not null references questions (id), place {int} not null, slot {int} not null,
  votes {int} not null, primary key (question_id, place, slot)
) {strict};
`
