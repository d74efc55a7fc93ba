// From a response to the answer it holds, or to the error it means.
import { ChallengeServiceError, UnexpectedAnswerError, type CallFacts, type ErrorDetails } from './errors.ts'
import { codes } from './generated/codes.ts'

/** The whole answer to a call. */
export interface Answer<Data> {
  readonly data: Data
  readonly status: number
  readonly requestId: string
  /** True where an earlier request with the same Idempotency-Key had done the work already. */
  readonly replayed: boolean
  /** What the token may still do in this minute, in the class (reads or writes) of the call. */
  readonly rate: { readonly limit: number; readonly remaining: number; readonly resetAt: Date } | null
  /** What the account or group may still create in this month. */
  readonly quotaRemaining: number | null
}

/** A page: `nextCursor` is null on the last one. */
export interface Page<Data> extends Answer<Data> {
  readonly nextCursor: string | null
}

/** A page where the endpoint has pages. Throws what the response means if it is no success. */
export const readAnswer = (
  response: Response,
  text: string,
  isPaged: boolean,
  facts: CallFacts,
): Answer<unknown> | Page<unknown> => {
  const body = parseObject(text)
  const requestId = textOf(body?.['request_id']) ?? response.headers.get('x-request-id') ?? undefined
  if (response.ok && body && 'data' in body && requestId !== undefined) {
    const answer = {
      data: body['data'],
      status: response.status,
      requestId,
      ...readHeaders(response.headers),
    }
    return isPaged ? { ...answer, nextCursor: textOf(body['next_cursor']) ?? null } : answer
  }
  const error = body?.['error']
  if (!response.ok && isErrorDetails(error)) {
    throw new ChallengeServiceError(error, response.status, requestId, facts)
  }
  const { status } = response
  const contentType = response.headers.get('content-type') ?? undefined
  const retryAfter = wholeNumber(response.headers.get('retry-after')) ?? undefined
  throw new UnexpectedAnswerError(
    describe(response, contentType),
    { status, contentType, requestId, retryAfter },
    facts,
  )
}

// Status 0 is how a browser shows a redirect that it was told not to follow.
const describe = ({ status }: Response, contentType: string | undefined): string =>
  status === 0 || (status >= 300 && status < 400)
    ? `a redirect, which is never followed, since it could turn a POST into a GET; is baseUrl right?`
    : `status ${status} with ${contentType ?? 'no content type'}`

const readHeaders = (headers: Headers): Pick<Answer<unknown>, 'replayed' | 'rate' | 'quotaRemaining'> => {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
    wholeNumber(headers.get(`x-ratelimit-${name}`)),
  )
  return {
    replayed: headers.get('idempotency-replayed') === 'true',
    rate:
      typeof limit === 'number' && typeof remaining === 'number' && typeof reset === 'number'
        ? { limit, remaining, resetAt: new Date(reset * 1000) }
        : null,
    quotaRemaining: wholeNumber(headers.get('x-quota-remaining')),
  }
}

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const parseObject = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isErrorDetails = (value: unknown): value is ErrorDetails =>
  isObject(value) &&
  codes.some((code) => code === value['code']) &&
  typeof value['reason'] === 'string' &&
  typeof value['message'] === 'string'
