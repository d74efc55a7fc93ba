// The methods of the client: one for each route, made by a loop, typed by what the contract says of the call.
import type { Answer, Page } from './answer.ts'
import { performCall, type CallOptions, type CallSettings } from './call.ts'
import type { ActingPerson, Paging } from './generated/calls.ts'
import { eachItem, eachPage } from './pages.ts'
import type { CallMembers } from './request.ts'
import type { CallRoute } from './route.ts'

/** What a call takes and gives, and whether that has pages. */
export interface CallTypes {
  readonly input: object
  readonly result: unknown
  readonly paged: boolean
}

/** What a method takes: the input of the call, user_email, and the paging parameters where it has pages. */
export type MethodInput<C extends CallTypes> = Loosened<
  C['input'] & ActingPerson & (C['paged'] extends true ? Paging : unknown)
>

// A list in an input is never changed, so a caller's readonly one is welcome; what is undefined is not sent, so
// it may stand for what is left out.
type Loosened<T> = {
  readonly [K in keyof T]: Listed<T[K]> | (Partial<Pick<T, K>> extends Pick<T, K> ? undefined : never)
}
type Listed<T> = T extends readonly (infer Item)[] ? readonly Item[] : T

// The input can be left out where nothing in it is required.
type Callable<C extends CallTypes, Result> =
  Partial<MethodInput<C>> extends MethodInput<C>
    ? (input?: MethodInput<C>, options?: CallOptions) => Result
    : (input: MethodInput<C>, options?: CallOptions) => Result

type ItemOf<Result> = Result extends readonly (infer Item)[]
  ? Item
  : Result extends { readonly entries: readonly (infer Entry)[] }
    ? Entry
    : never

type AnswerOf<C extends CallTypes> = C['paged'] extends true ? Page<C['result']> : Answer<C['result']>

interface PagedMethod<C extends CallTypes> {
  /** Every item, from this page to the last. */
  readonly all: Callable<C, AsyncGenerator<ItemOf<C['result']>, void, undefined>>
  /** Every page, from this one to the last. */
  readonly pages: Callable<C, AsyncGenerator<Page<C['result']>, void, undefined>>
}

/** Called, it gives `data`. */
export type MethodOf<C extends CallTypes> = Callable<C, Promise<C['result']>> & {
  /** The same call, with the whole answer: status, request id, what is left of rate and quota. */
  readonly withResponse: Callable<C, Promise<AnswerOf<C>>>
} & (C['paged'] extends true ? PagedMethod<C> : unknown)

type CallTable<T> = { readonly [Name in keyof T]: CallTypes }

export type MethodsOf<T extends CallTable<T>> = { readonly [Name in keyof T]: MethodOf<T[Name]> }

export const createMethods = <T extends CallTable<T>>(
  routes: Readonly<Record<keyof T, CallRoute>>,
  settings: CallSettings,
): MethodsOf<T> => {
  const methods = Object.entries<CallRoute>(routes).map(([name, route]) => [
    name,
    createMethod(name, route, settings),
  ])
  return Object.fromEntries(methods) as MethodsOf<T>
}

const createMethod = (name: string, route: CallRoute, settings: CallSettings): unknown => {
  const withResponse = (input: CallMembers = {}, options: CallOptions = {}) =>
    performCall(settings, name, route, input, options)
  const method = async (input?: CallMembers, options?: CallOptions): Promise<unknown> =>
    (await withResponse(input, options)).data
  if (!route.paged) return Object.assign(method, { withResponse })

  const getPage = withResponse as (input: CallMembers, options?: CallOptions) => Promise<Page<unknown>>
  const pages = (input: CallMembers = {}, options?: CallOptions) => eachPage(route, getPage, input, options)
  const all = (input?: CallMembers, options?: CallOptions) => eachItem(pages(input, options))
  return Object.assign(method, { withResponse, pages, all })
}
