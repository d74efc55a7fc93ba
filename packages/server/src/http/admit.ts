// The checks before a body is read: token, per-minute rate, plan, scope, in this order. Every answer to a
// known token says what is left of its rate and of its owner's quota.
import type { Endpoint } from '@challenge-service/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../features/access/actor.ts'
import { quotaOf, quotaRemaining } from '../features/access/quota.rules.ts'
import { refuse } from '../kernel/refusal.ts'
import { secondsUntil } from '../kernel/instants.ts'
import type { Floor } from './floor.ts'
import { authenticate } from './authenticate.ts'

export const admit = async (
  floor: Floor,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> => {
  const now = floor.clock.now()
  const caller = await authenticate(floor.store, request.headers.authorization, now)
  reply.header('x-quota-remaining', quotaRemaining(quotaOf(floor.config, caller), caller.quotaUsed))
  floor.lastUsed.note(caller.tokenId, now)
  await checkRate(floor, caller, endpoint, reply, now)
  checkPlan(caller)
  checkScope(caller, endpoint)
  return caller
}

/** The same questions again, for a call that waits; it is not another call, so no rate is counted. */
export const readmit = async (
  floor: Floor,
  endpoint: Endpoint,
  header: string | undefined,
): Promise<Caller> => {
  const caller = await authenticate(floor.store, header, floor.clock.now())
  checkPlan(caller)
  checkScope(caller, endpoint)
  return caller
}

const checkRate = async (
  floor: Floor,
  caller: Caller,
  { method }: Endpoint,
  reply: FastifyReply,
  now: number,
): Promise<void> => {
  const rateClass = method === 'GET' ? 'read' : 'write'
  const { admitted, limit, remaining, waitMs } = await floor.limiter.admit(caller.tokenId, rateClass)
  const nextAt = now + waitMs
  reply.header('x-ratelimit-limit', limit)
  reply.header('x-ratelimit-remaining', remaining)
  reply.header('x-ratelimit-reset', waitMs === 0 ? Math.floor(now / 1000) : Math.ceil(nextAt / 1000))
  if (admitted) return
  throw refuse(
    'rate_limited',
    'rate_passed',
    `This token may make ${limit} ${rateClass} calls in any 60 seconds. Wait, then go on.`,
    { retryAfter: secondsUntil(nextAt, now) },
  )
}

const checkPlan = ({ account }: Caller): void => {
  if (!account || account.plan === 'club') return
  throw refuse(
    'plan_required',
    'plan_lapsed',
    'This needs the Club plan, which the account of this token is not on.',
  )
}

const checkScope = ({ scopes }: Caller, { scope }: Endpoint): void => {
  if (scopes.includes(scope)) return
  throw refuse('insufficient_scope', 'scope_missing', `This needs a token with the scope ${scope}.`)
}
