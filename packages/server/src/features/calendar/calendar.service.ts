// The secret address of a calendar: its owner makes, renews and ends it, and a program that knows it reads the calendar.
import type { AccountId } from '../../kernel/ids.ts'
import { HOUR_MS } from '../../kernel/instants.ts'
import { notVisible } from '../../kernel/refusal.ts'
import { hashSecretValue, isSecretValue, makeSecretValue } from '../../kernel/secret-value.ts'
import type { Reader, Tx } from '../../store/store.ts'
import { lockAccount } from '../access/accounts.store.ts'
import { logSecurity } from '../security/security-log.store.ts'
import { findCalendarOwner, putCalendar, removeCalendar, type CalendarOwner } from './calendar.store.ts'

export interface CalendarMaker {
  readonly accountId: AccountId
  readonly browserName: string
}

/** Gives the secret, which is nowhere else. Whatever address there was shows nothing from the commit on. */
export const makeCalendar = async (
  tx: Tx,
  { accountId, browserName }: CalendarMaker,
  now: number,
): Promise<string> => {
  if (!(await lockAccount(tx, accountId))) throw notVisible()
  const secret = makeSecretValue()
  const { hadOne } = await putCalendar(tx, accountId, hashSecretValue(secret), now)
  const kind = hadOne ? 'calendar_renewed' : 'calendar_made'
  logSecurity(tx, accountId, kind, { browser: browserName }, now)
  return secret
}

/** Ending what has ended changes nothing. */
export const endCalendar = async (
  tx: Tx,
  { accountId, browserName }: CalendarMaker,
  now: number,
): Promise<void> => {
  if (!(await removeCalendar(tx, accountId))) return
  logSecurity(tx, accountId, 'calendar_ended', { browser: browserName }, now)
}

/** Often enough to tell whether a program still reads it. */
const NOTED_EVERY_MS = HOUR_MS

/** Undefined for what was never the secret of a calendar, or is so no more. */
export const openCalendar = async (reader: Reader, secret: string): Promise<CalendarOwner | undefined> =>
  isSecretValue(secret) ? findCalendarOwner(reader, hashSecretValue(secret)) : undefined

/** Whether it is worth noting that a program reads it. */
export const isReadToBeNoted = ({ used_at }: CalendarOwner, now: number): boolean =>
  (used_at ?? 0) + NOTED_EVERY_MS <= now
