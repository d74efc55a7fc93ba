// /v1/challenges and what is done with one.
import { endpoints } from '@challenge-service/contract'
import { pageOf } from '../../kernel/page.ts'
import { notVisible } from '../../kernel/refusal.ts'
import { list, read, write, type Route } from '../route.ts'
import { hasSupported, listEvidence } from './additions.store.ts'
import {
  acceptChallenge,
  addEvidence,
  createChallenge,
  moveChallenge,
  supportChallenge,
  type ChallengeSettings,
} from './challenge.service.ts'
import { findVisible } from './challenge.store.ts'
import { viewChallenge, viewWithEvidence } from './challenge.view.ts'
import { laneOf, listLane } from './lanes.store.ts'

export const challengeRoutes = (settings: ChallengeSettings): readonly Route[] => [
  list(endpoints.listChallenges, async (reader, { actor, input, page, now }) => {
    const filter = { role: input.role, statuses: input.status, reference: input.reference }
    const rows = await listLane(reader, laneOf(actor), actor.personId, filter, page)
    return pageOf(
      rows,
      page,
      ({ challenge }) => [challenge.id],
      (seen) => viewChallenge(seen.challenge, seen, now),
    )
  }),
  write(endpoints.createChallenge, (tx, call) => createChallenge(tx, call, settings)),
  read(endpoints.getChallenge, async (reader, { actor, input, now }) => {
    const seen = await findVisible(reader, actor, input.id)
    if (!seen) throw notVisible()
    return viewWithEvidence(seen.challenge, seen, await listEvidence(reader, input.id), now)
  }),
  write(endpoints.acceptChallenge, (tx, call) => acceptChallenge(tx, call, settings)),
  write(endpoints.resolveChallenge, (tx, call) =>
    moveChallenge(tx, call, { action: 'resolve', outcome: call.input.outcome }, settings),
  ),
  write(endpoints.cancelChallenge, (tx, call) =>
    moveChallenge(tx, call, { action: 'cancel', reason: call.input.reason ?? null }, settings),
  ),
  write(endpoints.disputeChallenge, (tx, call) =>
    moveChallenge(tx, call, { action: 'dispute', reason: call.input.reason }, settings),
  ),
  write(endpoints.addEvidence, (tx, call) => addEvidence(tx, call, settings)),
  write(
    endpoints.supportChallenge,
    (tx, call) => supportChallenge(tx, call, settings),
    (tx, { actor, input }) => hasSupported(tx, input.id, actor.personId),
  ),
]
