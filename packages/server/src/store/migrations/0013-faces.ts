// The face of a challenge: the words in which it is shown, and what each reader may do, written with every change.
// Rows from before have none; they are shown from their columns until they change.
import type { Migration } from './migration.ts'

export const faces: Migration = {
  version: 13,
  name: 'faces',
  statements: [
    `alter table challenges add column face {text}`,
    `alter table challenges add column allowed {int}`,
  ],
}
