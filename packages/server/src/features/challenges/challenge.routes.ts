// /v1/challenges and what is done with one.
import { endpoints } from '@challenge-service/contract'
import { notVisible } from '../../kernel/refusal.ts'
import { list, RawJson, read, write, type Route } from '../route.ts'
import { hasSupported } from './storage/additions.store.ts'
import { addEvidence, moveChallenge, supportChallenge } from './challenge.service.ts'
import { createChallenge } from './create.service.ts'
import type { ChallengeSettings } from './rules/life.rules.ts'
import { showPage, showWithEvidence } from './reading/reading.service.ts'
import { getListing, listChallenges } from './reading/listing.store.ts'

export const challengeRoutes = (settings: ChallengeSettings): readonly Route[] => [
  list(endpoints.listChallenges, async (reader, { actor, input, page, now }) => {
    const filter = { role: input.role, statuses: input.status, reference: input.reference }
    const rows = await listChallenges(reader, getListing(actor), actor.personId, filter, page)
    return showPage(reader, actor, rows, page, now)
  }),
  write(endpoints.createChallenge, (tx, call) => createChallenge(tx, call, settings)),
  read(endpoints.getChallenge, async (reader, { actor, input, now }) => {
    const text = await showWithEvidence(reader, actor, input.id, now)
    if (text === undefined) throw notVisible()
    return new RawJson(text)
  }),
  write(endpoints.acceptChallenge, (tx, call) => moveChallenge(tx, call, { action: 'accept' }, settings)),
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
