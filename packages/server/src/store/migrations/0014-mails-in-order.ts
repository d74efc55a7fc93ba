// Mails are found in the order of their ids, which is that of their making; an index of their age is not needed.
import type { Migration } from './migration.ts'

export const mailsInOrder: Migration = {
  version: 14,
  name: 'mails in order',
  statements: [`drop index mails_by_age`],
}
