// Walking through a list. The cursor carries filters and order, so only the first page asks for them.
import { floorParameters, type Endpoint } from '@challenge-service/contract'
import type { Page } from './answer.ts'
import type { CallOptions } from './call.ts'
import type { CallMembers } from './request.ts'

export type GetPage = (input: CallMembers, options?: CallOptions) => Promise<Page<unknown>>

export async function* eachPage(
  endpoint: Pick<Endpoint, 'query'>,
  getPage: GetPage,
  input: CallMembers,
  options?: CallOptions,
): AsyncGenerator<Page<unknown>, void, undefined> {
  let page = await getPage(input, options)
  yield page
  const rest = withoutFilters(endpoint, input)
  while (page.nextCursor !== null) {
    page = await getPage({ ...rest, cursor: page.nextCursor }, options)
    yield page
  }
}

/** What a page must be told again: the path, user_email and limit. */
const withoutFilters = ({ query }: Pick<Endpoint, 'query'>, input: CallMembers): CallMembers =>
  Object.fromEntries(
    Object.entries(input).filter(
      ([name]) => name !== 'order' && (floorParameters.has(name) || !Object.hasOwn(query.properties, name)),
    ),
  )

export async function* eachItem(
  pages: AsyncGenerator<Page<unknown>, void, undefined>,
): AsyncGenerator<unknown, void, undefined> {
  for await (const { data } of pages) yield* itemsOf(data)
}

/** A page is a list, or (the tally) an object with a list of entries in it. */
const itemsOf = (data: unknown): readonly unknown[] =>
  Array.isArray(data) ? (data as unknown[]) : (data as { readonly entries: readonly unknown[] }).entries
