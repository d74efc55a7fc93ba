// Written by `npm run generate`: the objects of the contract.

import type { Action } from './words.ts'

/** The body of every error. */
export interface Error {
  /** What went wrong. */
  error: {
    /** One of eleven, each with one status. */
    code:
      | 'invalid_token'
      | 'insufficient_scope'
      | 'plan_required'
      | 'quota_exceeded'
      | 'rate_limited'
      | 'not_found'
      | 'invalid_request'
      | 'invalid_state'
      | 'conflict'
      | 'forbidden'
      | 'internal_error'
    /** A stable word that tells the cases of one code apart. More may be added. */
    reason: string
    /** A sentence for people. Its wording may change. */
    message: string
    /** Each parameter or member that is at fault. */
    fields?: {
      /** Its name. */
      field: string
      /** What is wanted of it. */
      message: string
    }[]
    /** What the acting person may do instead, where it is about a challenge. */
    allowed_actions?: Action[]
    /** Whole seconds to wait, as in `Retry-After`. */
    retry_after?: number
  }
  /** The request, as in `X-Request-Id`. */
  request_id: string
}
