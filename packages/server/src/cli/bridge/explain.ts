// What went wrong on the way, as an error of JSON-RPC that names the reason.
import { parseUrl } from '@challenge-service/contract/plain'
import { ANSWER_MAX, ResponseTooLong } from './response-body.ts'
import { faults, isRecord, parse, type RpcFault } from './message.ts'

const INVALID_TOKEN = 401

/**
 * An answer that is no JSON-RPC answer to the request: the API's own error, or whatever stands on the way. `tokenFrom` is
 * where a token that is refused can be put right.
 */
export const explainResponse = (status: number, text: string, tokenFrom: string): RpcFault => {
  const body = parse(text)
  const error = isRecord(body) ? body['error'] : undefined
  if (!isRecord(error)) return refusal(`the service answered with status ${status}`, { status })
  const { code, message, reason } = error
  const said = typeof message === 'string' ? message : `the service answered with status ${status}`
  // An error of JSON-RPC that could not name the request.
  if (typeof code === 'number') return { code, message: said }
  const names = [code, reason].filter((name) => typeof name === 'string').join(', ')
  const origin = status === INVALID_TOKEN ? ` The token comes from ${tokenFrom}.` : ''
  return refusal(`${said}${origin} (${status}${names === '' ? '' : ` ${names}`})`, { status, ...error })
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

export const isRedirect = ({ status }: Response): boolean => redirects.has(status)

/** Nobody follows it: a token goes nowhere but where it was meant to go. */
export const explainRedirect = ({ status, url, headers }: Response): RpcFault => {
  const location = headers.get('location') ?? ''
  const to = parseUrl(location, url)
  const address = to && ['http:', 'https:'].includes(to.protocol) ? to.origin + to.pathname : undefined
  return refusal(
    address === undefined
      ? `the URL leads elsewhere, and does not say where (${status}): --url must name the service itself`
      : `the URL leads elsewhere (${status}), to ${address}: if the token may go there, name that with --url`,
    { status },
  )
}

/** `error` is what a call that never came through was thrown with. */
export const explainFailure = (host: string, error: unknown): RpcFault => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return refusal(`the service at ${host} cannot be reached`)
  const why = 'code' in cause ? String(cause.code) : cause.message
  return refusal(`the service at ${host} cannot be reached (${why})`)
}

/** `error` is what ended an answer that had begun. */
export const explainBreak = (error: unknown): RpcFault =>
  error instanceof ResponseTooLong
    ? refusal(
        `the answer has more than ${ANSWER_MAX} bytes and was given up: whether it was done is not known`,
      )
    : brokenOff

export const brokenOff: RpcFault = {
  code: faults.refused,
  message: 'the answer broke off: whether it was done is not known',
}

export const neverSent: RpcFault = {
  code: faults.refused,
  message: 'the input ended before this could be sent: it was not done',
}

const refusal = (message: string, data?: object): RpcFault => ({
  code: faults.refused,
  message,
  ...(data ? { data } : {}),
})
