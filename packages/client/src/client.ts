// Putting a client together: its settings, checked once, a method for each endpoint of the contract, the feed.
import type { Retry, CallSettings } from './call.ts'
import { follow, type FollowInput, type FollowOptions, type GetEvents } from './follow.ts'
import type { Calls } from './generated/calls.ts'
import type { Event } from './generated/events.ts'
import { routes } from './generated/routes.ts'
import { createMethods, type MethodsOf } from './methods.ts'
import { endlessPatience, patienceOf } from './retry.ts'
import { platform, type Fetch, type Runtime } from './runtime.ts'

export interface ClientOptions {
  /** Where the service is; paths such as /v1/me are appended to it. */
  readonly baseUrl: string
  /** An account's token (`cs_acc_…`) or a group's (`cs_grp_…`). */
  readonly token: string
  /** The acting person of every call that names no other: needed with a group token. */
  readonly userEmail?: string | undefined
  /** Used in place of the global fetch. */
  readonly fetch?: Fetch | undefined
  /** For each attempt of a call, the whole answer included; 30 seconds unless given. */
  readonly timeoutMs?: number | undefined
  /** How often a call that failed in passing is sent again; 3 unless given. */
  readonly retries?: number | undefined
  /** Told of each failure that is about to be retried, those of the feed included. */
  readonly onRetry?: ((retry: Retry) => void) | undefined
}

export interface Client extends MethodsOf<Calls> {
  /** Every event after `after` (or from the oldest kept), in order, and then each as it comes. */
  readonly followEvents: (
    input?: FollowInput,
    options?: FollowOptions,
  ) => AsyncGenerator<Event, void, undefined>
}

const TIMEOUT_MS = 30_000
const RETRIES = 3

export const createClient = (options: ClientOptions): Client => assembleClient(options, platform)

/** As createClient, with other surroundings. */
export const assembleClient = (options: ClientOptions, surroundings: Runtime): Client => {
  const settings = toSettings(options, surroundings)
  const methods = createMethods<Calls>(routes, settings)
  const enduring = createMethods<Pick<Calls, 'listEvents'>>(
    { listEvents: routes.listEvents },
    { ...settings, patience: endlessPatience },
  )
  const getEvents: GetEvents = (input, call) => enduring.listEvents.withResponse(input, call)
  return {
    ...methods,
    followEvents: (input = {}, call = {}) => follow(getEvents, settings.runtime, input, call),
  }
}

const toSettings = (options: ClientOptions, surroundings: Runtime): CallSettings => ({
  baseUrl: checkedBaseUrl(options.baseUrl),
  token: checkedToken(options.token),
  userEmail: options.userEmail,
  timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
  patience: patienceOf(options.retries ?? RETRIES),
  onRetry: options.onRetry,
  runtime: options.fetch ? { ...surroundings, fetch: options.fetch } : surroundings,
})

// Not by `URL.canParse`: Node 20 answers that wrongly for letters like ü once it was asked often.
const readUrl = (text: string): URL | undefined => {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

const checkedBaseUrl = (text: string): string => {
  const url = readUrl(text)
  const isPlain = url && /^https?:$/.test(url.protocol) && url.search + url.hash + url.username === ''
  if (!isPlain) throw new TypeError('baseUrl must be an http or https URL, without user name and query')
  return url.href.replace(/\/+$/, '')
}

// fetch would quote a token that cannot stand in a header in its own error.
const checkedToken = (token: string): string => {
  if (/^[\x21-\x7e]+$/.test(token)) return token
  throw new TypeError('token must be the token as it was shown, without spaces or line ends')
}
