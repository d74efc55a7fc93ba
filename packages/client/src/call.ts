// One call, from its input to its answer: sent with a time limit, and sent again where that is safe and useful.
import { readAnswer, type Answer, type Page } from './answer.ts'
import { ConnectionError, type CallFacts } from './errors.ts'
import { toWire, type CallMembers } from './request.ts'
import { delayAfter, type Patience } from './retry.ts'
import type { CallRoute } from './route.ts'
import type { Runtime } from './runtime.ts'

/** What can be said of a single call, beside its input. */
export interface CallOptions {
  /** For a POST: names the request, so that it is done once however often it is sent. One is made if none is given. */
  readonly idempotencyKey?: string | undefined
  /** Ends the call, with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** For each attempt, the whole answer included. */
  readonly timeoutMs?: number | undefined
  /** The acting person, where the input has no user_email. */
  readonly userEmail?: string | undefined
}

/** A failed attempt that is about to be repeated. */
export interface Retry {
  readonly call: string
  readonly attempts: number
  readonly delayMs: number
  readonly error: Error
}

export interface CallSettings {
  readonly baseUrl: string
  readonly token: string
  readonly userEmail: string | undefined
  readonly timeoutMs: number
  readonly patience: Patience
  readonly onRetry: ((retry: Retry) => void) | undefined
  readonly runtime: Runtime
}

export const performCall = async (
  settings: CallSettings,
  name: string,
  route: CallRoute,
  input: CallMembers,
  options: CallOptions,
): Promise<Answer<unknown> | Page<unknown>> => {
  const { patience, runtime, onRetry } = settings
  const { signal } = options
  const request = prepare(settings, route, input, options)
  for (let attempts = 1; ; attempts += 1) {
    signal?.throwIfAborted()
    try {
      return await attempt(runtime, request, signal, { call: name, attempts })
    } catch (error) {
      const delayMs = delayAfter(error, attempts, patience, runtime.random)
      if (delayMs === undefined) throw error
      onRetry?.({ call: name, attempts, delayMs, error: error as Error })
      await runtime.sleep(delayMs, signal)
    }
  }
}

interface PreparedCall {
  readonly url: string
  readonly init: RequestInit
  readonly timeoutMs: number
  readonly isPaged: boolean
}

const prepare = (
  settings: CallSettings,
  route: CallRoute,
  input: CallMembers,
  options: CallOptions,
): PreparedCall => {
  const user_email = input['user_email'] ?? options.userEmail ?? settings.userEmail
  const { target, body } = toWire(route, { ...input, user_email })
  // Made here, outside of what is taken for a failure of the network: a header that cannot be sent is an
  // error of the caller.
  const headers = new Headers({ accept: 'application/json', authorization: `Bearer ${settings.token}` })
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (route.method === 'POST') headers.set('idempotency-key', options.idempotencyKey ?? crypto.randomUUID())
  const waitSeconds = typeof input['wait'] === 'number' ? input['wait'] : 0
  return {
    url: settings.baseUrl + target,
    // A followed redirect could turn a POST into a GET of something else, and take it for the answer.
    init: { method: route.method, headers, redirect: 'manual', ...(body === undefined ? {} : { body }) },
    timeoutMs: (options.timeoutMs ?? settings.timeoutMs) + waitSeconds * 1000,
    isPaged: route.paged,
  }
}

/**
 * The time limit is a timer of our own: AbortSignal.any with AbortSignal.timeout keeps every call's signals
 * alive as long as the caller's signal lives, on Node 20.
 */
const attempt = async (
  runtime: Runtime,
  { url, init, timeoutMs, isPaged }: PreparedCall,
  signal: AbortSignal | undefined,
  facts: CallFacts,
): Promise<Answer<unknown> | Page<unknown>> => {
  const controller = new AbortController()
  let timedOut = false
  const stopTimer = runtime.startTimer(timeoutMs, () => {
    timedOut = true
    controller.abort(new DOMException('The time for the answer was up.', 'TimeoutError'))
  })
  const onAbort = (): void => controller.abort(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  let response: Response
  let text: string
  try {
    response = await runtime.fetch(url, { ...init, signal: controller.signal })
    text = await response.text()
  } catch (cause) {
    signal?.throwIfAborted()
    throw new ConnectionError(cause, timedOut, facts)
  } finally {
    stopTimer()
    signal?.removeEventListener('abort', onAbort)
  }
  return readAnswer(response, text, isPaged, facts)
}
