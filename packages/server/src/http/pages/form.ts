// The fields of a form that was sent: as a browser encodes them, each checked by the contract's own shapes.
import { isUtf8 } from 'node:buffer'
import {
  describeExpectation,
  hasAtMost,
  mostCharacters,
  personName,
  text,
  trimmed,
} from '@challenge-service/contract'
import type { TString } from 'typebox'
import { Compile } from 'typebox/compile'
import { choices, type Choice } from '../../features/challenges/link/reply.rules.ts'
import type { Reply } from '../../features/challenges/link/reply.service.ts'

export type FormField = 'first_name' | 'reason'

/** What was typed, and what is wrong with it. */
export interface FormProblem {
  readonly field: FormField
  readonly message: string
  readonly typed: string
}

export type ReadForm =
  | { readonly kind: 'sound'; readonly form: Reply }
  | { readonly kind: 'problem'; readonly problem: FormProblem }
  | { readonly kind: 'block'; readonly blocks: boolean }
  /** To end the links that were mailed before. */
  | { readonly kind: 'renew' }
  /** Not one of our forms at all. */
  | { readonly kind: 'foreign' }

const FORM_TYPE = 'application/x-www-form-urlencoded'

export const readReplyForm = (contentType: string | undefined, body: unknown): ReadForm => {
  const fields = readFields(contentType, body)
  const pressed = fields?.get('choice')
  if (pressed === 'block' || pressed === 'unblock') return { kind: 'block', blocks: pressed === 'block' }
  if (pressed === 'renew') return { kind: 'renew' }
  const choice = choices.find((known) => known === pressed)
  if (!fields || !choice) return { kind: 'foreign' }
  const firstName = choice === 'accept' ? typedIn(fields, 'first_name') : ''
  const reasonShape = reasonShapes[choice]
  const reason = reasonShape ? typedIn(fields, 'reason') : ''
  const problem =
    (firstName === '' ? undefined : name.findProblem('first_name', firstName)) ??
    (reason === '' && choice !== 'dispute' ? undefined : reasonShape?.findProblem('reason', reason))
  return problem
    ? { kind: 'problem', problem }
    : {
        kind: 'sound',
        form: {
          choice,
          firstName: firstName === '' ? null : firstName,
          reason,
          seenOutcome: fields.get('seen'),
        },
      }
}

/** Whether it is the form whose one button has this value. */
export const isOwnForm = (contentType: string | undefined, body: unknown, choice: string): boolean =>
  readFields(contentType, body)?.get('choice') === choice

/** What was pressed in a form of one field; undefined for what is none of ours. */
export const pressedIn = (contentType: string | undefined, body: unknown): string | undefined =>
  readFields(contentType, body)?.get('choice') ?? undefined

/** Undefined for what no browser sends from a page of ours. */
const readFields = (contentType: string | undefined, body: unknown): URLSearchParams | undefined => {
  if (contentType?.split(';', 1)[0]?.trim().toLowerCase() !== FORM_TYPE) return undefined
  return Buffer.isBuffer(body) && isUtf8(body) ? new URLSearchParams(body.toString('utf8')) : undefined
}

const typedIn = (fields: URLSearchParams, field: FormField): string =>
  trimmed(fields.get(field) ?? '').replaceAll('\r\n', '\n')

const compileShape = (schema: TString, what: string) => {
  const shape = Compile(schema)
  const most = mostCharacters(schema) ?? 0
  return {
    findProblem: (field: FormField, typed: string): FormProblem | undefined =>
      hasAtMost(typed, most) && shape.Check(typed)
        ? undefined
        : { field, typed, message: `${what} ${describeExpectation(schema)}.` },
  }
}

const name = compileShape(personName(40), 'Your first name')
const closingReason = compileShape(text(1, 500), 'Your reason')

/** The choices that may carry a reason; to dispute needs one. */
const reasonShapes: Partial<Record<Choice, typeof name>> = {
  decline: closingReason,
  cancel: closingReason,
  dispute: compileShape(text(1, 1000), 'Your reason'),
}
