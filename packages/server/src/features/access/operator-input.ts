// What the operator types, checked by the same shapes that the API holds its callers to.
import {
  allScopes,
  hasAtMost,
  isScope,
  lineShape,
  normalizeAddress,
  personNameShape,
  trimmed,
  type Scope,
  type TextShape,
} from '@challenge-service/contract/plain'
import { OperatorError } from '../../kernel/operator-error.ts'

export const readAddress = (text: string): string => {
  const address = normalizeAddress(text)
  if (address === undefined) throw new OperatorError(`${JSON.stringify(text)} is not an e-mail address`)
  return address
}

const checked = (what: string, { minLength, maxLength, pattern, expects }: TextShape) => {
  const shape = new RegExp(pattern, 'u')
  return (text: string): string => {
    const inner = trimmed(text)
    if (inner.length >= minLength && hasAtMost(inner, maxLength) && shape.test(inner)) return inner
    throw new OperatorError(`the ${what} ${expects}; ${JSON.stringify(inner.slice(0, 100))} is not that`)
  }
}

export const readFirstName = checked('first name', personNameShape(40))
export const readLastName = checked('last name', personNameShape(80))
export const readGroupName = checked('name of the group', lineShape(1, 80))
export const readTokenName = checked('name of the token', lineShape(1, 80))

export const readQuestionText = checked('text of the question', lineShape(1, 200))

const readOption = checked('text of an option', lineShape(1, 80))

/** Two to ten, each once. */
export const readOptions = (texts: readonly string[]): readonly string[] => {
  const options = texts.map(readOption)
  if (options.length < 2 || options.length > 10)
    throw new OperatorError(`a question has 2 to 10 options, not ${options.length}`)
  if (new Set(options).size < options.length) throw new OperatorError('no option may be given twice')
  return options
}

/** `all`, or scopes separated by commas. */
export const readScopes = (text: string): readonly Scope[] => {
  if (text.trim() === 'all') return allScopes
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !isScope(name))
  if (unknown !== undefined) {
    throw new OperatorError(
      `there is no scope ${JSON.stringify(unknown)}; the scopes are ${allScopes.join(', ')}`,
    )
  }
  // Always in the order of the reference.
  return allScopes.filter((scope) => names.includes(scope))
}
