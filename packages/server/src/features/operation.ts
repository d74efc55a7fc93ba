// How a slice offers what only pages do: an operation, declared like an endpoint of the contract. What all of them need is
// done around them: the input is read by its schema, the work runs in one transaction, and sent twice it is done once.
import * as Type from 'typebox'
import type { Static, TObject, TString } from 'typebox'
import type { Config } from '../config/config.ts'
import type { PersonId, SessionId } from '../kernel/ids.ts'
import type { Keyring } from '../kernel/keyring.ts'
import type { Reader, Tx } from '../store/store.ts'
import type { Actor, Caller } from './access/actor.ts'

/** The browser that asks: the hash of its own cookie, and what it calls itself. */
export interface Browser {
  readonly hash: string
  readonly name: string
}

/** Who does it. */
export interface Performers {
  /** Someone who is signed in. */
  readonly account: {
    readonly actor: Actor
    readonly account: NonNullable<Caller['account']>
    readonly sessionId: SessionId
    /** When they last proved who they are. */
    readonly provedAt: number
    /** When they were let in to ask for it: a proof that was good then is good enough. */
    readonly admittedAt: number
    readonly browser: Browser
  }
  /** Someone who is signed in, or has a link of a mail and may have no account. */
  readonly person: { readonly personId: PersonId }
  /** A browser in which nobody has signed in yet. */
  readonly browser: { readonly browser: Browser }
  /** Nobody: the service notes something by itself. */
  readonly nobody: null
}

export type PerformerKind = keyof Performers

export interface OperationCall<By extends PerformerKind, Input, Found = undefined> {
  readonly by: Performers[By]
  readonly input: Input
  /** What was found out before the transaction, such as a passkey that was checked. It is nobody's word. */
  readonly found: Found
  readonly now: number
  readonly keys: Keyring
  readonly config: Config
}

export interface Operation<By extends PerformerKind, Input extends TObject, Result, Found = undefined> {
  /** Such as `profile.rename`; each has its own. */
  readonly name: string
  /** Who may. */
  readonly by: By
  readonly input: Input
  /** It adds something. How often someone does so by links is counted over all their links. */
  readonly creates: boolean
  /** Only someone may who has proved within the last quarter of an hour who they are: always, or where that is said. */
  readonly needsProof:
    boolean | ((reader: Reader, call: OperationCall<By, Static<Input>, Found>) => Promise<boolean>)
  /**
   * How it is done once, though it is sent twice. `by_itself`, unless something is said: it sets or ends something, and to do so
   * again changes nothing. It must not be remembered: what it set may be set otherwise since, and "done" would be untrue.
   * `by_key`: a second run would do more, such as a mail, a secret or a row, or would be refused. Its answer is remembered for a
   * day and given again, so it must be one that stays true. Nothing is remembered of strangers.
   */
  readonly once: 'by_key' | 'by_itself'
  /** The member of its result that is shown once: given again for a minute, and then empty. */
  readonly secret: string | null
  readonly run: (tx: Tx, call: OperationCall<By, Static<Input>, Found>) => Promise<Result>
}

/** One of them, whatever it takes and gives. */
export type AnyOperation = Pick<
  Operation<PerformerKind, TObject, unknown>,
  'name' | 'by' | 'input' | 'creates' | 'once' | 'secret'
> & { readonly needsProof: unknown }

type DeclaredOperation<By extends PerformerKind, Input extends TObject, Result, Found> = Pick<
  Operation<By, Input, Result, Found>,
  'name' | 'by' | 'input' | 'run'
> &
  Partial<Operation<By, Input, Result, Found>>

export const operation = <By extends PerformerKind, Input extends TObject, Result, Found = undefined>(
  declared: DeclaredOperation<By, Input, Result, Found>,
): Operation<By, Input, Result, Found> => ({
  creates: false,
  needsProof: false,
  once: 'by_itself',
  secret: null,
  ...declared,
})

/** For what is about one's own account alone. */
export const noInput = Type.Object({}, { additionalProperties: false })

/** An id in the address of a form: there is nothing under one that is none. */
export const inputId = (): TString =>
  Type.String({ maxLength: 64, pattern: String.raw`^[\w-]+$`, idOf: 'any' })
