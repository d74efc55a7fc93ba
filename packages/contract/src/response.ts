// The whole body of a response: of a success, made from the endpoint's result, and of an error.
import * as Type from 'typebox'
import type { Static, TObject } from 'typebox'
import { Actions } from './challenges/challenge.schema.ts'
import { codes, type Code } from './codes.ts'
import { describeAs } from './described.ts'
import type { Endpoint } from './endpoint.ts'
import { namedObject, object } from './object.ts'
import { count, id, list, nullable, oneOf, optional, string } from './schema.ts'

const allCodes = Object.keys(codes) as readonly Code[]

export const requestIdWords = 'The request, as in `X-Request-Id`.'

const requestId = id('request', requestIdWords)

const fieldProblem = object('What is wrong with one of them.', {
  field: string('Its name.'),
  message: string('What is wanted of it.'),
})

const ErrorObject = object('What went wrong.', {
  code: oneOf(allCodes, 'One of eleven, each with one status.'),
  // No enum: more reasons may be added.
  reason: string('A stable word that tells the cases of one code apart. More may be added.'),
  message: string('A sentence for people. Its wording may change.'),
  fields: optional(list(fieldProblem, 'Each parameter or member that is at fault.')),
  allowed_actions: optional(
    describeAs(Actions, 'What the acting person may do instead, where it is about a challenge.'),
  ),
  retry_after: optional(count('Whole seconds to wait, as in `Retry-After`.')),
})
export type ErrorObject = Static<typeof ErrorObject>

export const ErrorBody = namedObject('Error', 'The body of every error.', {
  error: ErrorObject,
  request_id: requestId,
})
export type ErrorBody = Static<typeof ErrorBody>

export const nextCursor = nullable(
  string(),
  'Pass it as `cursor` to get the page after; null on the last one.',
)

/** The schema of the whole body of a success. */
export const makeResponseSchema = ({ result, paged }: Pick<Endpoint, 'result' | 'paged'>): TObject =>
  Type.Object({
    data: describeAs(result, 'The result.'),
    ...(paged ? { next_cursor: nextCursor } : {}),
    request_id: requestId,
  })
