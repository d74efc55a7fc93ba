// Lets the time of the demonstration pass: what the jobs of a service would have done by an instant that has long gone by,
// inside the transaction in which all of it is made. So no job of this service ever sees half of it.
import { runDeadlines } from '../../features/challenges/change/deadlines.ts'
import { noteDelivered, noteUnwanted } from '../../features/challenges/notices/notice.service.ts'
import { runReminders } from '../../features/challenges/notices/reminders.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfNextDay } from '../../kernel/instants.ts'
import type { MailSettings } from '../../mail/messages/compose.ts'
import { sendDueMails } from '../../mail/outbox/sender.ts'
import { MailSlots } from '../../mail/slots.ts'
import type { Store, Tx } from '../../store/store.ts'

/** The store for code that opens transactions: here all of them are the one that is open. */
const insideOf = (store: Store, tx: Tx): Store => ({
  dialect: tx.dialect,
  all: (statement, ...params) => tx.all(statement, ...params),
  first: (statement, ...params) => tx.first(statement, ...params),
  write: (body) => body(tx),
  probe: (now) => store.probe(now),
  listUnsafeSettings: () => store.listUnsafeSettings(),
  waitingWrites: 0,
  waitingReads: 0,
  pool: undefined,
  waitFor: (topic, timeoutMs, abort) => store.waitFor(topic, timeoutMs, abort),
  close: () => store.close(),
})

export interface Past {
  /** What the clock owes by then. */
  readonly catchUp: (now: number) => Promise<void>
  /** Mails are kept, as without a mail server: their recipients count as told at that time. */
  readonly keepMails: (now: number) => Promise<void>
}

export const openPast = (store: Store, tx: Tx, settings: MailSettings): Past => {
  const inside = insideOf(store, tx)
  return {
    catchUp: async (now) => {
      for (const run of [runDeadlines, runReminders]) {
        for (let more = true; more;) more = (await run(inside, now)).mayBeMore
      }
    },
    keepMails: (now) =>
      sendDueMails({
        store: inside,
        settings,
        transport: undefined,
        slots: new MailSlots(),
        now: () => now,
        effects: { onDelivered: noteDelivered, onUnwanted: noteUnwanted },
        onFailure: () => undefined,
      }),
  }
}

const MORNING_MS = 7 * HOUR_MS
const EVENING_MS = 22 * HOUR_MS
const STEP_MS = 5 * MINUTE_MS

/** When that was, as people live: not at night. What is longer ago comes first, at whatever time of day now is. */
export const instantAgo = (now: number, daysAgo: number): number => {
  const today = startOfNextDay(now) - DAY_MS
  const days = Math.floor(daysAgo)
  const part = daysAgo - days
  const lastEvening = today - DAY_MS + EVENING_MS
  const at =
    days === 0
      ? now - part * (now - lastEvening)
      : today - days * DAY_MS + EVENING_MS - part * (EVENING_MS - MORNING_MS)
  return Math.floor(at / STEP_MS) * STEP_MS
}
