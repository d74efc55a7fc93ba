// What happens to subscriptions beside deliveries: their plan, the mail to their owner, the keys of their
// secrets, and the end of old ones.
import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { changePlan } from '../../packages/server/src/features/access/access.service.ts'
import { followPlan } from '../../packages/server/src/features/webhooks/plan.service.ts'
import { pruneDeliveries } from '../../packages/server/src/features/webhooks/pruning.ts'
import { resealSecrets } from '../../packages/server/src/features/webhooks/reseal.ts'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import { Keyring } from '../../packages/server/src/kernel/keyring.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { engines } from '../support/engine.ts'
import { mailsTo, PUBLIC_URL } from '../support/mails.ts'
import { challenge, useFreshPerson } from '../support/people.ts'
import { receivers, openReceivers } from '../support/receivers.ts'
import { useFreshService } from '../support/service.ts'
import {
  actOn,
  deliveriesOf,
  eventIds,
  getWebhook,
  loopbackAllowed,
  subscribe,
} from '../support/subscriptions.ts'

const fail = (id: string): void => expect.unreachable(id)

describe.each(engines)('a subscription, on %s', (engine) => {
  const service = useFreshService(engine, loopbackAllowed)
  const ana = useFreshPerson(service)
  const bo = useFreshPerson(service)
  const { keep: started, close: closeReceivers } = openReceivers()
  afterEach(() => closeReceivers())
  const count = async (table: string): Promise<number> =>
    (await service.store.first(once<{ n: number }>(`select count(*) as n from ${table}`)))?.n ?? 0

  describe('of an account that changes its plan', () => {
    const putOn = (plan: 'free' | 'club') =>
      service.store.write(async (tx) => {
        const { id } = await changePlan(tx, ana.email, plan)
        await followPlan(tx, id, plan, service.clock.now())
      })

    it('is off while it is free, and on again by itself', async () => {
      const receiver = await started(receivers.healthy())
      const webhook = await subscribe(ana, receiver)
      await putOn('free')
      await challenge(bo, ana)
      await service.runDue()
      expect(receiver.requests).toHaveLength(0)
      expect((await ana.call('GET', `/v1/webhooks/${webhook.id}`)).status).toBe(402)

      await putOn('club')
      expect(await getWebhook(ana, webhook)).toMatchObject({ status: 'active', disabled_reason: null })
      await service.runDue()
      expect(receiver.requests).toHaveLength(0)
      await challenge(bo, ana)
      await service.runDue()
      expect(receiver.requests).toHaveLength(1)
      expect((await ana.events()).map(({ type }) => type)).toEqual([
        'webhook.disabled',
        'challenge.created',
        'challenge.created',
      ])
    })

    it('stays off where it was off for another reason', async () => {
      const webhook = await subscribe(ana, await started(receivers.gone()))
      await challenge(ana, bo)
      await service.runDue()
      await putOn('free')
      await putOn('club')
      expect(await getWebhook(ana, webhook)).toMatchObject({ status: 'disabled', disabled_reason: 'gone' })
    })
  })

  describe('that is switched off', () => {
    it('is told to its owner by mail, without what is secret in its URL', async () => {
      const receiver = await started(receivers.gone())
      const url = `${receiver.url}/s3cret?token=s3cret`
      const webhook = await subscribe(ana, { url }, { description: 'my bot' })
      await challenge(ana, bo)
      await service.runDue()
      await service.runDue()
      const mails = (await mailsTo(service, ana.email)).filter(({ kind }) => kind === 'webhook_disabled')
      expect(mails).toHaveLength(1)
      const { text, html, subject } = mails[0]?.mail ?? { text: '', html: '', subject: '' }
      expect(subject).toBe(`Your webhook to ${new URL(receiver.url).host} is disabled`)
      for (const said of [text, html]) {
        expect(said).toContain('my bot')
        expect(said).toContain(webhook.id)
        expect(said).toContain(`${PUBLIC_URL}/settings/webhooks/${webhook.id}`)
        expect(said).not.toContain('s3cret')
      }
      expect(mails[0]).toMatchObject({ state: 'kept' })
    })

    it('of a group is told to its admins, and to no other member', async () => {
      const group = await service.group()
      const member = `mo-${engine}@test.example`
      await group.addMember(member)
      const admin = {
        call: (method: string, path: string, body?: object) =>
          service.call(method, `${path}?user_email=${group.adminEmail}`, {
            token: group.token,
            ...(body ? { body } : {}),
          }),
      }
      const receiver = await started(receivers.gone())
      const webhook = await subscribe(admin, receiver, { description: 'typed by someone' })
      await actOn(admin, webhook, 'test', {}, 202)
      await service.runDue()
      const [mail] = (await mailsTo(service, group.adminEmail)).filter(
        ({ kind }) => kind === 'webhook_disabled',
      )
      expect(mail?.mail.subject).toBe('A webhook in the group Blue is disabled')
      // The admin has never signed in.
      expect(mail?.mail.text).not.toContain('typed by someone')
      expect(mail?.mail.text).not.toContain('127.0.0.1')
      const kinds = (await mailsTo(service, member)).map(({ kind }) => kind)
      expect(kinds).not.toContain('webhook_disabled')
    })
  })

  it('forgets its deliveries after thirty days, and not before', async () => {
    const receiver = await started(receivers.healthy())
    const webhook = await subscribe(ana, receiver)
    const made = await challenge(ana, bo)
    await service.runDue()
    service.clock.advance(DAY_MS)
    await bo.act(made, 'accept')
    await service.runDue()
    service.clock.advance(29 * DAY_MS)
    await pruneDeliveries(service.store, service.clock.now())
    expect(await deliveriesOf(ana, webhook)).toHaveLength(2)
    service.clock.advance(1)
    await pruneDeliveries(service.store, service.clock.now())
    expect((await deliveriesOf(ana, webhook)).map(({ type }) => type)).toEqual(['challenge.accepted'])
  })

  it('that was deleted leaves nothing in the database, however much waited', async () => {
    const receiver = await started(receivers.hanging())
    const webhook = await subscribe(ana, receiver)
    const insert = once(
      `insert into deliveries (webhook_id, id, run, seq, event_id, type, body, status, attempts, due_at, created_at)
       select '${webhook.id}', 'dlv_' || id, 1, 1, 'evt', 'webhook.test', '{}', 'pending', 0, 0, 1
       from (select a.n * 100 + b.n as id from
         (${Array.from({ length: 12 }, (_, n) => `select ${n} as n`).join(' union all ')}) as a,
         (${Array.from({ length: 100 }, (_, n) => `select ${n} as n`).join(' union all ')}) as b) as numbers`,
    )
    await service.store.write((tx) => tx.run(insert))
    expect(await count('deliveries')).toBe(1200)
    await ana.call('DELETE', `/v1/webhooks/${webhook.id}`)
    await service.runDue()
    expect(receiver.requests).toHaveLength(0)
    expect([await count('deliveries'), await count('webhooks'), await count('webhook_queues')]).toEqual([
      0, 0, 0,
    ])
  })

  describe('and the SECRET_KEY', () => {
    const sealed = async (): Promise<Uint8Array> => {
      const row = await service.store.first(once<{ secret: Uint8Array }>('select secret from webhooks'))
      return row?.secret ?? new Uint8Array()
    }

    it('that is replaced: its secret goes over to the new one, and stays the same', async () => {
      const receiver = await started(receivers.healthy())
      const webhook = await subscribe(ana, receiver)
      const [old, next] = [Buffer.from(service.secretKey, 'base64'), randomBytes(32)]
      const both = new Keyring([next, old])
      expect(both.isCurrent('signing-secret', await sealed())).toBe(false)
      await resealSecrets(service.store, both, fail)
      expect(both.isCurrent('signing-secret', await sealed())).toBe(true)
      expect(new Keyring([next]).open('signing-secret', await sealed(), webhook.id)).toBe(
        webhook.signing_secret,
      )
      const before = await sealed()
      await resealSecrets(service.store, both, fail)
      expect(Buffer.compare(before, await sealed())).toBe(0)
    })

    it('that is missing: it is not sent anything, and others are', async () => {
      const [broken, healthy] = [await started(receivers.healthy()), await started(receivers.healthy())]
      const webhook = await subscribe(ana, broken)
      await subscribe(ana, healthy)
      const forged = new Keyring([randomBytes(32)]).seal('signing-secret', 'whsec_x', webhook.id)
      await service.store.write((tx) =>
        tx.run(
          { name: null, text: 'update webhooks set secret = $1 where id = $2' },
          ...([forged, webhook.id] as const),
        ),
      )
      await challenge(ana, bo)
      await service.runDue()
      expect(eventIds(healthy)).toHaveLength(1)
      expect(broken.requests).toHaveLength(0)
      expect(service.logLines.join('')).toContain('cannot be opened')
    })
  })
})
