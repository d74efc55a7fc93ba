// Performs an admitted call: a read, a page of a list, or a write in the one transaction that holds its key,
// its quota, its change and its remembered answer.
import { createHash } from 'node:crypto'
import type { Endpoint } from '@challenge-service/contract'
import type { Actor } from '../features/access/actor.ts'
import { getQuota, quotaRemaining } from '../features/access/quota.rules.ts'
import {
  claimKey,
  findSecret,
  rememberResponse,
  rememberSecret,
} from '../features/idempotency/idempotency.store.ts'
import type { KeyOwner, RememberedResponse } from '../features/idempotency/sealed-response.store.ts'
import { chargeQuota, refundQuota } from '../features/limits/quota.store.ts'
import { Answered, RawJson, type Live, type Route } from '../features/route.ts'
import { isId, type SubjectId } from '../kernel/ids.ts'
import { monthOf, secondsUntil, startOfNextMonth } from '../kernel/instants.ts'
import { canonicalJson } from '../kernel/json.ts'
import { Fault, notVisible, refuse } from '../kernel/refusal.ts'
import type { Tx } from '../store/store.ts'
import type { OperationContext } from './context.ts'
import type { Input } from './input.ts'
import { openPage } from './paging.ts'
import type { RawMembers } from './prepare.ts'
import { findSerializer, type Serialize } from './serializers.ts'

export interface AdmittedCall {
  readonly actor: Actor
  readonly input: Input
  /** The body as it was sent, for the fingerprint of its key. */
  readonly sentBody: RawMembers
  readonly key: string | undefined
  /** Opens a wait for this call. */
  readonly live: (waitMs: number) => Promise<Live>
  /** Of a write: whatever it does is undone at its end. */
  readonly isTrial?: boolean | undefined
  /** Of a write: asked in its transaction before its work. What it throws refuses the call. */
  readonly check?: ((tx: Tx) => Promise<void>) | undefined
  /** Of a write: the member of its answer that is shown once. It is remembered for a minute alone, and then empty. */
  readonly secret?: string | undefined
}

export interface CallResponse extends RememberedResponse {
  /** Set on a page. */
  readonly nextCursor?: string | null
  readonly replayed?: boolean
  /** Set where this call counted. */
  readonly quotaRemaining?: number | undefined
}

export type Perform = (call: AdmittedCall) => Promise<CallResponse>

/** For a person: all but those that are about the token alone. */
export type PersonalRoute = Exclude<Route, { kind: 'token' }>

export const performer = (context: OperationContext, route: PersonalRoute): Perform => {
  const serialize = findSerializer(route.endpoint.result)
  switch (route.kind) {
    case 'read':
      return (call) => performRead(context, route, serialize, call)
    case 'list':
      return (call) => performList(context, route, serialize, call)
    case 'write':
      return (call) =>
        call.isTrial
          ? performTrial(context, route, serialize, call)
          : performWrite(context, route, serialize, call)
  }
}

type RouteOf<Kind extends Route['kind']> = Extract<Route, { kind: Kind }>

const toText = (data: unknown, serialize: Serialize): string =>
  data instanceof RawJson ? data.text : serialize(data)

const performRead = async (
  { store, clock }: OperationContext,
  route: RouteOf<'read'>,
  serialize: Serialize,
  { actor, input }: AdmittedCall,
): Promise<CallResponse> => {
  if (input.impossibleId) throw notVisible()
  const data = await route.answer(store, { actor, input: input.members as never, now: clock.now() })
  return { status: 200, data: toText(data, serialize) }
}

const performList = async (
  { store, clock, keys }: OperationContext,
  route: RouteOf<'list'>,
  serialize: Serialize,
  { actor, input, live }: AdmittedCall,
): Promise<CallResponse> => {
  const { page, members, nextCursor } = openPage(keys, route.endpoint, actor, input)
  if (input.impossibleId) throw notVisible()
  const { data, next } = await route.answer(store, {
    actor,
    input: members as never,
    now: clock.now(),
    page,
    live,
  })
  return { status: 200, data: toText(data, serialize), nextCursor: nextCursor(next) }
}

/** Carries the answer of a trial out of its transaction, which is undone by it. */
class Undone extends Error {
  readonly response: CallResponse

  constructor(response: CallResponse) {
    super('a trial is over')
    this.response = response
  }
}

const performTrial = async (
  context: OperationContext,
  route: RouteOf<'write'>,
  serialize: Serialize,
  call: AdmittedCall,
): Promise<CallResponse> => {
  try {
    return await performWrite(context, route, serialize, { ...call, key: undefined })
  } catch (error) {
    if (error instanceof Undone) return error.response
    throw error
  }
}

