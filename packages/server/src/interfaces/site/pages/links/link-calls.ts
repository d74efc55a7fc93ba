// What someone who acts by a link adds to their challenge: the same shapes, rules and remembered answers as a call, for a
// person who may have no account. It counts against no quota.
import { endpoints, type Endpoint } from '@challenge-service/contract'
import { addEvidence } from '../../../../features/challenges/challenge.service.ts'
import type { ChallengeSettings } from '../../../../features/challenges/rules/life.rules.ts'
import type { ViewerCall } from '../../../../features/route.ts'
import { checkSeenAmounts, type SeenAmounts } from '../../../../features/tally/seen-amounts.ts'
import {
  disputeEntry,
  recordEntry,
  resolveEntry,
  reviewEntries,
} from '../../../../features/tally/tally.service.ts'
import { notVisible } from '../../../../kernel/refusal.ts'
import type { ChallengeLink } from '../../../../mail/links.ts'
import type { Tx } from '../../../../store/store.ts'
import type { ServiceContext } from '../../../../operations/context.ts'
import { compileInput, type InputReader } from '../../../../operations/input.ts'
import type { RawMembers } from '../../../../operations/prepare.ts'
import { parseQuery } from '../../../../operations/query.ts'
import { doOnceByLink } from './link-once.ts'

type LinkAnswer = (tx: Tx, call: ViewerCall<never>) => Promise<unknown>

/** `key`: what makes two calls one. */
export type CallByLink = (
  link: ChallengeLink,
  endpoint: Endpoint,
  sent: { readonly body: RawMembers; readonly seen: SeenAmounts },
  key: string,
) => Promise<void>

export const makeLinkCalls = (context: ServiceContext, settings: ChallengeSettings): CallByLink => {
  const answers = new Map<Endpoint, { readonly readInput: InputReader; readonly answer: LinkAnswer }>()
  const offer = (endpoint: Endpoint, answer: LinkAnswer): void => {
    answers.set(endpoint, { readInput: compileInput(endpoint), answer })
  }
  offer(endpoints.addEvidence, (tx, call) => addEvidence(tx, call, settings))
  offer(endpoints.recordTally, recordEntry)
  offer(endpoints.reviewTally, reviewEntries)
  offer(endpoints.disputeTally, disputeEntry)
  offer(endpoints.resolveTally, resolveEntry)

  return async (link, endpoint, { body, seen }, key) => {
    const offered = answers.get(endpoint)
    if (!offered) throw notVisible()
    const { members, impossibleId } = offered.readInput({ id: link.challengeId }, parseQuery(''), body)
    if (impossibleId) throw notVisible()
    await doOnceByLink(context, link, endpoint.path, key, async (tx, { personId }, now) => {
      await checkSeenAmounts(tx, personId, link.challengeId, seen)
      const actor = { personId, groupId: null, firstName: null, byOwnHand: true }
      return offered.answer(tx, { actor, input: members as never, now })
    })
  }
}
