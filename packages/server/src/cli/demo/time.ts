// Lets the time of the demonstration pass: what the jobs of a service would have done by an instant that has long gone by,
// inside the transaction in which all of it is made. So no job of this service ever sees half of it.
import { runDeadlines } from '../../features/challenges/change/deadlines.ts'
import { noteDelivered, noteUnwanted } from '../../features/challenges/notices/notice.service.ts'
import { runReminders } from '../../features/challenges/notices/reminders.ts'
import type { MailSettings } from '../../mail/compose.ts'
import { sendDueMails } from '../../mail/sender.ts'
import type { Store, Tx } from '../../store/store.ts'

/** The store, for whoever opens transactions of their own: here they are all the one that is open. */
const insideOf = (store: Store, tx: Tx): Store => ({
  dialect: tx.dialect,
  all: (statement, ...params) => tx.all(statement, ...params),
  first: (statement, ...params) => tx.first(statement, ...params),
  write: (body) => body(tx),
  probe: (now) => store.probe(now),
  listUnsafeSettings: () => store.listUnsafeSettings(),
  waitFor: (topic, timeoutMs, abort) => store.waitFor(topic, timeoutMs, abort),
  close: () => store.close(),
})

export interface Past {
  /** What the clock owes by then. */
  readonly catchUp: (now: number) => Promise<void>
  /** Mails are kept, as where no mail server is set: whoever was told by one was told then. */
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
        post: undefined,
        now: () => now,
        effects: { onDelivered: noteDelivered, onUnwanted: noteUnwanted },
        onFailure: () => undefined,
      }),
  }
}
