// Reading for those who see no storage: a query of a slice, with what it asks for.
import type { Reader } from '../store/store.ts'

/** `read(findOwnProfile, accountId)`: the query is handed what is committed. */
export type Read = <Args extends readonly unknown[], Result>(
  query: (reader: Reader, ...args: Args) => Result,
  ...args: Args
) => Result

/** A query gets the reading half of the store alone, whatever it takes it for. */
export const makeRead = (store: Reader): Read => {
  const reader: Reader = {
    all: (statement, ...params) => store.all(statement, ...params),
    first: (statement, ...params) => store.first(statement, ...params),
  }
  return (query, ...args) => query(reader, ...args)
}
