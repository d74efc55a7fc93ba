// The one way in which something is done: under its key, counted, checked, worked on and remembered, in one transaction.
// Calls of the API, forms, links and confirmed calls of assistants all come here. Every transaction locks in one order:
// key, quota, the rest.
import type { Status } from '@challenge-service/contract'
import type { Caller } from '../features/access/actor.ts'
import { getQuota, quotaRemaining } from '../features/access/quota.rules.ts'
import {
  claimKey,
  findSecret,
  rememberResponse,
  rememberSecret,
} from '../features/idempotency/idempotency.store.ts'
import type { KeyOwner, RememberedResponse } from '../features/idempotency/sealed-response.store.ts'
import { chargeQuota, refundQuota } from '../features/limits/quota.store.ts'
import type { SubjectId } from '../kernel/ids.ts'
import { monthOf, secondsUntil, startOfNextMonth } from '../kernel/instants.ts'
import { Fault, refuse } from '../kernel/refusal.ts'
import type { Tx } from '../store/store.ts'
import type { OperationContext } from './context.ts'

export interface WorkToDo {
  /** Done again under the same key, it gives the same answer and changes nothing. Undefined: each time is one by itself. */
  readonly once: { readonly owner: KeyOwner; readonly fingerprint: string } | undefined
  /** Whose quota it counts against; undefined where it creates nothing. */
  readonly countedFor?: ((tx: Tx, now: number) => Promise<Caller | undefined>) | undefined
  /** Asked before the work. What it throws refuses it. */
  readonly check?: ((tx: Tx, now: number) => Promise<unknown>) | undefined
  readonly run: (tx: Tx, now: number) => Promise<WorkDone>
  /** The member of the answer that is shown once: it is remembered for a minute alone, and then empty. */
  readonly secret?: string | undefined
  /** The answer is given, and nothing stays. */
  readonly isTrial?: boolean | undefined
}

export interface WorkDone extends RememberedResponse {
  readonly status: Status
  /** The challenge or membership that the answer shows. */
  readonly subjectId: SubjectId | null
}

export interface WorkResponse extends RememberedResponse {
  /** It was done before. */
  readonly replayed?: boolean
  /** Set where it counted. */
  readonly quotaRemaining?: number | undefined
}

export const runOnce = (context: OperationContext, work: WorkToDo): Promise<WorkResponse> => {
  const { once } = work
  return context.store.write(
    async (tx) => {
      const now = context.clock.now()
      if (once) {
        const remembered = await claimKey(tx, context.keys, once.owner, once.fingerprint, now)
        if (remembered) {
          const data = await showSecret(tx, context, once.owner, work, remembered.data, now)
          return { ...remembered, data, replayed: true }
        }
      }
      const caller = await work.countedFor?.(tx, now)
      const quota = caller && (await charge(tx, context, caller, now))
      await work.check?.(tx, now)
      const { status, data, subjectId } = await work.run(tx, now)
      // 200: what was asked for was there already, and nothing was created.
      if (!quota && status !== 200) throw new Fault('something was created that was not counted')
      const left = quota && (status === 200 ? await quota.refund() : quota.remaining)
      if (once) {
        const kept = { status, data: await hideSecret(tx, context, once.owner, work, data, now) }
        await rememberResponse(tx, context.keys, once.owner, once.fingerprint, kept, subjectId)
      }
      return { status, data, quotaRemaining: left }
    },
    { isTrial: work.isTrial ?? false },
  )
}

/** What is remembered of an answer for long: without its secret, which is remembered beside it. */
const hideSecret = async (
  tx: Tx,
  { keys }: OperationContext,
  owner: KeyOwner,
  { secret }: WorkToDo,
  data: string,
  now: number,
): Promise<string> => {
  if (secret === undefined) return data
  const members = JSON.parse(data) as Readonly<Record<string, unknown>>
  await rememberSecret(tx, keys, owner, String(members[secret]), now)
  return JSON.stringify({ ...members, [secret]: '' })
}

/** The same with its secret, while that is remembered. */
const showSecret = async (
  tx: Tx,
  { keys }: OperationContext,
  owner: KeyOwner,
  { secret }: WorkToDo,
  data: string,
  now: number,
): Promise<string> => {
  const shown = secret === undefined ? undefined : await findSecret(tx, keys, owner, now)
  return secret === undefined || shown === undefined
    ? data
    : JSON.stringify({ ...(JSON.parse(data) as object), [secret]: shown })
}

const charge = async (tx: Tx, { config }: OperationContext, caller: Caller, now: number) => {
  const limit = getQuota(config, caller)
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
