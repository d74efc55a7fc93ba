// Deliveries as their receivers verify them: by our own client, by Stripe's library, by that of Standard
// Webhooks, and by a few lines of Node.
import { createHmac } from 'node:crypto'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WebhookWithSecret } from '@challenge-service/contract'
import { verifyWebhook } from '../../packages/client/src/verify-webhook.ts'
import { HOUR_MS } from '../../packages/server/src/kernel/instants.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { engines } from '../support/engine.ts'
import { person, type Person } from '../support/people.ts'
import { answer, startReceiver, type Received, type Receiver } from '../support/receivers.ts'
import { useService } from '../support/service.ts'
import { actOn, loopbackAllowed, subscribe } from '../support/subscriptions.ts'

const stripe = new Stripe('sk_test_of_nobody')

describe.each(engines)('a delivery, on %s', (engine) => {
  const service = useService(engine, loopbackAllowed)
  let receiver: Receiver
  let ana: Person
  let webhook: WebhookWithSecret
  let answers: number[] = []
  beforeAll(async () => {
    receiver = await startReceiver((socket) => socket.write(answer(answers.shift() ?? 200)))
  })
  afterAll(() => receiver.close())
  beforeEach(async () => {
    answers = []
    ana = await person(service)
    webhook = await subscribe(ana, receiver)
  })

  const send = async (): Promise<Received> => {
    await actOn(ana, webhook, 'test', {}, 202)
    await service.runDue()
    return last()
  }
  const last = (): Received => {
    const received = receiver.requests.at(-1)
    if (!received) throw new Error('nothing came')
    return received
  }
  const seconds = (): number => Math.floor(service.clock.now() / 1000)
  const hmac = (secret: string, received: Received): string =>
    createHmac('sha256', secret).update(`${seconds()}.${received.body}`).digest('hex')

  /** By each of the three; the libraries look at the clock of the machine unless they are told. */
  const verify = async ({ headers, body }: Received, secret: string): Promise<void> => {
    const now = () => service.clock.now()
    await verifyWebhook(headers['x-svc-signature'], body, secret, { now })
    stripe.webhooks.constructEvent(
      body,
      headers['x-svc-signature'] ?? '',
      secret,
      300,
      undefined,
      service.clock.now(),
    )
    const standard = new StandardWebhook(secret)
    const at = new Date(seconds() * 1000)
    expect(headers['webhook-signature']).toContain(standard.sign(headers['webhook-id'] ?? '', at, body))
  }

  it('is what the specification says, keyed with the secret as it is shown', async () => {
    const received = await send()
    expect(webhook.signing_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(received.headers['x-svc-signature']).toBe(
      `t=${seconds()},v1=${hmac(webhook.signing_secret, received)}`,
    )
  })

  it('is verified by our client, by Stripe’s library and by that of Standard Webhooks', async () => {
    await expect(verify(await send(), webhook.signing_secret)).resolves.toBeUndefined()
  })

  it('is verified by Standard Webhooks with its own clock', async () => {
    service.clock.set(new Date().toISOString())
    const { headers, body } = await send()
    const event = new StandardWebhook(webhook.signing_secret).verify(body, { ...headers })
    expect(event).toMatchObject({ type: 'webhook.test', id: headers['webhook-id'] })
  })

  it('is refused by all of them with another secret or another body', async () => {
    const { headers, body } = await send()
    const other = await subscribe(ana, { url: `${receiver.url}/other` })
    await expect(verify({ ...last(), headers, body }, other.signing_secret)).rejects.toThrow(/signature/i)
    await expect(
      verify({ ...last(), headers, body: body.replace('test', 'text') }, webhook.signing_secret),
    ).rejects.toThrow(/signature/i)
  })

  it('is signed again at each attempt, over the same bytes', async () => {
    answers = [500]
    const first = await send()
    service.clock.advance(HOUR_MS)
    await service.runDue()
    const second = last()
    expect(second).not.toBe(first)
    expect(second.body).toBe(first.body)
    expect(second.headers['x-svc-delivery']).toBe(first.headers['x-svc-delivery'])
    expect([first, second].map(({ headers }) => headers['x-svc-attempt'])).toEqual(['1', '2'])
    await verify(second, webhook.signing_secret)
  })

  describe('after the secret was replaced', () => {
    const rotate = async (): Promise<string> =>
      ((await actOn(ana, webhook, 'rotate')) as WebhookWithSecret).signing_secret
    const verifiedBy = async (secrets: readonly string[]): Promise<readonly boolean[]> => {
      const received = await send()
      return Promise.all(
        secrets.map((secret) =>
          verify(received, secret).then(
            () => true,
            () => false,
          ),
        ),
      )
    }

    it('is verified with both for 24 hours, and then with the new one alone', async () => {
      const secrets = [webhook.signing_secret, await rotate()]
      expect(await verifiedBy(secrets)).toEqual([true, true])
      service.clock.advance(24 * HOUR_MS - 1)
      expect(await verifiedBy(secrets)).toEqual([true, true])
      service.clock.advance(1)
      expect(await verifiedBy(secrets)).toEqual([false, true])
    })

    it('twice, is verified with the last two alone', async () => {
      const secrets = [webhook.signing_secret, await rotate(), await rotate()]
      expect(await verifiedBy(secrets)).toEqual([false, true, true])
    })
  })

  it('leaves no secret readable in the database', async () => {
    const rows = await service.store.all(
      once<{ secret: Uint8Array }>(`select secret from webhooks where id = '${webhook.id}'`),
    )
    const stored = Buffer.from(rows[0]?.secret ?? [])
    expect(stored.length).toBeGreaterThan(32)
    const decoded = Buffer.from(webhook.signing_secret.slice('whsec_'.length), 'base64')
    for (const plain of [Buffer.from(webhook.signing_secret), decoded])
      expect(stored.includes(plain)).toBe(false)
  })
})
