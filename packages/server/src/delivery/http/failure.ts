// Puts what went wrong with a connection into an outcome and a sentence for the owner. The sentences are our own:
// an error's message may name addresses of the inside.
import { errors } from 'undici'
import type { AttemptOutcome } from '@challenge-service/contract'

type FailureOutcome = Exclude<AttemptOutcome, 'delivered' | 'gone' | 'redirected' | 'refused_status'>

export class AttemptFailure extends Error {
  override readonly name = 'AttemptFailure'
  readonly outcome: FailureOutcome

  constructor(outcome: FailureOutcome, sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.outcome = outcome
  }
}

export const forbiddenAddress = (): AttemptFailure =>
  new AttemptFailure('target_forbidden', 'The host name leads to an address that is not public.')

export const unknownName = (cause?: unknown): AttemptFailure =>
  new AttemptFailure('unreachable', 'The host name has no address.', cause)

export const outOfTime = (): AttemptFailure =>
  new AttemptFailure('timed_out', 'No answer came within the time allowed.')

const lostCodes = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_CLOSED'])

const unreachableSentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network of the host cannot be reached.',
  EADDRNOTAVAIL: 'The host cannot be reached.',
  ETIMEDOUT: 'The host cannot be reached.',
}

/** Of an error before a connection stood. With TLS, what is no fault of the network is one of the handshake. */
export const failureToConnect = (error: Error, isTls: boolean): AttemptFailure => {
  if (error instanceof AttemptFailure) return error
  const code = codeOf(error)
  const unreachable = unreachableSentences[code]
  if (unreachable !== undefined) return new AttemptFailure('unreachable', unreachable, error)
  if (lostCodes.has(code)) {
    return new AttemptFailure('connection_lost', 'The connection was closed before it was set up.', error)
  }
  if (!isTls) return new AttemptFailure('unreachable', 'The connection could not be made.', error)
  return new AttemptFailure('tls_failed', tlsSentence(code), error)
}

/** Of an error while the answer was awaited. */
export const failureToAnswer = (error: Error): AttemptFailure => {
  if (error instanceof AttemptFailure) return error
  const code = codeOf(error)
  if (isProtocolFault(error)) {
    return new AttemptFailure('answer_broken', 'The answer is not valid HTTP.', error)
  }
  if (code.startsWith('ERR_SSL_')) return new AttemptFailure('tls_failed', tlsSentence(code), error)
  if (lostCodes.has(code)) {
    return new AttemptFailure('connection_lost', 'The connection was closed before an answer came.', error)
  }
  return new AttemptFailure('connection_lost', 'The connection failed before an answer came.', error)
}

const isProtocolFault = (error: Error): boolean =>
  error instanceof errors.HTTPParserError ||
  error instanceof errors.HeadersOverflowError ||
  error instanceof errors.ResponseContentLengthMismatchError ||
  // undici reports a 100 or 101 that it did not ask for as a lost connection.
  (error instanceof errors.SocketError && /^bad (response|upgrade)$/.test(error.message))

const tlsSentence = (code: string): string => {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'The certificate is for another host name.'
  if (code === 'CERT_HAS_EXPIRED') return 'The certificate has expired.'
  if (code === 'DEPTH_ZERO_SELF_SIGNED_CERT' || code === 'SELF_SIGNED_CERT_IN_CHAIN') {
    return 'The certificate is signed by itself, not by a known authority.'
  }
  if (code.startsWith('UNABLE_TO_')) {
    return 'The certificate is not signed by a known authority, or the chain to one is not complete.'
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return 'The TLS handshake failed.'
  return 'The certificate was not accepted.'
}

const codeOf = (error: Error): string => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
