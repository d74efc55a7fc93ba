// Downloads of everything that is kept about a person: one at a time for an account, and ten a day.
import type { Migration } from './migration.ts'

export const dataExports: Migration = {
  version: 34,
  name: 'data exports',
  oldestRelease: '0.2.0',
  statements: [
    `create table data_exports (
       account_id {key} primary key, starts {text} not null, lease {text}, lease_until {int} not null
     ) {keyed}`,
    'create index data_exports_by_age on data_exports (lease_until)',
  ],
}
