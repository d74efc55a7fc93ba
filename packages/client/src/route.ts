// Where a call goes: what the client knows of an endpoint.

export interface CallRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** With `{name}` for each parameter. */
  readonly path: string
  /** The parameters of its query that are its own, and not those of every call or list. */
  readonly query: readonly string[]
  /** Whether what it gives has pages. */
  readonly paged: boolean
}

/** What every list takes beside its own parameters. */
const pagingNames: readonly string[] = ['cursor', 'limit', 'order']

/** Whether a member of the input stands in the query, where there is a body too. */
export const isInQuery = ({ query }: CallRoute, name: string): boolean =>
  query.includes(name) || pagingNames.includes(name)

export const isInPath = ({ path }: CallRoute, name: string): boolean => path.includes(`{${name}}`)

/** Whether a body is sent. */
export const hasBody = ({ method }: CallRoute): boolean => method === 'POST' || method === 'PATCH'
