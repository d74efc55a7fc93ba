// Calls of the endpoint table from within the process: for the pages of the site, and for the tools of assistants. They
// go through the same schemas, the same transaction, quota and remembered answers as a call by HTTP; who calls and how
// often is judged before.
import type { Endpoint, ResultOf } from '@challenge-service/contract'
import type { Actor } from '../features/access/actor.ts'
import type { Route } from '../features/route.ts'
import { Fault } from '../kernel/refusal.ts'
import type { Tx } from '../store/store.ts'
import type { OperationContext } from './context.ts'
import { compileInput } from './input.ts'
import { performer } from './perform.ts'
import type { RawMembers } from './prepare.ts'
import { parseQuery } from './query.ts'
import { requireProof, type ProvedSession } from './require-proof.ts'

export interface InProcessCall {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: RawMembers
  /** What makes two calls one, as an Idempotency-Key does. */
  readonly key?: string | undefined
  /** It is judged and answered as any other, and nothing of it stays. */
  readonly isTrial?: boolean
  /** Asked in the transaction of a write before its work: what it throws refuses the call. */
  readonly check?: (tx: Tx) => Promise<void>
  /** For a write that needs proof: refused unless this session has proved it and has not ended. */
  readonly provedIn?: ProvedSession
  /** The member of the answer that is shown once: given again for a minute, and then empty. */
  readonly secret?: string
}

export interface InProcessResponse<Result> {
  readonly data: Result
  readonly nextCursor: string | null
  /** Set where the call counted. */
  readonly quotaRemaining: number | undefined
}

export type CallInProcess = <E extends Endpoint>(
  endpoint: E,
  actor: Actor,
  call?: InProcessCall,
) => Promise<InProcessResponse<ResultOf<E>>>

export const makeInProcessCalls = (context: OperationContext, routes: readonly Route[]): CallInProcess => {
  const prepared = new Map<
    Endpoint,
    (actor: Actor, call: InProcessCall) => Promise<InProcessResponse<unknown>>
  >()

  const prepare = (endpoint: Endpoint) => {
    const known = prepared.get(endpoint)
    if (known) return known
    const route = routes.find((one) => one.endpoint === endpoint)
    if (!route || route.kind === 'token') throw new Fault(`${endpoint.path} cannot be called for a person`)
    const readInput = compileInput(endpoint)
    const perform = performer(context, route)
    const call = async (
      actor: Actor,
      { params = {}, query = {}, body = {}, key, isTrial, check, provedIn, secret }: InProcessCall,
    ) => {
      const input = readInput(params, parseQuery(new URLSearchParams(query).toString()), body)
      const response = await perform({
        actor,
        input,
        sentBody: body,
        key,
        live: waitsForNothing,
        isTrial,
        check: async (tx) => {
          if (provedIn) await requireProof(tx, provedIn, `${endpoint.method} ${endpoint.path}`)
          await check?.(tx)
        },
        secret,
      })
      return {
        data: JSON.parse(response.data) as unknown,
        nextCursor: response.nextCursor ?? null,
        quotaRemaining: response.quotaRemaining,
      }
    }
    prepared.set(endpoint, call)
    return call
  }

  // The result was written by the schema of this very endpoint.
  return ((endpoint, actor, call = {}) => prepare(endpoint)(actor, call)) as CallInProcess
}

const waitsForNothing = (): never => {
  throw new Fault('a call from within does not wait')
}
