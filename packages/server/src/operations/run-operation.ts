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
import type { Reader, Tx } from '../store/store.ts'
import type { OperationContext } from './context.ts'
import { compileOperationInput } from './input.ts'
import type { RawMembers } from './prepare.ts'
import { requireProof } from './require-proof.ts'
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
          if (declared.by === 'account' && (await asksForProof(tx, declared, callAt(now))))
            await requireProof(tx, request.by as Performers['account'], declared.name)
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
    needsProof: async (declared, request) =>
      asksForProof(store, declared, makeCall(declared, request)(clock.now())),
  }
}

const asksForProof = async <By extends PerformerKind, Input extends TObject, Result, Found>(
  reader: Reader,
  { needsProof }: Operation<By, Input, Result, Found>,
  call: OperationCall<By, Static<Input>, Found>,
): Promise<boolean> => (typeof needsProof === 'boolean' ? needsProof : needsProof(reader, call))

/** What was sent is part of the key of a form already. */
const fingerprintOf = ({ name }: AnyOperation): string => createHash('sha256').update(name).digest('base64')
