// From a route and an input to what goes over the wire. Which member stands in the path, the query or the body is
// read from the route.
import { hasBody, isInPath, isInQuery, type CallRoute } from './route.ts'

export type CallMembers = Readonly<Record<string, unknown>>

type QueryValue = string | number | readonly string[]

export interface Wire {
  /** The path with its query, to be appended to the base URL. */
  readonly target: string
  /** JSON; undefined where nothing is sent. */
  readonly body: string | undefined
}

/**
 * A member that the endpoint does not know is sent all the same, in the body or else the query: the service
 * refuses and names it, so that a typing error never passes silently.
 */
export const toWire = (route: CallRoute, input: CallMembers): Wire => {
  const sendsBody = hasBody(route)
  const inBody: Record<string, unknown> = {}
  const inQuery = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || isInPath(route, name)) continue
    // user_email may stand in either; in the body it stays out of the logs of whatever lies between.
    const isQuery = !sendsBody || isInQuery(route, name)
    if (isQuery) inQuery.set(name, [value as QueryValue].flat().join(','))
    else inBody[name] = value
  }
  const text = inQuery.toString()
  return {
    target: fillPath(route.path, input) + (text === '' ? '' : `?${text}`),
    body: sendsBody ? JSON.stringify(inBody) : undefined,
  }
}

const fillPath = (path: string, input: CallMembers): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = input[name]
    // URLs swallow these two as steps in the path: the call would reach another endpoint.
    if (typeof value !== 'string' || value === '' || value === '.' || value === '..')
      throw new TypeError(`${name} must be the id that stands in ${path}`)
    return encodeURIComponent(value)
  })
