// The methods of the client: one for each endpoint of a table, made by a loop, typed by the table.
import type { CallOf, Endpoint, Order, ResultOf } from '@challenge-service/contract'
import type { Answer, Page } from './answer.ts'
import { performCall, type CallOptions, type CallSettings } from './call.ts'
import { eachItem, eachPage } from './pages.ts'
import type { CallMembers } from './request.ts'

/** What a method takes: the input of the endpoint, user_email, and the paging parameters where it has pages. */
export type MethodInput<E> = Loosened<CallOf<E>>

// A list in an input is never changed, so a caller's readonly one is welcome; what is undefined is not sent, so
// it may stand for what is left out.
type Loosened<T> = {
  readonly [K in keyof T]: Listed<T[K]> | (Partial<Pick<T, K>> extends Pick<T, K> ? undefined : never)
}
type Listed<T> = T extends readonly (infer Item)[] ? readonly Item[] : T

// The input can be left out where nothing in it is required.
type Callable<E, Result> =
  Partial<MethodInput<E>> extends MethodInput<E>
    ? (input?: MethodInput<E>, options?: CallOptions) => Result
    : (input: MethodInput<E>, options?: CallOptions) => Result

type ItemOf<Result> = Result extends readonly (infer Item)[]
  ? Item
  : Result extends { readonly entries: readonly (infer Entry)[] }
    ? Entry
    : never

type AnswerOf<E> = E extends { paged: Order } ? Page<ResultOf<E>> : Answer<ResultOf<E>>

interface PagedMethod<E> {
  /** Every item, from this page to the last. */
  readonly all: Callable<E, AsyncGenerator<ItemOf<ResultOf<E>>, void, undefined>>
  /** Every page, from this one to the last. */
  readonly pages: Callable<E, AsyncGenerator<Page<ResultOf<E>>, void, undefined>>
}

/** Called, it gives `data`. */
export type MethodOf<E> = Callable<E, Promise<ResultOf<E>>> & {
  /** The same call, with the whole answer: status, request id, what is left of rate and quota. */
  readonly withResponse: Callable<E, Promise<AnswerOf<E>>>
} & (E extends { paged: Order } ? PagedMethod<E> : unknown)

export type MethodsOf<Table> = { readonly [Name in keyof Table]: MethodOf<Table[Name]> }

export const createMethods = <Table extends Readonly<Record<string, Endpoint>>>(
  table: Table,
  settings: CallSettings,
): MethodsOf<Table> => {
  const methods = Object.entries(table).map(([name, endpoint]) => [
    name,
    createMethod(name, endpoint, settings),
  ])
  return Object.fromEntries(methods) as MethodsOf<Table>
}

const createMethod = (name: string, endpoint: Endpoint, settings: CallSettings): unknown => {
  const withResponse = (input: CallMembers = {}, options: CallOptions = {}) =>
    performCall(settings, name, endpoint, input, options)
  const method = async (input?: CallMembers, options?: CallOptions): Promise<unknown> =>
    (await withResponse(input, options)).data
  if (endpoint.paged === null) return Object.assign(method, { withResponse })

  const getPage = withResponse as (input: CallMembers, options?: CallOptions) => Promise<Page<unknown>>
  const pages = (input: CallMembers = {}, options?: CallOptions) =>
    eachPage(endpoint, getPage, input, options)
  const all = (input?: CallMembers, options?: CallOptions) => eachItem(pages(input, options))
  return Object.assign(method, { withResponse, pages, all })
}
