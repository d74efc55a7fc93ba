// What someone who acts by a link adds to their challenge: the same shapes, rules and remembered answers as a call, for a
// person who may have no account. It counts against no quota.
import { createHash } from 'node:crypto'
import { endpoints, type Endpoint } from '@challenge-service/contract'
import { addEvidence } from '../../features/challenges/challenge.service.ts'
import { useLink } from '../../features/challenges/link/link.service.ts'
import { findLinkOwner } from '../../features/challenges/link/link.store.ts'
import type { ChallengeSettings } from '../../features/challenges/rules/life.rules.ts'
import { claimKey, rememberResponse } from '../../features/idempotency/idempotency.store.ts'
import type { ViewerCall } from '../../features/route.ts'
import { disputeEntry, recordEntry, resolveEntry, reviewEntries } from '../../features/tally/tally.service.ts'
import { notVisible } from '../../kernel/refusal.ts'
import type { ChallengeLink } from '../../mail/links.ts'
import type { Tx } from '../../store/store.ts'
import type { Floor } from '../floor.ts'
import { compileInput, type InputReader } from '../input.ts'
import type { RawMembers } from '../prepare.ts'
import { parseQuery } from '../query.ts'

type LinkAnswer = (tx: Tx, call: ViewerCall<never>) => Promise<unknown>

/** `key`: what makes two calls one. */
export type CallByLink = (
  link: ChallengeLink,
  endpoint: Endpoint,
  body: RawMembers,
  key: string,
) => Promise<void>

export const makeLinkCalls = ({ store, clock, keys }: Floor, settings: ChallengeSettings): CallByLink => {
  const answers = new Map<Endpoint, { readonly readInput: InputReader; readonly answer: LinkAnswer }>()
  const offer = (endpoint: Endpoint, answer: LinkAnswer): void => {
    answers.set(endpoint, { readInput: compileInput(endpoint), answer })
  }
  offer(endpoints.addEvidence, (tx, call) => addEvidence(tx, call, settings))
  offer(endpoints.recordTally, recordEntry)
  offer(endpoints.reviewTally, reviewEntries)
  offer(endpoints.disputeTally, disputeEntry)
  offer(endpoints.resolveTally, resolveEntry)

  return async (link, endpoint, body, key) => {
    const offered = answers.get(endpoint)
    const owner = await findLinkOwner(store, link.challengeId, link.party)
    if (!offered || !owner) throw notVisible()
    const { personId } = owner
    const { members, impossibleId } = offered.readInput({ id: link.challengeId }, parseQuery(''), body)
    if (impossibleId) throw notVisible()
    const keyOwner = { ownerId: personId, actorId: personId, key }
    const fingerprint = createHash('sha256').update(endpoint.path).digest('base64')
    await store.write(async (tx) => {
      const now = clock.now()
      if (await claimKey(tx, keys, keyOwner, fingerprint, now)) return
      await useLink(tx, link, now)
      const actor = { personId, groupId: null, firstName: null, byOwnHand: true }
      const data = await offered.answer(tx, { actor, input: members as never, now })
      const response = { status: 200, data: JSON.stringify(data) }
      await rememberResponse(tx, keys, keyOwner, fingerprint, response, link.challengeId)
    })
  }
}
