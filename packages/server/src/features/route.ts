// How a slice offers its work: an endpoint of the contract and the function that answers it. Operations do
// the rest: every check before, the one transaction around, the envelope after.
import type { Endpoint, InputOf, ResultOf, Status } from '@challenge-service/contract'
import type { EventId, SubjectId } from '../kernel/ids.ts'
import type { Page, PageRequest } from '../kernel/page.ts'
import type { Reader, Tx } from '../store/store.ts'
import type { Actor, Caller, Viewer } from './access/actor.ts'

export interface Call<Input> {
  readonly actor: Actor
  readonly input: Input
  readonly now: number
}

/** A call of someone of whom no more is known than a challenge needs. */
export interface ViewerCall<Input> extends Omit<Call<Input>, 'actor'> {
  readonly actor: Viewer
}

/** A call that waits for something to happen. */
export interface Live {
  /**
   * One turn for each look at the topic: the first at once, another whenever something may have come. It listens before
   * each turn, so what is written during a look brings another. Ends when the time is up, after a last look, when the
   * client has gone or the service stops. Throws when the caller is no longer allowed.
   */
  polls(topic: string): AsyncIterable<void>
  /**
   * Checks again, after something was read and before it is shown: what was written once the caller was no longer
   * allowed is then never shown. False: it is over. Rejects when the caller is no longer allowed.
   */
  mayShow(): Promise<boolean>
}

export interface ListCall<Input> extends Call<Input> {
  readonly page: PageRequest
  /** Opens a wait of at most so long; a token can hold a few at once. */
  readonly live: (waitMs: number) => Promise<Live>
}

export interface StreamCall<Input> extends Call<Input> {
  readonly live: (waitMs: number) => Promise<Live>
  readonly lastEventId: string | undefined
}

export interface StreamItem {
  readonly id: EventId
  /** One line of JSON. */
  readonly body: string
}

/** An answer with another of the endpoint's statuses than its first. */
export class Answered<Result> {
  readonly status: Status
  readonly data: Result

  constructor(status: Status, data: Result) {
    this.status = status
    this.data = data
  }
}

/** Data that is JSON already, written by the same schema. */
export class RawJson {
  readonly text: string
  /** The id of what it shows, where that is one thing. */
  readonly id: SubjectId | undefined

  constructor(text: string, id?: SubjectId) {
    this.text = text
    this.id = id
  }
}

export type Route =
  | {
      readonly kind: 'token'
      readonly endpoint: Endpoint
      readonly answer: (caller: Caller) => unknown
    }
  | {
      readonly kind: 'read'
      readonly endpoint: Endpoint
      readonly answer: (reader: Reader, call: Call<never>) => Promise<unknown>
    }
  | {
      readonly kind: 'list'
      readonly endpoint: Endpoint
      readonly answer: (reader: Reader, call: ListCall<never>) => Promise<Page<unknown>>
      readonly stream?: (
        reader: Reader,
        call: StreamCall<never>,
      ) => Promise<AsyncIterable<readonly StreamItem[]>>
    }
  | {
      readonly kind: 'write'
      readonly endpoint: Endpoint
      readonly answer: (tx: Tx, call: Call<never>) => Promise<unknown>
      readonly isChange?: (tx: Tx, call: Call<never>) => Promise<boolean>
    }

/** What follows from the token alone. There is no acting person. */
export const readToken = <E extends Endpoint>(
  endpoint: E,
  answer: (caller: Caller) => ResultOf<E>,
): Route => ({
  kind: 'token',
  endpoint,
  answer,
})

export const read = <E extends Endpoint>(
  endpoint: E,
  answer: (reader: Reader, call: Call<InputOf<E>>) => Promise<ResultOf<E> | RawJson>,
): Route => ({ kind: 'read', endpoint, answer })

/** With `stream`, the response to a caller that accepts text/event-stream. */
export const list = <E extends Endpoint>(
  endpoint: E,
  answer: (reader: Reader, call: ListCall<InputOf<E>>) => Promise<Page<ResultOf<E> | RawJson>>,
  stream?: (reader: Reader, call: StreamCall<InputOf<E>>) => Promise<AsyncIterable<readonly StreamItem[]>>,
): Route => ({ kind: 'list', endpoint, answer, ...(stream ? { stream } : {}) })

type WrittenOf<E extends Endpoint> = ResultOf<E> | RawJson

/** With `isChange`, a call that changes what is there already, and so needs nothing of the quota. */
export const write = <E extends Endpoint>(
  endpoint: E,
  answer: (tx: Tx, call: Call<InputOf<E>>) => Promise<WrittenOf<E> | Answered<WrittenOf<E>>>,
  isChange?: (tx: Tx, call: Call<InputOf<E>>) => Promise<boolean>,
): Route => ({ kind: 'write', endpoint, answer, ...(isChange ? { isChange } : {}) })

/** What someone may also do who has a link of a mail, and of whom no more is known than a challenge needs. */
export interface LinkRoute {
  readonly endpoint: Endpoint
  readonly answer: (tx: Tx, call: ViewerCall<never>) => Promise<unknown>
}

export const byLink = <E extends Endpoint>(
  endpoint: E,
  answer: (tx: Tx, call: ViewerCall<InputOf<E>>) => Promise<unknown>,
): LinkRoute => ({ endpoint, answer })
