// Writes the mails that follow from what happened into the outbox, in the transaction of the change. The same
// rows are written whoever the receivers are: what becomes of them is judged when they are sent.
import { noteAnswer } from '../../mail/answers.store.ts'
import { queueMail } from '../../mail/outbox.store.ts'
import { scheduleReminder } from '../../mail/reminders.store.ts'
import type { Tx } from '../../store/store.ts'
import { isAnswer, noticesOf, ownerOf, remindAt, type Happened } from './notices.rules.ts'

export const notify = (tx: Tx, happenings: readonly Happened[], now: number, except?: string): void => {
  const last = happenings.at(-1)
  if (!last) return
  const { challenge } = last
  const at = happenings.map(remindAt).find((instant) => instant !== undefined)
  if (happenings.some(isAnswer)) noteAnswer(tx, ownerOf(challenge), challenge.opponentId)
  if (at !== undefined) scheduleReminder(tx, challenge.id, at)
  for (const happening of happenings) {
    for (const notice of noticesOf(happening)) if (notice.personId !== except) queueMail(tx, notice, now)
  }
}
