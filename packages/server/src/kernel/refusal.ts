// The only error a caller may see. Everything else is a fault of ours and leaves as internal_error.
import type { Code, Reason } from '@challenge-service/contract'

export interface FieldProblem {
  readonly field: string
  readonly message: string
}

export interface RefusalDetails {
  readonly fields?: readonly FieldProblem[]
  readonly allowedActions?: readonly string[]
  /** Whole seconds; becomes Retry-After too. */
  readonly retryAfter?: number
  readonly cause?: unknown
}

/** Why something cannot be done, as plain data: asking costs no stack trace. Thrown, it is a Refusal. */
export interface Obstacle {
  readonly code: Code
  readonly reason: Reason
  readonly message: string
}

export class Refusal extends Error implements Obstacle {
  override readonly name = 'Refusal'
  readonly code: Code
  readonly reason: Reason
  readonly details: RefusalDetails

  constructor(code: Code, reason: Reason, message: string, details: RefusalDetails = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.reason = reason
    this.details = details
  }
}

/** Typed doors, both: the reason must be one that the contract lists under the code. */
export const obstacle = <C extends Code>(code: C, reason: Reason<C>, message: string): Obstacle => ({
  code,
  reason,
  message,
})

export const refuse = <C extends Code>(
  code: C,
  reason: Reason<C>,
  message: string,
  details?: RefusalDetails,
): Refusal => new Refusal(code, reason, message, details)

export const notVisible = (): Refusal =>
  refuse('not_found', 'not_visible', 'There is nothing here that you can see.')

export const unknownPath = (): Refusal =>
  refuse('not_found', 'path_unknown', 'There is no such path, or it does not take this method.')

export const invalidFields = (fields: readonly FieldProblem[]): Refusal =>
  refuse(
    'invalid_request',
    'input_invalid',
    fields.map(({ field, message }) => `${field} ${message}`).join('; '),
    { fields },
  )

/** An error of ours whose message holds nothing that a caller sent, so that it may be logged whole. */
export class Fault extends Error {
  override readonly name = 'Fault'
}
