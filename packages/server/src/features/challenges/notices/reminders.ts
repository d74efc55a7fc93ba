// Reminds parties that have not answered a day before a deadline. Safe on several nodes: the second one to take a
// reminder finds it gone.
import type { ChallengeId } from '../../../kernel/ids.ts'
import { dropWaitingDeadlines, queueMail } from '../../../mail/outbox/outbox.store.ts'
import { listDueReminders, takeReminder } from '../../../mail/reminders.store.ts'
import type { Store, Tx } from '../../../store/store.ts'
import { lockById } from '../storage/challenge.store.ts'
import { catchUp } from '../rules/clock.rules.ts'
import { listReminders } from './notices.rules.ts'

const AT_ONCE = 100

export const runReminders = async (store: Store, now: number): Promise<{ readonly mayBeMore: boolean }> => {
  const ids = await listDueReminders(store, now, AT_ONCE)
  for (const id of ids) await store.write((tx) => remind(tx, id, now))
  return { mayBeMore: ids.length === AT_ONCE }
}

const remind = async (tx: Tx, id: ChallengeId, now: number): Promise<void> => {
  const challenge = await lockById(tx, id)
  if (!(await takeReminder(tx, id)) || !challenge) return
  // What the clock has done meanwhile has its own notice.
  if (catchUp(challenge.life, now).status !== challenge.life.status) return
  for (const notice of listReminders(challenge, now)) {
    if (notice.class === 'deadline') dropWaitingDeadlines(tx, notice.personId, notice.challengeId, now)
    queueMail(tx, notice, now)
  }
}
