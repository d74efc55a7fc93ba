// What the operator types, checked by the same shapes that the API holds its callers to.
import {
  allScopes,
  describeExpectation,
  hasAtMost,
  isScope,
  line,
  mostCharacters,
  normalizeAddress,
  personName,
  trimmed,
  type Scope,
} from '@challenge-service/contract'
import type { TString } from 'typebox'
import { Compile } from 'typebox/compile'

/** The operator asked for something that cannot be done; the message is one clear line. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}

export const readAddress = (text: string): string => {
  const address = normalizeAddress(text)
  if (address === undefined) throw new OperatorError(`${JSON.stringify(text)} is not an e-mail address`)
  return address
}

const checked = (what: string, schema: TString) => {
  const shape = Compile(schema)
  const most = mostCharacters(schema) ?? 0
  return (text: string): string => {
    const inner = trimmed(text)
    if (hasAtMost(inner, most) && shape.Check(inner)) return inner
    throw new OperatorError(`the ${what} ${describeExpectation(schema)}`)
  }
}

export const readFirstName = checked('first name', personName(40))
export const readLastName = checked('last name', personName(80))
export const readGroupName = checked('name of the group', line(1, 80))
export const readTokenName = checked('name of the token', line(1, 80))

export const readQuestionText = checked('text of the question', line(1, 200))

const readOption = checked('text of an option', line(1, 80))

/** Two to ten, each once. */
export const readOptions = (texts: readonly string[]): readonly string[] => {
  const options = texts.map(readOption)
  if (options.length < 2 || options.length > 10) throw new OperatorError('a question has 2 to 10 options')
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
  return allScopes.filter((scope) => names.includes(scope))
}
