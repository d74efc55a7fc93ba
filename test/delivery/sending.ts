// What tests of the HTTP client share: receivers and clients that are closed afterwards, and the promise that no error
// strays.
import { afterEach, beforeEach } from 'vitest'
import type { AttemptResult, Message } from '../../packages/server/src/delivery/http/attempt.ts'
import {
  createHttpClient,
  type ClientSettings,
  type HttpClient,
  type ClientSurroundings,
} from '../../packages/server/src/delivery/http/client.ts'
import type { Receiver } from '../support/receivers.ts'

/** For attempts that are to run out of it; the others have plenty. */
export const SHORT_MS = 400

let receivers: Receiver[] = []
let clients: Promised[] = []
const strays: unknown[] = []
const noteStray = (error: unknown) => strays.push(error)

/** Called once in a file. */
export const guardSending = (): void => {
  beforeEach(() => {
    process.on('unhandledRejection', noteStray)
    process.on('uncaughtException', noteStray)
  })

  afterEach(async () => {
    await Promise.all(clients.map((client) => client.close()))
    await Promise.all(receivers.map((receiver) => receiver.close()))
    clients = []
    receivers = []
    process.off('unhandledRejection', noteStray)
    process.off('uncaughtException', noteStray)
    if (strays.length > 0) throw new Error('an error strayed', { cause: strays.splice(0) })
  })
}

export const opened = async <R extends Receiver>(starting: Promise<R>): Promise<R> => {
  const receiver = await starting
  receivers.push(receiver)
  return receiver
}

/** A message that is known before its turn comes, and where it goes. */
export interface Addressed extends Message {
  readonly url: string
}

/** What came of one attempt; null where it was not wanted when its turn came. */
export const sendIfWanted = (
  client: HttpClient,
  { url, headers, body }: Addressed,
  isWanted: () => boolean,
): Promise<AttemptResult | null> =>
  new Promise((end) =>
    client.send({ target: client.parseTarget(url), isWanted, compose: () => ({ headers, body }) }, end),
  )

export const sendOnce = async (client: HttpClient, message: Addressed): Promise<AttemptResult> => {
  const result = await sendIfWanted(client, message, () => true)
  if (!result) throw new Error('an attempt was not made')
  return result
}

interface Promised {
  readonly send: (message: Addressed) => Promise<AttemptResult>
  readonly close: () => Promise<void>
}

export const newClient = (
  { limit = 1, ...settings }: Partial<Omit<ClientSettings, 'limit'>> & { readonly limit?: number } = {},
  surroundings: ClientSurroundings = {},
): Promised => {
  const client = createHttpClient(
    { timeoutMs: 15_000, allowPrivate: true, ...settings, limit: () => limit },
    surroundings,
  )
  const promised = {
    send: (message: Addressed) => sendOnce(client, message),
    close: () => client.close(),
  }
  clients.push(promised)
  return promised
}

export const attemptTo = (url: string, body = '{"id":"evt_1"}'): Addressed => ({
  url,
  headers: ['content-type', 'application/json', 'user-agent', 'challenge-service', 'x-svc-attempt', '1'],
  body: Buffer.from(body),
})
