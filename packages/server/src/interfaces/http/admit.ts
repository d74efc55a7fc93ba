// The checks before a body is read: token, per-minute rate, plan, scope, in this order. Every answer to a
// known token says what is left of its rate and of its owner's quota.
import type { Endpoint, Scope } from '@challenge-service/contract'
import type { FastifyRequest } from 'fastify'
import type { Caller, TokenCaller } from '../../features/access/actor.ts'
import { getQuota, quotaRemaining } from '../../features/access/quota.rules.ts'
import { refuse } from '../../kernel/refusal.ts'
import { secondsUntil } from '../../kernel/instants.ts'
import type { Admission } from '../../kernel/sliding-window.ts'
import type { ServiceContext } from '../../operations/context.ts'
import { authenticate, readTokenHash } from './authenticate.ts'
import type { Allowance } from './head.ts'
import type { RateClass } from '../../limits/rate-limiter.ts'

/** What a call counts as, and what it takes. */
export interface Needs {
  readonly rateClass: RateClass
  /** Undefined where any valid token will do: then no plan is asked for either. */
  readonly rights: Rights | undefined
}

interface Rights {
  /** Null where the plan is enough. */
  readonly scope: Scope | null
  /** Its response tells the person something of what is theirs. */
  readonly isPersonal: boolean
}

export const needsOf = ({ method, scope }: Endpoint): Needs => ({
  rateClass: method === 'GET' ? 'read' : 'write',
  rights: scope === null ? undefined : { scope, isPersonal: true },
})

/** Sets `request.caller`, or refuses. */
export const admit = async (
  context: ServiceContext,
  needs: Needs,
  request: FastifyRequest,
): Promise<void> => {
  const now = context.clock.now()
  const { rateClass } = needs
  const tokenHash = readTokenHash(request.headers.authorization)
  // Side by side, so that the one costs no time beside the other. What was counted for a token that turns out to be revoked
  // or expired matters to nobody.
  const ahead = context.limiter.ahead(tokenHash, rateClass)
  const caller = await authenticate(context.store, tokenHash, now)
  context.lastUsed.noteToken(caller.credentialId, now)
  const admission = ahead ?? context.limiter.admit(caller.credentialId, rateClass, tokenHash)
  const rate = admission instanceof Promise ? await admission : admission
  judge(context, request, caller, needs, rate, now)
  request.caller = caller
}

/** The first of the checks alone, for a call whose body says what it counts as. Sets `request.caller`, or refuses. */
export const identify = async (context: ServiceContext, request: FastifyRequest): Promise<void> => {
  const now = context.clock.now()
  const caller = await authenticate(context.store, readTokenHash(request.headers.authorization), now)
  context.lastUsed.noteToken(caller.credentialId, now)
  request.caller = caller
}

/** The checks after that. */
export const admitIdentified = async (
  context: ServiceContext,
  request: FastifyRequest,
  caller: Caller,
  needs: Needs,
): Promise<void> => {
  const tokenHash = readTokenHash(request.headers.authorization)
  const rate = await context.limiter.admit(caller.credentialId, needs.rateClass, tokenHash)
  judge(context, request, caller, needs, rate, context.clock.now())
}

const judge = (
  context: ServiceContext,
  request: FastifyRequest,
  caller: Caller,
  { rateClass, rights }: Needs,
  rate: Admission,
  now: number,
): void => {
  const quotaLeft = quotaRemaining(getQuota(context.config, caller), caller.quotaUsed)
  request.allowance = getAllowance(rate, quotaLeft, now)
  checkRate(context, rate, rateClass, now)
  checkRights(context, rights, caller)
  // A call that was refused until here has told its person nothing; nor has one that is about no person.
  if (caller.account && rights?.isPersonal) context.lastUsed.notePerson(caller.account.personId, now)
}

/** The same questions again, for a call that waits; it is not another call, so no rate is counted. */
export const readmit = async (
  context: ServiceContext,
  endpoint: Endpoint,
  header: string | undefined,
): Promise<TokenCaller> => {
  const caller = await authenticate(context.store, readTokenHash(header), context.clock.now())
  checkRights(context, needsOf(endpoint).rights, caller)
  return caller
}

const checkRights = ({ config }: ServiceContext, rights: Rights | undefined, caller: Caller): void => {
  if (!rights) return
  checkPlan(caller, config.planUrl)
  if (rights.scope !== null) checkScope(caller, rights.scope)
}

const getAllowance = (
  { limit, remaining, waitMs }: Admission,
  quotaLeft: number,
  now: number,
): Allowance => ({
  quotaRemaining: quotaLeft,
  limit,
  remaining,
  resetsAt: waitMs === 0 ? Math.floor(now / 1000) : Math.ceil((now + waitMs) / 1000),
})

const checkRate = (
  { config }: ServiceContext,
  { admitted, waitMs }: Admission,
  rateClass: RateClass,
  now: number,
): void => {
  if (admitted) return
  // Not the share that this node may have of it, which differs from call to call.
  const limit = rateClass === 'read' ? config.readsPerMinute : config.writesPerMinute
  throw refuse(
    'rate_limited',
    'rate_passed',
    `This token may make ${limit} ${rateClass} calls in any 60 seconds. Wait, then go on.`,
    { retryAfter: secondsUntil(now + waitMs, now) },
  )
}

const checkPlan = ({ account }: Caller, planUrl: string | undefined): void => {
  if (!account || account.plan === 'club') return
  const whereToGetIt =
    planUrl === undefined ? 'The operator of this service can change the plan.' : `Get it at ${planUrl}.`
  throw account.hadClub
    ? refuse(
        'plan_required',
        'plan_lapsed',
        `The account of this token is no longer on the Club plan, which this call needs. ${whereToGetIt}`,
      )
    : refuse(
        'plan_required',
        'plan_needed',
        `This call needs the Club plan, and the account of this token is on the free plan. ${whereToGetIt}`,
      )
}

const checkScope = ({ scopes }: Caller, scope: Scope): void => {
  if (scopes.includes(scope)) return
  throw refuse('insufficient_scope', 'scope_missing', `This needs a token with the scope ${scope}.`, {
    scope,
  })
}
