// The secret address of a calendar: made, renewed and ended by its owner.
import { hashSecretValue } from '../../kernel/secret-value.ts'
import { noInput, operation, type Performers } from '../operation.ts'
import { endCalendar, makeCalendar, type CalendarMaker } from './calendar.service.ts'
import { noteCalendarUse } from './calendar.store.ts'

const makerOf = ({ account, browser }: Performers['account']): CalendarMaker => ({
  accountId: account.id,
  browserName: browser.name,
})

export const makeCalendarAddress = operation({
  name: 'calendar.make',
  by: 'account',
  input: noInput,
  needsProof: true,
  secret: 'secret',
  once: 'by_key',
  run: async (tx, { by, now }) => ({ secret: await makeCalendar(tx, makerOf(by), now) }),
})

export const endCalendarAddress = operation({
  name: 'calendar.end',
  by: 'account',
  input: noInput,
  run: (tx, { by, now }) => endCalendar(tx, makerOf(by), now),
})

/** Found: the secret that a program reads it by. */
export const noteCalendarRead = operation({
  name: 'calendar.note_read',
  by: 'nobody',
  input: noInput,
  run: (tx, { found, now }: { readonly found: string; readonly now: number }) =>
    noteCalendarUse(tx, hashSecretValue(found), now),
})
