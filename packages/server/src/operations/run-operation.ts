// Runs an operation of a slice for whoever asks: its input by its schema, and its work once.
import { createHash } from 'node:crypto'
import type { TObject } from 'typebox'
import type { Operation, OperationCall, Performers } from '../features/operation.ts'
import type { KeyOwner } from '../features/idempotency/sealed-response.store.ts'
import { Fault } from '../kernel/refusal.ts'
import type { Tx } from '../store/store.ts'
import type { OperationContext } from './context.ts'
import { compileMembers } from './input.ts'
import type { RawMembers } from './prepare.ts'
import { runOnce } from './run-once.ts'

/** Someone asks for an operation. */
export interface Asked<By extends keyof Performers> {
  readonly by: Performers[By]
  /** Under what two forms are one; undefined for what is done once by itself. */
  readonly owner: KeyOwner | undefined
  /** Asked before the work. What it throws refuses it. */
  readonly check?: ((tx: Tx, now: number) => Promise<unknown>) | undefined
}

export type RunOperation = <By extends keyof Performers, Input extends TObject, Result>(
  operation: Operation<By, Input, Result>,
  asked: Asked<By>,
  members: RawMembers,
) => Promise<Result>

export type NeedsProof = <By extends keyof Performers, Input extends TObject, Result>(
  operation: Operation<By, Input, Result>,
  by: Performers[By],
  members: RawMembers,
) => Promise<boolean>

export interface Operations {
  readonly run: RunOperation
  /** Whether who asks must have proved of late who they are. */
  readonly needsProof: NeedsProof
}

type ReadMembers = (members: RawMembers) => RawMembers

export const makeOperations = (context: OperationContext): Operations => {
  const { keys, config } = context
  const readers = new Map<string, ReadMembers>()
  const readInput = ({ name, input }: Pick<Operation, 'name' | 'input'>, members: RawMembers): RawMembers => {
    const known = readers.get(name) ?? compileMembers(input)
    readers.set(name, known)
    return known(members)
  }
  const makeCall = <By extends keyof Performers>(
    declared: Pick<Operation, 'name' | 'input'>,
    by: Performers[By],
    members: RawMembers,
  ): ((now: number) => OperationCall<By, never>) => {
    // What it is was just checked by the schema that says so.
    const input = readInput(declared, members) as never
    return (now) => ({ by, input, now, keys, config })
  }

  return {
    run: async (declared, { by, owner, check }, members) => {
      const callAt = makeCall(declared, by, members)
      if (declared.once === 'by_key' && owner === undefined) throw new Fault(`${declared.name} has no key`)
      const { data } = await runOnce(context, {
        once:
          declared.once === 'by_key' && owner !== undefined
            ? { owner, fingerprint: fingerprintOf(declared) }
            : undefined,
        check,
        run: async (tx, now) => {
          const result = await declared.run(tx, callAt(now))
          return { status: 200, data: JSON.stringify(result ?? null), subjectId: null }
        },
        secret: declared.secret ?? undefined,
      })
      // It was written by this very operation.
      return JSON.parse(data)
    },
    needsProof: async ({ needsProof, ...declared }, by, members) =>
      typeof needsProof === 'boolean'
        ? needsProof
        : needsProof(context.store, makeCall(declared, by, members)(context.clock.now())),
  }
}

/** The key of a form is made of its words already. */
const fingerprintOf = ({ name }: Pick<Operation, 'name'>): string =>
  createHash('sha256').update(name).digest('base64')
