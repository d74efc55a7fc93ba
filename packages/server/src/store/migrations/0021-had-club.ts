// Whether an account is on the Club plan or was once: a token is told that the plan is missing, or that it has lapsed.
import type { Migration } from './migration.ts'

export const hadClub: Migration = {
  version: 21,
  name: 'had club',
  oldestRelease: '0.2.0',
  statements: [
    'alter table accounts add column had_club {int} not null default 0',
    `update accounts set had_club = 1 where plan = 'club'`,
  ],
}
