// A webhook to itself: one signed request leaves through the client of deliveries, arrives at a receiver on loopback,
// and its signature is verified there the way a receiver does it.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '../../config/config.ts'
import { sendTrialDelivery } from '../../delivery/trial.ts'
import { mintSecret } from '../../features/webhooks/secret.ts'
import { failed, ok, type Finding } from './finding.ts'

const CHECK = 'webhook'

export const checkWebhook = async ({ webhooks }: Config): Promise<Finding> => {
  const secret = mintSecret()
  let isGenuine = false
  const receiver = createServer((request, response) => {
    void readBody(request).then((body) => {
      isGenuine = verify(String(request.headers['x-svc-signature']), body, secret)
      response.end()
    })
  })
  try {
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const { port } = receiver.address() as AddressInfo
    const result = await sendTrialDelivery(`http://127.0.0.1:${port}/`, secret, webhooks.timeoutMs)
    if (result?.outcome !== 'delivered') {
      return failed(
        CHECK,
        `a delivery to a receiver on this machine did not arrive (${result?.error ?? result?.outcome ?? 'not sent'}): see whether a firewall forbids connections on loopback`,
      )
    }
    return isGenuine
      ? ok(CHECK, `a signed delivery to a receiver on this machine arrived in ${result.ms} ms`)
      : failed(
          CHECK,
          'a delivery arrived with a signature that does not fit: something on the way changes requests',
        )
  } catch (error) {
    return failed(
      CHECK,
      `no receiver can be started on loopback: ${error instanceof Error ? error.message : 'it failed'}`,
    )
  } finally {
    receiver.close()
  }
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const verify = (header: string, body: Buffer, secret: string): boolean => {
  const [, time = '', given = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? []
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  return given !== '' && timingSafeEqual(expected, Buffer.from(given, 'hex'))
}
