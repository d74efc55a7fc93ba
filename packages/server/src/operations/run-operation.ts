// Runs an operation of a slice: reads its input by its schema, and does its work once.
import { createHash } from 'node:crypto'
import type { Static, TObject } from 'typebox'
import type {
  AnyOperation,
  Operation,
  OperationCall,
  PerformerKind,
  Performers,
} from '../features/operation.ts'
import type { KeyOwner } from '../features/idempotency/sealed-response.store.ts'
import type { AccountId, PersonId } from '../kernel/ids.ts'
import { isFresh } from '../features/sessions/session.rules.ts'
import { lockProvedAt } from '../features/sessions/session.store.ts'
import { Fault } from '../kernel/refusal.ts'
import type { Tx } from '../store/store.ts'
import type { OperationContext } from './context.ts'
import { compileOperationInput } from './input.ts'
import type { RawMembers } from './prepare.ts'
import { runOnce } from './run-once.ts'

/** Someone asks for an operation. */
export interface OperationRequest<By extends PerformerKind, Found = undefined> {
  readonly by: Performers[By]
  /** Under what two forms are one; undefined for a form without an id. What is done once by itself needs none. */
  readonly key?: KeyOwner | undefined
  readonly found: Found
  /** As they were sent; none where there is no input. */
  readonly members?: RawMembers
  /** Runs in the transaction before the work. What it throws refuses it. */
  readonly check?: ((tx: Tx, now: number) => Promise<unknown>) | undefined
}

/** A key of someone who acts for nobody but themselves. */
export const keyOf = (id: AccountId | PersonId, key: string | undefined): KeyOwner | undefined =>
  key === undefined ? undefined : { ownerId: id, actorId: id, key }

export interface Operations {
  run<By extends PerformerKind, Input extends TObject, Result, Found>(
    operation: Operation<By, Input, Result, Found>,
    request: OperationRequest<By, Found>,
  ): Promise<Result>
  /** Whether it is only for someone who has recently proved who they are. */
  needsProof<By extends PerformerKind, Input extends TObject, Result, Found>(
    operation: Operation<By, Input, Result, Found>,
    request: OperationRequest<By, Found>,
  ): Promise<boolean>
}

export const makeOperations = (context: OperationContext): Operations => {
  const { keys, config, clock, store } = context
  const readers = new Map<AnyOperation, (members: RawMembers) => RawMembers>()
  const readInput = (declared: AnyOperation, members: RawMembers): RawMembers => {
    const read = readers.get(declared) ?? compileOperationInput(declared.input)
    readers.set(declared, read)
    return read(members)
  }
  const makeCall = <By extends PerformerKind, Input extends TObject, Result, Found>(
    declared: Operation<By, Input, Result, Found>,
    { by, found, members = {} }: OperationRequest<By, Found>,
  ): ((now: number) => OperationCall<By, Static<Input>, Found>) => {
    const input = readInput(declared, members) as Static<Input>
    return (now) => ({ by, input, found, now, keys, config })
  }

  return {
    run: async (declared, request) => {
      const { once, secret } = declared
      const { key, check } = request
      const callAt = makeCall(declared, request)
      const { data } = await runOnce(context, {
        once:
          once === 'by_key' && key !== undefined
            ? { owner: key, fingerprint: fingerprintOf(declared) }
            : undefined,
        check: async (tx, now) => {
          if (declared.by === 'account') await requireProof(tx, declared, request.by as Performers['account'])
          await check?.(tx, now)
        },
        run: async (tx, now) => {
          const result = await declared.run(tx, callAt(now))
          return { status: 200, data: JSON.stringify(result ?? null), subjectId: null }
        },
        secret: secret ?? undefined,
      })
      // What an operation gives is plain data, so that it can be given again.
      return JSON.parse(data) as Awaited<ReturnType<typeof declared.run>>
    },
    needsProof: async (declared, request) => {
      const { needsProof } = declared
      return typeof needsProof === 'boolean'
        ? needsProof
        : needsProof(store, makeCall(declared, request)(clock.now()))
    },
  }
}

/** The person was signed in when the call was let in, and no longer is. */
export class SessionEnded extends Fault {}

/** The form asks for the proof. That it was given is checked here, and that nobody has ended the session since. */
const requireProof = async (
  tx: Tx,
  { name, needsProof }: Pick<AnyOperation, 'name' | 'needsProof'>,
  { sessionId, admittedAt }: Performers['account'],
): Promise<void> => {
  if (needsProof !== true) return
  const provedAt = await lockProvedAt(tx, sessionId)
  if (provedAt === undefined) throw new SessionEnded(`the session ended before ${name} was run`)
  if (!isFresh({ provedAt }, admittedAt)) throw new Fault(`${name} was run without a proof`)
}

/** What was sent is part of the key of a form already. */
const fingerprintOf = ({ name }: AnyOperation): string => createHash('sha256').update(name).digest('base64')
