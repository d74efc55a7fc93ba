// Reading for those who see no storage: a query of a slice, with what it asks for.
import type { Reader } from '../store/store.ts'

/** `read(findOwnProfile, accountId)`: the query is handed what is committed. */
export type Read = <Args extends readonly unknown[], Result>(
  query: (reader: Reader, ...args: Args) => Result,
  ...args: Args
) => Result

export const makeRead =
  (reader: Reader): Read =>
  (query, ...args) =>
    query(reader, ...args)
