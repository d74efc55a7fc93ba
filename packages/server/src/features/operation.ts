// How a slice offers what only pages do: an operation, declared like an endpoint of the contract. What all of them need is
// done around them: the input is read by its schema, the work runs in one transaction, and sent twice it is done once.
import type { Static, TObject } from 'typebox'
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
    readonly browser: Browser
  }
  /** Someone who is signed in, or has a link of a mail and may have no account. */
  readonly person: { readonly personId: PersonId }
  /** A browser, whoever uses it. */
  readonly browser: { readonly browser: Browser }
}

export interface OperationCall<By extends keyof Performers, Input> {
  readonly by: Performers[By]
  readonly input: Input
  readonly now: number
  readonly keys: Keyring
  readonly config: Config
}

export interface Operation<
  By extends keyof Performers = keyof Performers,
  Input extends TObject = TObject,
  Result = unknown,
> {
  /** As `profile.rename`: two operations never share one. */
  readonly name: string
  /** Who may. */
  readonly by: By
  readonly input: Input
  /** It adds something that was not there: how often that may happen by links is counted for the person. */
  readonly creates: boolean
  /** It is taken only from someone who has proved within the last quarter of an hour who they are; or where that is said. */
  readonly needsProof:
    boolean | ((reader: Reader, call: OperationCall<By, Static<Input>>) => Promise<boolean>)
  /**
   * `by_key`: sent twice it is done once, and gives the same again. `by_itself`: its own rows see to it. Nothing is
   * remembered of strangers, nor of whom it takes away.
   */
  readonly once: 'by_key' | 'by_itself'
  /** The member of its result that is shown once: given again for a minute, and then empty. */
  readonly secret: (keyof Result & string) | null
  readonly run: (tx: Tx, call: OperationCall<By, Static<Input>>) => Promise<Result>
}

type Declared<By extends keyof Performers, Input extends TObject, Result> = Pick<
  Operation<By, Input, Result>,
  'name' | 'by' | 'input' | 'run'
> &
  Partial<Operation<By, Input, Result>>

export const operation = <By extends keyof Performers, Input extends TObject, Result>(
  declared: Declared<By, Input, Result>,
): Operation<By, Input, Result> => ({
  creates: false,
  needsProof: false,
  once: declared.by === 'browser' ? 'by_itself' : 'by_key',
  secret: null,
  ...declared,
})
