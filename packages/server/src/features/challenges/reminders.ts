// Reminds both parties a day before a challenge is due. Safe on several nodes: whoever takes the reminder
// second finds it gone.
import { queueMail } from '../../mail/outbox.store.ts'
import { listDueReminders, takeReminder } from '../../mail/reminders.store.ts'
import type { Store, Tx } from '../../store/store.ts'
import { lockForClock } from './challenge.store.ts'
import { caughtUp } from './clock.rules.ts'
import { remindersOf } from './notices.rules.ts'

const AT_ONCE = 100

export const runReminders = async (store: Store, now: number): Promise<{ readonly mayBeMore: boolean }> => {
  const ids = await listDueReminders(store, now, AT_ONCE)
  for (const id of ids) await store.write((tx) => remind(tx, id, now))
  return { mayBeMore: ids.length === AT_ONCE }
}

const remind = async (tx: Tx, id: string, now: number): Promise<void> => {
  const challenge = await lockForClock(tx, id)
  if (!(await takeReminder(tx, id)) || !challenge) return
  const isStillToCome = caughtUp(challenge.life, now).status === 'active'
  if (!isStillToCome) return
  for (const notice of remindersOf(challenge, now)) queueMail(tx, notice, now)
}
