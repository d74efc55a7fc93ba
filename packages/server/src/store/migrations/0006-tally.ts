// The entries of a tally. How it stands is kept on the challenge itself.
import type { Migration } from './migration.ts'

export const tally: Migration = {
  version: 6,
  name: 'tally',
  statements: [
    `create table tally_entries (
       id {key} primary key,
       challenge_id {key} not null references challenges (id),
       party {text} not null check (party in ('creator', 'opponent')),
       amount {int} not null,
       note {text},
       status {text} not null check (status in ('pending', 'confirmed', 'disputed', 'withdrawn')),
       dispute_reason {text},
       disputed_at {int},
       created_at {int} not null,
       settled_at {int}
     ) {strict}`,
    `create index tally_entries_of_challenge on tally_entries (challenge_id, id)`,
  ],
}