const performWrite = (
  context: OperationContext,
  route: RouteOf<'write'>,
  serialize: Serialize,
  call: AdmittedCall,
): Promise<CallResponse> => {
  const { endpoint } = route
  const { actor, input, key } = call
  const owner = key === undefined ? undefined : { ownerId: actor.caller.ownerId, actorId: actor.id, key }
  const fingerprint = owner && makeFingerprint(endpoint, call)
  return context.store.write(async (tx) => {
    const now = context.clock.now()
    if (owner && fingerprint) {
      const remembered = await claimKey(tx, context.keys, owner, fingerprint, now)
      if (remembered) {
        const data = await withSecret(tx, context, owner, call, remembered.data, now)
        return { ...remembered, data, replayed: true }
      }
    }
    const work = { actor, input: input.members as never, now }
    // An impossible id names nothing that could be changed, and is not fit to be looked for.
    const isChange = !input.impossibleId && (await route.isChange?.(tx, work))
    const creates = endpoint.creates && !isChange
    const quota = creates ? await charge(tx, context, actor, now) : undefined
    if (input.impossibleId) throw notVisible()
    await call.check?.(tx)
    const answered = await route.answer(tx, work)
    const { status, data } = isAnswered(answered) ? answered : new Answered(endpoint.statuses[0], answered)
    if (!quota && status !== 200) throw new Fault('something was created that was not counted')
    const answer = { status, data: toText(data, serialize) }
    const left = quota && (status === 200 ? await quota.refund() : quota.remaining)
    if (owner && fingerprint) {
      const kept = { status, data: await withoutSecret(tx, context, owner, call, answer.data, now) }
      await rememberResponse(tx, context.keys, owner, fingerprint, kept, findSubject(input.members, data))
    }
    const response = { status: answer.status, data: answer.data, quotaRemaining: left }
    if (call.isTrial) throw new Undone(response)
    return response
  })
}

/** What is remembered of an answer for long. */
const withoutSecret = async (
  tx: Tx,
  { keys }: OperationContext,
  owner: KeyOwner,
  { secret }: AdmittedCall,
  data: string,
  now: number,
): Promise<string> => {
  if (secret === undefined) return data
  const members = JSON.parse(data) as RawMembers
  await rememberSecret(tx, keys, owner, String(members[secret]), now)
  return JSON.stringify({ ...members, [secret]: '' })
}

const withSecret = async (
  tx: Tx,
  { keys }: OperationContext,
  owner: KeyOwner,
  { secret }: AdmittedCall,
  data: string,
  now: number,
): Promise<string> => {
  if (secret === undefined) return data
  const members = JSON.parse(data) as RawMembers
  return JSON.stringify({ ...members, [secret]: (await findSecret(tx, keys, owner, now)) ?? '' })
}

const isAnswered = (answer: unknown): answer is Answered<unknown> => answer instanceof Answered

/** The challenge or membership that an answer shows, whether the call named it or made it. */
const findSubject = (members: RawMembers, data: unknown): SubjectId | null => {
  const ids = [members['id'], (data as { readonly id?: unknown }).id]
  const isSubject = (id: unknown): id is SubjectId =>
    typeof id === 'string' && (isId('challenge', id) || isId('member', id))
  return ids.find(isSubject) ?? null
}

/** Counts the call before its work, so that every transaction locks in one order: key, quota, the rest. */
const charge = async (tx: Tx, context: OperationContext, { caller }: Actor, now: number) => {
  const limit = getQuota(context.config, caller)
  const month = monthOf(now)
  const used = await chargeQuota(tx, caller.ownerId, month, limit)
  if (used === undefined) {
    const resetsAt = startOfNextMonth(now)
    throw refuse(
      'quota_exceeded',
      'quota_used_up',
      `The ${limit} creations of this month are used up. Reading and answering go on; creating does next month.`,
      { retryAfter: secondsUntil(resetsAt, now) },
    )
  }
  return {
    remaining: quotaRemaining(limit, used),
    refund: async () => quotaRemaining(limit, await refundQuota(tx, caller.ownerId, month)),
  }
}

/**
 * The same for two requests with the same method, path and JSON value. Where user_email was sent makes no difference.
 */
const makeFingerprint = ({ method, path, params }: Endpoint, { input, sentBody }: AdmittedCall): string => {
  const { user_email: _, ...body } = sentBody
  const inPath = Object.keys(params.properties).map((name) => input.members[name])
  return createHash('sha256')
    .update(canonicalJson([method, path, inPath, body]))
    .digest('base64')
}
