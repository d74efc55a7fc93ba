// Calls of endpoints by someone who has a link of a mail and may have no account: the same shapes, rules and remembered
// answers as any other call.
import { createHash } from 'node:crypto'
import type { Endpoint } from '@challenge-service/contract'
import type { LinkRoute } from '../features/route.ts'
import type { PersonId } from '../kernel/ids.ts'
import { notVisible } from '../kernel/refusal.ts'
import type { Tx } from '../store/store.ts'
import type { OperationContext } from './context.ts'
import { compileInput } from './input.ts'
import type { RawMembers } from './prepare.ts'
import { parseQuery } from './query.ts'
import { runOnce } from './run-once.ts'

export interface LinkCall {
  readonly personId: PersonId
  readonly params: Readonly<Record<string, string>>
  readonly body: RawMembers
  /** What makes two calls one; undefined where each is one by itself. */
  readonly key: string | undefined
  /** Asked in the transaction before the work. What it throws refuses the call. */
  readonly check: (tx: Tx, now: number) => Promise<unknown>
}

export type CallByLink = (endpoint: Endpoint, call: LinkCall) => Promise<void>

export const makeLinkCalls = (context: OperationContext, routes: readonly LinkRoute[]): CallByLink => {
  const offered = new Map(
    routes.map(({ endpoint, answer }) => [endpoint, { readInput: compileInput(endpoint), answer }]),
  )
  return async (endpoint, { personId, params, body, key, check }) => {
    const route = offered.get(endpoint)
    if (!route) throw notVisible()
    const { members, impossibleId } = route.readInput(params, parseQuery(''), body)
    if (impossibleId) throw notVisible()
    const actor = { personId, groupId: null, firstName: null, byOwnHand: true }
    await runOnce(context, {
      once:
        key === undefined
          ? undefined
          : {
              owner: { ownerId: personId, actorId: personId, key },
              fingerprint: createHash('sha256').update(endpoint.path).digest('base64'),
            },
      check,
      // A repetition learns that it was done, and nothing else.
      run: async (tx, now) => {
        await route.answer(tx, { actor, input: members as never, now })
        return { status: 200, data: 'null', subjectId: null }
      },
    })
  }
}
