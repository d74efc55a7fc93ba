// The whole body of an answer: of a success, made from the endpoint's result, and of an error.
import { Type, type Static, type TObject } from 'typebox'
import { Actions } from './challenge.schema.ts'
import { codes, type Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'
import { count, id, nullable, oneOf } from './schema.ts'

const allCodes = Object.keys(codes) as readonly Code[]

const ErrorObject = Type.Object({
  code: oneOf(allCodes),
  /** A stable word that tells the cases of one code apart; more may be added, so it is no enum here. */
  reason: Type.String(),
  message: Type.String(),
  fields: Type.Optional(Type.Array(Type.Object({ field: Type.String(), message: Type.String() }))),
  allowed_actions: Type.Optional(Actions),
  /** Whole seconds, as in Retry-After. */
  retry_after: Type.Optional(count()),
})
export type ErrorObject = Static<typeof ErrorObject>

export const ErrorBody = Type.Object({ error: ErrorObject, request_id: id('request') })
export type ErrorBody = Static<typeof ErrorBody>

/** The schema of the whole body of a success. */
export const answerSchema = (endpoint: Pick<Endpoint, 'result' | 'paged'>): TObject =>
  Type.Object({
    data: endpoint.result,
    ...(endpoint.paged ? { next_cursor: nullable(Type.String()) } : {}),
    request_id: id('request'),
  })
