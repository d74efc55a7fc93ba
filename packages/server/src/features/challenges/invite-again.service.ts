// Sends the invitation to a challenge once more. What is answered never depends on what is known of the address, nor on
// what becomes of the mail: wishes and limits hold for it as for every other, when it is about to be sent.
import type { UncheckedId } from '../../kernel/ids.ts'
import { secondsUntil } from '../../kernel/instants.ts'
import { notVisible, Refusal } from '../../kernel/refusal.ts'
import { queueInvitationAgain } from '../../mail/outbox/outbox.store.ts'
import type { Tx } from '../../store/store.ts'
import type { Viewer } from '../access/actor.ts'
import { isBlocked } from './link/blocks.store.ts'
import { makeInvitation } from './notices/notices.rules.ts'
import { catchUp } from './rules/clock.rules.ts'
import { findInviteObstacle, inviteAgainFrom, type Invited } from './rules/invite-again.rules.ts'
import { lockVisible } from './storage/challenge.store.ts'
import { findInvitedAgain, noteInvitedAgain } from './storage/invited-again.store.ts'

export const inviteOnceMore = async (
  tx: Tx,
  viewer: Viewer,
  id: UncheckedId<'challenge'>,
  now: number,
): Promise<void> => {
  const seen = await lockVisible(tx, viewer, id)
  if (!seen) throw notVisible()
  const { challenge, role } = seen
  const { creatorId, opponentId, isHidden } = challenge
  const againAt = await findInvitedAgain(tx, creatorId, challenge.id)
  const invited = { status: catchUp(challenge.life, now).status, role, againAt }
  checkInviting(invited, now)
  noteInvitedAgain(tx, challenge.id, now)
  // An opponent who has blocked the creator hears nothing, even of a challenge from before the block.
  const hasBlocked = await isBlocked(tx, opponentId, creatorId)
  await queueInvitationAgain(tx, makeInvitation(challenge, now), !isHidden && !hasBlocked, now)
}

const checkInviting = (invited: Invited, now: number): void => {
  const found = findInviteObstacle(invited, now)
  if (!found) return
  const details =
    found.reason === 'limit_reached' ? { retryAfter: secondsUntil(inviteAgainFrom(invited), now) } : {}
  throw new Refusal(found.code, found.reason, found.message, details)
}
