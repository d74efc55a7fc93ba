// Writes the mails that follow from what happened into the outbox, in the transaction of the change. The same
// rows are written whoever the receivers are: what becomes of them is decided when they are sent.
import { parties } from '@challenge-service/contract'
import { noteAcquaintance } from '../../../mail/acquaintances.store.ts'
import { dropWaitingDeadlines, dropWaitingInvitation, queueMail } from '../../../mail/outbox.store.ts'
import { forgetReminder, scheduleReminder } from '../../../mail/reminders.store.ts'
import type { Tx } from '../../../store/store.ts'
import { personOf } from '../storage/challenge.store.ts'
import type { Challenge } from '../rules/life.rules.ts'
import {
  endsInvitation,
  endsQuestions,
  movesReminder,
  noticesOf,
  remindAt,
  type Happened,
} from './notices.rules.ts'

export const notify = (tx: Tx, happenings: readonly Happened[], now: number, except?: string): void => {
  const last = happenings.at(-1)
  if (!last) return
  const { challenge } = last
  if (happenings.some(endsInvitation)) dropWaitingInvitation(tx, challenge.opponentId, challenge.id, now)
  if (happenings.some(({ type }) => type === 'challenge.accepted')) noteAcquaintances(tx, challenge)
  if (happenings.some(movesReminder)) schedule(tx, challenge, now)
  if (happenings.some(endsQuestions)) {
    for (const party of parties) dropWaitingDeadlines(tx, personOf(challenge, party), challenge.id, now)
  }
  for (const happening of happenings) {
    for (const notice of noticesOf(happening)) {
      if (notice.personId === except || isHiddenFrom(challenge, notice.personId)) continue
      if (notice.class === 'deadline') dropWaitingDeadlines(tx, notice.personId, notice.challengeId, now)
      queueMail(tx, notice, now)
    }
  }
}

const isHiddenFrom = ({ isHidden, opponentId }: Challenge, personId: string): boolean =>
  isHidden && personId === opponentId

/** Who played by own hand is no stranger to the other from then on. */
const noteAcquaintances = (tx: Tx, { creatorId, opponentId, life }: Challenge): void => {
  if (life.byOwnHand.opponent) noteAcquaintance(tx, opponentId, creatorId)
  if (life.byOwnHand.creator) noteAcquaintance(tx, creatorId, opponentId)
}

/** At most one reminder is to come: that of the next deadline. */
const schedule = (tx: Tx, { id, life }: Challenge, now: number): void => {
  const at = remindAt(life, now)
  if (at === undefined) forgetReminder(tx, id)
  else scheduleReminder(tx, id, at)
}
