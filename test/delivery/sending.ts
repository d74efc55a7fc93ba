// What tests of the sender share: receivers and senders that are closed afterwards, and the promise that no error
// strays.
import { afterEach, beforeEach } from 'vitest'
import type { Attempt, AttemptResult, Sender } from '../../packages/server/src/delivery/attempt.ts'
import {
  createSender,
  type SenderSettings,
  type Surroundings,
} from '../../packages/server/src/delivery/sender.ts'
import type { Receiver } from '../support/receivers.ts'

/** For attempts that are to run out of it; the others have plenty. */
export const SHORT_MS = 400

let receivers: Receiver[] = []
let senders: Promised[] = []
const strays: unknown[] = []
const noteStray = (error: unknown) => strays.push(error)

/** Called once in a file. */
export const guardSending = (): void => {
  beforeEach(() => {
    process.on('unhandledRejection', noteStray)
    process.on('uncaughtException', noteStray)
  })

  afterEach(async () => {
    await Promise.all(senders.map((sender) => sender.close()))
    await Promise.all(receivers.map((receiver) => receiver.close()))
    senders = []
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

/** What came of one attempt. */
export const sendOnce = (sender: Sender, attempt: Attempt): Promise<AttemptResult> =>
  new Promise((done) => sender.send(attempt, done))

interface Promised {
  readonly send: (attempt: Attempt) => Promise<AttemptResult>
  readonly close: () => Promise<void>
}

export const newSender = (
  settings: Partial<SenderSettings> = {},
  surroundings: Surroundings = {},
): Promised => {
  const sender = createSender(
    { timeoutMs: 15_000, allowPrivate: true, connectionsPerHost: 1, ...settings },
    surroundings,
  )
  const promised = { send: (attempt: Attempt) => sendOnce(sender, attempt), close: () => sender.close() }
  senders.push(promised)
  return promised
}

export const attemptTo = (url: string, body = '{"id":"evt_1"}'): Attempt => ({
  url,
  headers: ['content-type', 'application/json', 'user-agent', 'challenge-service', 'x-svc-attempt', '1'],
  body: Buffer.from(body),
})
