// The only error a caller may see. Everything else is a fault of ours and leaves as internal_error.
import { hasAtMost, type Code, type Reason, type Scope } from '@challenge-service/contract/plain'

export interface FieldProblem {
  readonly field: string
  readonly message: string
}

export interface RefusalDetails {
  readonly fields?: readonly FieldProblem[]
  readonly allowedActions?: readonly string[]
  /** Whole seconds; becomes Retry-After too. */
  readonly retryAfter?: number
  /** The one that is missing. */
  readonly scope?: Scope
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

/** Told at once, but not without end. */
const MOST_PROBLEMS = 20

/** A name that was sent may be as long as a body. */
const MOST_OF_A_NAME = 100

export const invalidFields = (problems: readonly FieldProblem[]): Refusal => {
  const fields = problems
    .slice(0, MOST_PROBLEMS)
    .map(({ field, message }) => ({ field: shortened(field), message }))
  return refuse('invalid_request', 'input_invalid', fields.map(toSentence).join(' '), { fields })
}

const toSentence = ({ field, message }: FieldProblem): string =>
  `${field} ${message}${message.endsWith('?') ? '' : '.'}`

const shortened = (name: string): string =>
  hasAtMost(name, MOST_OF_A_NAME)
    ? name
    : `${Array.from(name.slice(0, 2 * MOST_OF_A_NAME))
        .slice(0, MOST_OF_A_NAME - 1)
        .join('')}…`

/** An error of ours whose message holds nothing that a caller sent, so that it may be logged whole. */
export class Fault extends Error {
  override readonly name = 'Fault'
}
