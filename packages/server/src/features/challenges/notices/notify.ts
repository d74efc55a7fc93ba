// Writes the mails that follow from what happened into the outbox, in the transaction of the change. The same
// rows are written for all receivers: what becomes of them is decided when they are sent.
import { parties } from '@challenge-service/contract/plain'
import type { PersonId } from '../../../kernel/ids.ts'
import { noteAcquaintance } from '../../../mail/limits/acquaintances.store.ts'
import { dropWaitingDeadlines, dropWaitingInvitation, queueMail } from '../../../mail/outbox/outbox.store.ts'
import { forgetReminder, scheduleReminder } from '../../../mail/reminders.store.ts'
import type { Tx } from '../../../store/store.ts'
import type { DomainEvent } from '../rules/domain-event.rules.ts'
import { getPersonId } from '../rules/party.rules.ts'
import type { Challenge } from '../rules/life.rules.ts'
import {
  endsInvitation,
  endsQuestions,
  movesReminder,
  listNotices,
  findReminderTime,
} from './notices.rules.ts'

export const notify = (tx: Tx, events: readonly DomainEvent[], now: number, except?: PersonId): void => {
  const last = events.at(-1)
  if (!last) return
  const { challenge } = last
  if (events.some(endsInvitation)) dropWaitingInvitation(tx, challenge.opponentId, challenge.id, now)
  if (events.some(({ type }) => type === 'challenge.accepted')) noteAcquaintances(tx, challenge)
  if (events.some(movesReminder)) schedule(tx, challenge, now)
  if (events.some(endsQuestions)) {
    for (const party of parties) dropWaitingDeadlines(tx, getPersonId(challenge, party), challenge.id, now)
  }
  for (const event of events) {
    for (const notice of listNotices(event)) {
      if (notice.personId === except || isHiddenFrom(challenge, notice.personId)) continue
      if (notice.class === 'deadline') dropWaitingDeadlines(tx, notice.personId, notice.challengeId, now)
      queueMail(tx, notice, now)
    }
  }
}

const isHiddenFrom = ({ isHidden, opponentId }: Challenge, personId: PersonId): boolean =>
  isHidden && personId === opponentId

/** A person who played personally is no stranger to the other from then on. */
const noteAcquaintances = (tx: Tx, { creatorId, opponentId, life }: Challenge): void => {
  if (life.byOwnHand.opponent) noteAcquaintance(tx, opponentId, creatorId)
  if (life.byOwnHand.creator) noteAcquaintance(tx, creatorId, opponentId)
}

/** At most one reminder is to come: that of the next deadline. */
const schedule = (tx: Tx, { id, life }: Challenge, now: number): void => {
  const at = findReminderTime(life, now)
  if (at === undefined) forgetReminder(tx, id)
  else scheduleReminder(tx, id, at)
}
