// What every answer must keep, whatever was sent, and what this call in particular must come to.
import { codes, endpoints, ErrorBody, type Code, type Endpoint } from '@challenge-service/contract'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import { isGroupToken, type FuzzCall } from './call.ts'
import { compileSchema, type Operation } from './document.ts'
import type { Answer } from './wire.ts'

export class Broken extends Error {
  override readonly name = 'Broken'
}

interface ParsedBody {
  readonly error?: { readonly code: Code; readonly reason: string }
  readonly request_id?: string
}

/** A code and a reason, or `undefined` for a success. */
interface Outcome {
  readonly status: number
  readonly code: Code | undefined
  readonly reason: string | undefined
}

const isErrorBody = compileSchema(ErrorBody)

const ensure = (kept: boolean, promise: string): void => {
  if (!kept) throw new Broken(promise)
}

/** Throws `Broken` for the first promise that the answer does not keep. */
export const checkAnswer = (call: FuzzCall, answer: Answer): void => {
  const { status, headers, text } = answer
  ensure(status < 500, `the status is ${status}`)
  const requestId = headers.get('x-request-id')
  ensure(/^req_[0-9a-hjkmnp-tv-z]{26}$/.test(requestId ?? ''), `X-Request-Id is ${requestId}`)
  ensure(headers.get('content-type') === 'application/json; charset=utf-8', 'the content type is another')
  if (call.method === 'HEAD') return ensure(text === '', 'an answer to HEAD has a body')

  const body = parse(text)
  ensure(body.request_id === requestId, 'request_id is not X-Request-Id')
  const outcome = { status, code: body.error?.code, reason: body.error?.reason }
  checkShape(call, outcome, body)
  checkVerdict(call, outcome)
  checkLimits(call, outcome, headers)
}

const parse = (text: string): ParsedBody => {
  try {
    return JSON.parse(text) as ParsedBody
  } catch {
    throw new Broken('the body is not JSON')
  }
}

const checkShape = (
  { operation, onTarget }: FuzzCall,
  { status, code, reason }: Outcome,
  body: ParsedBody,
): void => {
  if (code !== undefined) {
    validate(isErrorBody, body, 'of an error')
    ensure(codes[code].status === status, `${code} came with status ${status}`)
    ensure(Object.hasOwn(codes[code].reasons, reason ?? ''), `${reason} is no reason of ${code}`)
  }
  if (!onTarget) return
  const declared = operation.answers.get(status)
  if (!declared) throw new Broken(`${operation.name} does not declare the status ${status}`)
  validate(declared.isValid, body, `that ${operation.name} declares for ${status}`)
  if (code === undefined || !declared.reasons) return
  const isDeclared = declared.reasons[code]?.includes(reason ?? '') ?? false
  ensure(isDeclared, `${operation.name} does not declare ${code} ${reason}`)
}

const validate = (isValid: ValidateFunction, body: unknown, which: string): void => {
  if (isValid(body)) return
  const [first] = isValid.errors ?? []
  throw new Broken(`the body does not fit the schema ${which}: ${first?.instancePath} ${first?.message}`)
}

/** What the token alone decides; undefined where it passes. */
const admissionOf = ({ operation, token }: FuzzCall): Code | undefined => {
  const scope = scopeOf(operation)
  switch (token) {
    case 'none':
    case 'unknown':
    case 'revoked':
    case 'expired':
      return 'invalid_token'
    case 'free':
      return scope === null ? undefined : 'plan_required'
    case 'profile only':
      return scope === null || scope === 'profile:read' ? undefined : 'insufficient_scope'
    case 'events only':
      return scope === null || scope === 'events:read' ? undefined : 'insufficient_scope'
    case 'account':
    case 'opponent':
    case 'group':
    case 'group, as the opponent':
      return undefined
  }
}

const table: Readonly<Record<string, Endpoint>> = endpoints

/** A probe of the tests is in no table, and never for the profile or the events. */
const scopeOf = ({ name }: Operation): string | null | undefined => table[name]?.scope

/** What the acting person decides, as `code reason`; undefined where it passes. */
const personOf = ({ operation, person, token }: FuzzCall): string | undefined => {
  if (person === 'differs') return 'invalid_request acting_person_differs'
  if (person === 'stranger')
    return isGroupToken(token) ? 'forbidden not_a_member' : 'forbidden not_your_address'
  const isNeeded = isGroupToken(token) && scopeOf(operation) !== null
  return person === 'nobody' && isNeeded ? 'invalid_request acting_person_missing' : undefined
}

// Said before anything but the call itself was looked at. Another reason would hide that a wrong call passed.
const ofShape = new Set([
  'url_malformed',
  'header_malformed',
  'body_malformed',
  'body_too_large',
  'content_type',
  'input_invalid',
])

const isOfShape = ({ person }: FuzzCall, reason = ''): boolean =>
  ofShape.has(reason) || (person === 'differs' && reason === 'acting_person_differs')

// Said by a slice, after the shape was found to be right.
const afterShape = new Set([
  'cursor_invalid',
  'event_unknown',
  'own_address',
  'address_in_text',
  'stake_not_allowed',
  'group_token_needed',
  'url_refused',
])

const checkVerdict = (call: FuzzCall, { status, code, reason }: Outcome): void => {
  const { verdict } = call
  const got = `${status} ${code ?? ''} ${reason ?? ''}`.trim()
  if (verdict === 'open') return
  if (verdict === 'stray') return ensure(reason === 'path_unknown', `not ${got} but path_unknown was due`)
  const refusal = admissionOf(call)
  if (refusal) return ensure(code === refusal, `not ${got} but ${refusal} was due`)
  if (verdict === 'refused') return ensure(isOfShape(call, reason), `a wrong call came to ${got}`)
  const person = personOf(call)
  if (person !== undefined) return ensure(`${code} ${reason}` === person, `not ${got} but ${person} was due`)
  if (verdict === 'hidden') return ensure(reason === 'not_visible', `not ${got} but not_visible was due`)
  if (status < 300) return
  const bearable =
    code === 'invalid_request'
      ? afterShape.has(reason ?? '')
      : ['not_found', 'conflict', 'invalid_state', 'forbidden'].includes(code ?? '')
  ensure(bearable && reason !== 'path_unknown', `a sound call came to ${got}`)
}

const limitHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'x-quota-remaining']

const checkLimits = (call: FuzzCall, { code }: Outcome, headers: Answer['headers']): void => {
  if (call.verdict === 'open' || call.verdict === 'stray') return
  for (const name of limitHeaders) {
    const value = headers.get(name)
    if (code === 'invalid_token') ensure(value === undefined, `${name} is told to nobody we know`)
    else ensure(/^\d+$/.test(value ?? ''), `${name} is ${value}`)
  }
}
