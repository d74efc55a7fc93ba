// How a slice offers its work: an endpoint of the contract and the function that answers it. The floor does
// the rest: every check before, the one transaction around, the envelope after.
import type { Endpoint, InputOf, ResultOf, Status } from '@challenge-service/contract'
import type { Page, PageRequest } from '../kernel/page.ts'
import type { Reader, Tx } from '../store/store.ts'
import type { Actor } from './access/actor.ts'

export interface Call<Input> {
  readonly actor: Actor
  readonly input: Input
  readonly now: number
}

export interface ListCall<Input> extends Call<Input> {
  readonly page: PageRequest
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

/** Data that is JSON already, written by the same schema when it was stored. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Route =
  | {
      readonly kind: 'read'
      readonly endpoint: Endpoint
      readonly answer: (reader: Reader, call: Call<never>) => Promise<unknown>
    }
  | {
      readonly kind: 'list'
      readonly endpoint: Endpoint
      readonly answer: (reader: Reader, call: ListCall<never>) => Promise<Page<unknown>>
    }
  | {
      readonly kind: 'write'
      readonly endpoint: Endpoint
      readonly answer: (tx: Tx, call: Call<never>) => Promise<unknown>
    }

export const read = <E extends Endpoint>(
  endpoint: E,
  answer: (reader: Reader, call: Call<InputOf<E>>) => Promise<ResultOf<E>>,
): Route => ({ kind: 'read', endpoint, answer })

export const list = <E extends Endpoint>(
  endpoint: E,
  answer: (reader: Reader, call: ListCall<InputOf<E>>) => Promise<Page<ResultOf<E> | RawJson>>,
): Route => ({ kind: 'list', endpoint, answer })

export const write = <E extends Endpoint>(
  endpoint: E,
  answer: (tx: Tx, call: Call<InputOf<E>>) => Promise<ResultOf<E> | Answered<ResultOf<E>>>,
): Route => ({ kind: 'write', endpoint, answer })
