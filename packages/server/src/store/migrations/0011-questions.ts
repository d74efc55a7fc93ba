// The questions of the days, the votes on them, and how many each option has. The count of an option is spread
// over a few rows, so that people who vote at once need not wait for one another's commit.
import type { Migration } from './migration.ts'

export const questions: Migration = {
  version: 11,
  name: 'questions',
  statements: [
    `create table questions (
       id {key} primary key,
       day {key} not null unique,
       built_in {key},
       text {text} not null,
       options {text} not null,
       created_at {int} not null
     ) {strict}`,
    `create index questions_built_in on questions (built_in, day) where built_in is not null`,
    `create table question_votes (
       question_id {key} not null references questions (id),
       voter_id {key} not null,
       place {int} not null,
       created_at {int} not null,
       primary key (question_id, voter_id)
     ) {strict}`,
    `create index question_votes_by_voter on question_votes (voter_id, question_id)`,
    `create table question_counts (
       question_id {key} not null references questions (id),
       place {int} not null,
       slot {int} not null,
       votes {int} not null,
       primary key (question_id, place, slot)
     ) {strict}`,
  ],
}
