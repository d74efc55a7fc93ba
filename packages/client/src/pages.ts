// Walking through a list. The cursor carries filters and order, so only the first page asks for them.
import type { Page } from './answer.ts'
import type { CallOptions } from './call.ts'
import type { CallMembers } from './request.ts'
import type { CallRoute } from './route.ts'

export type GetPage = (input: CallMembers, options?: CallOptions) => Promise<Page<unknown>>

export async function* eachPage(
  route: CallRoute,
  getPage: GetPage,
  input: CallMembers,
  options?: CallOptions,
): AsyncGenerator<Page<unknown>, void, undefined> {
  let page = await getPage(input, options)
  yield page
  const rest = withoutFilters(route, input)
  while (page.nextCursor !== null) {
    page = await getPage({ ...rest, cursor: page.nextCursor }, options)
    yield page
  }
}

/** What a page must be told again: the path, user_email and limit. */
const withoutFilters = ({ query }: CallRoute, input: CallMembers): CallMembers =>
  Object.fromEntries(Object.entries(input).filter(([name]) => name !== 'order' && !query.includes(name)))

export async function* eachItem(
  pages: AsyncGenerator<Page<unknown>, void, undefined>,
): AsyncGenerator<unknown, void, undefined> {
  for await (const { data } of pages) yield* itemsOf(data)
}

/** A page is a list, or (the tally) an object with a list of entries in it. */
const itemsOf = (data: unknown): readonly unknown[] =>
  Array.isArray(data) ? (data as unknown[]) : (data as { readonly entries: readonly unknown[] }).entries
