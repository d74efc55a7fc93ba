// From the bytes of a body to a JSON object. An empty body is an empty object, whatever the headers say.
import { isUtf8 } from 'node:buffer'
import { parseJson, type JsonProblem } from '../../kernel/json.ts'
import { invalidFields, refuse, type Refusal } from '../../kernel/refusal.ts'

export interface BodyHeaders {
  readonly contentType: string | undefined
  readonly contentEncoding: string | undefined
}

export const readBody = (
  bytes: Buffer | undefined,
  headers: BodyHeaders,
): Readonly<Record<string, unknown>> => {
  if (bytes === undefined || bytes.length === 0) return {}
  checkHeaders(headers)
  if (!isUtf8(bytes)) throw refuse('invalid_request', 'body_malformed', 'The body is not valid UTF-8.')
  const parsed = parseJson(bytes.toString('utf8'))
  if (!parsed.ok) throw malformed(parsed.problem)
  const { value } = parsed
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse('invalid_request', 'body_malformed', 'The body must be a JSON object.')
  }
  return value as Readonly<Record<string, unknown>>
}

const JSON_TYPE = 'application/json'

const checkHeaders = ({ contentType, contentEncoding }: BodyHeaders): void => {
  if (contentType !== JSON_TYPE && contentType?.split(';', 1)[0]?.trim().toLowerCase() !== JSON_TYPE) {
    throw refuse('invalid_request', 'content_type', 'Send the body with Content-Type: application/json.')
  }
  if (contentEncoding !== undefined && contentEncoding.trim().toLowerCase() !== 'identity') {
    throw refuse('invalid_request', 'header_malformed', 'Send the body as it is, without Content-Encoding.')
  }
}

const malformed = (problem: JsonProblem): Refusal => {
  switch (problem.kind) {
    case 'twice':
      return invalidFields([{ field: problem.member, message: 'is given twice' }])
    case 'depth':
      return refuse('invalid_request', 'body_malformed', 'The body is nested too deeply.')
    case 'members':
      return refuse('invalid_request', 'body_malformed', 'The body has too many members.')
    case 'syntax':
      return refuse('invalid_request', 'body_malformed', 'The body is not valid JSON.')
  }
}
