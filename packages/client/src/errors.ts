// The errors that a call can end with. None of them ever holds the token, a query or a body in its message.
import type { Code, Reason } from './generated/codes.ts'
import type { Error as ErrorBody } from './generated/errors.ts'

export type ErrorDetails = ErrorBody['error']

// Reasons are only ever added, so one that this version does not know may come.
type AnyReason<C extends Code> = Reason<C> | (string & {})

/** How the call went that ended with the error. */
export interface CallFacts {
  /** The method of the client that was called. */
  readonly call: string
  /** How often it was sent, the last time included. */
  readonly attempts: number
}

/** The service refused the call: one of its eleven codes, a reason, a sentence. */
export class ChallengeServiceError<C extends Code = Code> extends Error {
  override readonly name = 'ChallengeServiceError'
  readonly code: C
  /** A stable word that tells the cases of one code apart. */
  readonly reason: AnyReason<C>
  readonly status: number
  /** What is wrong with which member or parameter; empty where it is none of them. */
  readonly fields: readonly { readonly field: string; readonly message: string }[]
  /** On a challenge: what the acting person may do with it now. */
  readonly allowedActions: Readonly<ErrorDetails['allowed_actions']>
  /** Whole seconds after which the same call may succeed. */
  readonly retryAfter: number | undefined
  readonly requestId: string | undefined
  readonly call: string
  readonly attempts: number

  constructor(error: ErrorDetails, status: number, requestId: string | undefined, facts: CallFacts) {
    super(error.message)
    this.code = error.code as C
    this.reason = error.reason
    this.status = status
    this.fields = error.fields ?? []
    this.allowedActions = error.allowed_actions
    this.retryAfter = error.retry_after
    this.requestId = requestId
    this.call = facts.call
    this.attempts = facts.attempts
  }
}

/** No answer came: the network failed, or the time was up. `cause` is what fetch threw. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly timedOut: boolean
  readonly call: string
  readonly attempts: number

  constructor(cause: unknown, timedOut: boolean, facts: CallFacts) {
    super(`${facts.call} got no answer: ${timedOut ? 'the time was up' : wordFor(cause)}`, { cause })
    this.timedOut = timedOut
    this.call = facts.call
    this.attempts = facts.attempts
  }
}

/** An answer came that the service cannot have given: a proxy's page, a redirect, another program. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError'
  /** 0 where a browser hides a redirect. */
  readonly status: number
  readonly contentType: string | undefined
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined
  readonly call: string
  readonly attempts: number

  constructor(
    what: string,
    answer: Pick<UnexpectedAnswerError, 'status' | 'contentType' | 'requestId' | 'retryAfter'>,
    facts: CallFacts,
  ) {
    super(`${facts.call} was answered by something other than the service: ${what}`)
    this.status = answer.status
    this.contentType = answer.contentType
    this.requestId = answer.requestId
    this.retryAfter = answer.retryAfter
    this.call = facts.call
    this.attempts = facts.attempts
  }
}

/** Whether the service refused the call, and with this code if one is named. */
export const isServiceError = <C extends Code = Code>(
  error: unknown,
  code?: C,
): error is ChallengeServiceError<C> =>
  error instanceof ChallengeServiceError && (code === undefined || error.code === code)

/** The code of the innermost cause (`ECONNREFUSED`), if it has one: messages of others may hold anything. */
const wordFor = (cause: unknown): string => {
  if (cause instanceof Error && cause.cause instanceof Error) return wordFor(cause.cause)
  const hasCode = cause instanceof Error && 'code' in cause && typeof cause.code === 'string'
  return hasCode ? String(cause.code) : 'the connection failed'
}
