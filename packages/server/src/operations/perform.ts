// Performs an admitted call: a read, a page of a list, or a write, which is done once.
import { createHash } from 'node:crypto'
import type { Endpoint } from '@challenge-service/contract'
import type { Actor } from '../features/access/actor.ts'
import { Answered, RawJson, type Live, type Route } from '../features/route.ts'
import { isId, type SubjectId } from '../kernel/ids.ts'
import { canonicalJson } from '../kernel/json.ts'
import { notVisible } from '../kernel/refusal.ts'
import type { Tx } from '../store/store.ts'
import type { OperationContext } from './context.ts'
import type { Input } from './input.ts'
import { openPage } from './paging.ts'
import type { RawMembers } from './prepare.ts'
import { runOnce, type WorkResponse } from './run-once.ts'
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

export interface CallResponse extends WorkResponse {
  /** Set on a page. */
  readonly nextCursor?: string | null
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
      return (call) => performWrite(context, route, serialize, call)
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

const performWrite = (
  context: OperationContext,
  route: RouteOf<'write'>,
  serialize: Serialize,
  call: AdmittedCall,
): Promise<CallResponse> => {
  const { endpoint } = route
  const { actor, input, key, isTrial, secret } = call
  const owner = { ownerId: actor.caller.ownerId, actorId: actor.id }
  const workAt = (now: number) => ({ actor, input: input.members as never, now })
  return runOnce(context, {
    once:
      key === undefined || isTrial
        ? undefined
        : { owner: { ...owner, key }, fingerprint: makeFingerprint(endpoint, call) },
    countedFor: endpoint.creates
      ? async (tx, now) => {
          // An impossible id names nothing that could be changed, and is not fit to be looked for.
          const isChange = !input.impossibleId && (await route.isChange?.(tx, workAt(now)))
          return isChange ? undefined : actor.caller
        }
      : undefined,
    check: async (tx) => {
      if (input.impossibleId) throw notVisible()
      await call.check?.(tx)
    },
    run: async (tx, now) => {
      const answered = await route.answer(tx, workAt(now))
      const { status, data } = isAnswered(answered) ? answered : new Answered(endpoint.statuses[0], answered)
      return { status, data: toText(data, serialize), subjectId: findSubject(input.members, data) }
    },
    secret,
    isTrial,
  })
}

const isAnswered = (answer: unknown): answer is Answered<unknown> => answer instanceof Answered

/** The challenge or membership that an answer shows, whether the call named it or made it. */
const findSubject = (members: RawMembers, data: unknown): SubjectId | null => {
  const ids = [members['id'], (data as { readonly id?: unknown }).id]
  const isSubject = (id: unknown): id is SubjectId =>
    typeof id === 'string' && (isId('challenge', id) || isId('member', id))
  return ids.find(isSubject) ?? null
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
