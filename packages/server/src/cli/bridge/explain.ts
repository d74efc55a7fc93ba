// What went wrong on the way, as an error of JSON-RPC that names the reason.
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

/** `error` is what a call that never came through was thrown with. */
export const explainFailure = (host: string, error: unknown): RpcFault => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return refusal(`the service at ${host} cannot be reached`)
  const why = 'code' in cause ? String(cause.code) : cause.message
  return refusal(`the service at ${host} cannot be reached (${why})`)
}

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
