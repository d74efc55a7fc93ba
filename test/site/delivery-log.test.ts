// The log of a webhook on its page: all of it, what failed, what waits; each with its older ones, and the same as the
// API's own list.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Delivery, WebhookWithSecret } from '@challenge-service/contract'
import { engines } from '../support/engine.ts'
import { challenge, person, type Person } from '../support/people.ts'
import { answer, startReceiver, type Receiver } from '../support/receivers.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { deliveriesOf, getWebhook, loopbackAllowed, subscribe } from '../support/subscriptions.ts'
import { siteSettings, Visitor } from './visitor.ts'

/** More than one page of them. */
const MANY = 55

describe.each(engines)('the log of a webhook, on %s', (engine) => {
  let service: TestService
  let ana: Person
  let browser: Visitor
  let receiver: Receiver
  let webhook: WebhookWithSecret
  let status = 200
  beforeAll(async () => {
    service = await startTestService(engine, { ...siteSettings, ...loopbackAllowed })
    receiver = await startReceiver((socket) => socket.write(answer(status)))
    ana = await person(service)
    webhook = await subscribe(ana, receiver)
    browser = await Visitor.signedIn(service, ana.email)
    await challengeOthers(3)
    status = 500
    await challengeOthers(MANY)
  })
  afterAll(async () => {
    await service.stop()
    await receiver.close()
  })

  const challengeOthers = async (count: number): Promise<void> => {
    const bo = await person(service)
    for (let made = 0; made < count; made += 1) await challenge(ana, bo)
    await service.runDue()
  }

  /** Every id on the page and on those of the older ones, the newest first. */
  const shownOn = async (path: string): Promise<readonly string[]> => {
    const { text } = await browser.get(path)
    const ids = [...text.matchAll(/\/deliveries\/(dlv_\w+)"/g)].map(([, id = '']) => id)
    const [, older] = /href="([^"#]*)#deliveries">Older ones/.exec(text) ?? []
    return older === undefined ? ids : [...ids, ...(await shownOn(older.replaceAll('&amp;', '&')))]
  }

  const idsOf = async (...sought: readonly Delivery['status'][]): Promise<readonly string[]> =>
    (await deliveriesOf(ana, webhook))
      .filter((delivery) => sought.includes(delivery.status))
      .map(({ id }) => id)
      .toReversed()

  const expectPagesAsListed = async (): Promise<void> => {
    const path = `/settings/webhooks/${webhook.id}`
    expect(await shownOn(path)).toEqual(await idsOf('pending', 'delivered', 'failed', 'dropped'))
    expect(await shownOn(`${path}?show=waiting`)).toEqual(await idsOf('pending'))
    expect(await shownOn(`${path}?show=failed`)).toEqual(await idsOf('failed', 'dropped'))
  }

  it('shows what waits while its receiver fails, and what failed once it was switched off', async () => {
    expect(await idsOf('pending')).toHaveLength(MANY)
    expect(await idsOf('failed', 'dropped')).toEqual([])
    await expectPagesAsListed()
    while ((await getWebhook(ana, webhook)).status === 'active') {
      service.clock.advance(7 * 3_600_000)
      await service.runDue()
    }
    await browser.signIn(service, ana.email)
    expect(await idsOf('pending')).toEqual([])
    expect(await idsOf('failed', 'dropped')).toHaveLength(MANY)
    await expectPagesAsListed()
  })

  it('shows all of it where something else is asked for, and is nobody else’s', async () => {
    const path = `/settings/webhooks/${webhook.id}`
    expect(await shownOn(`${path}?show=constructor`)).toEqual(await shownOn(path))
    const other = await Visitor.signedIn(service, (await person(service)).email)
    for (const show of ['failed', 'waiting']) {
      expect((await other.get(`${path}?show=${show}`)).status).toBe(404)
    }
  })
})
