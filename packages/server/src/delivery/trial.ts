// One signed request through the client of deliveries, to see whether such requests leave and arrive.
import { newId } from '../kernel/ids.ts'
import { systemClock } from '../kernel/clock.ts'
import type { AttemptResult } from './http/attempt.ts'
import { createHttpClient } from './http/client.ts'
import { signatureHeaders, signingKeys } from './http/signature.ts'

/** For a receiver of one's own on loopback. Null where nothing was sent. */
export const sendTrialDelivery = async (
  url: string,
  secret: string,
  timeoutMs: number,
): Promise<AttemptResult | null> => {
  const client = createHttpClient({ timeoutMs, allowPrivate: true, limit: () => 1 })
  const keys = [signingKeys(secret)]
  try {
    return await new Promise<AttemptResult | null>((end) => {
      const compose = () => {
        const now = systemClock.now()
        const eventId = newId('event', now)
        const body = Buffer.from(JSON.stringify({ id: eventId, test: true }))
        const signed = signatureHeaders(keys, { eventId, body }, now)
        return { headers: ['content-type', 'application/json', 'x-svc-test', 'true', ...signed], body }
      }
      client.send({ target: client.parseTarget(url), isWanted: () => true, compose }, end)
    })
  } finally {
    await client.close()
  }
}
