// The operator looks after webhooks on the command line as it is installed.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { WebhookWithSecret } from '@challenge-service/contract'
import { HOUR_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import { challenge, person, type Person } from '../support/people.ts'
import { answer, startReceiver, type Receiver } from '../support/receivers.ts'
import { useService } from '../support/service.ts'
import { deliveriesOf, getWebhook, loopbackAllowed, subscribe } from '../support/subscriptions.ts'

// Processes take a second each, and those of several tests run at once.
vi.setConfig({ testTimeout: 90_000 })

const bin = fileURLToPath(new URL('../../bin/challenge-service', import.meta.url))
const execute = promisify(execFile)

describe.each(engines)('webhook, on %s', (engine) => {
  const service = useService(engine, loopbackAllowed)
  let receiver: Receiver
  let ana: Person
  let bo: Person
  let webhook: WebhookWithSecret
  let status = 410
  // The command line has the clock of the machine: what it makes due is to be due for the service too.
  const startedAt = new Date(Date.now() + HOUR_MS).toISOString()
  beforeAll(async () => {
    service.clock.set(startedAt)
    receiver = await startReceiver((socket) => socket.write(answer(status)))
    ana = await person(service)
    bo = await person(service)
    webhook = await subscribe(ana, receiver, { description: 'my bot' })
    await challenge(ana, bo)
    await service.runDue()
  })
  afterAll(() => receiver.close())

  const run = async (...args: readonly string[]): Promise<string> => {
    const env = { PATH: process.env['PATH'], DATABASE_URL: service.databaseUrl }
    return (await execute(bin, [...args], { env })).stdout
  }
  const refusal = async (...args: readonly string[]): Promise<unknown> =>
    run(...args).then(
      () => 'none',
      (error: unknown) => {
        const { code, stderr } = error as { code: number; stderr: string }
        return [code, stderr]
      },
    )

  it('list names each, its owner and how it stands, for people and for programs', async () => {
    const listed = JSON.parse(await run('webhook', 'list', '--json')) as { webhooks: object[] }
    expect(listed.webhooks).toEqual([
      {
        id: webhook.id,
        owner_id: expect.stringMatching(/^acc_/) as string,
        url: receiver.url,
        events: ['*'],
        description: 'my bot',
        status: 'disabled',
        disabled_reason: 'gone',
        disabled_at: startedAt,
        created_at: startedAt,
      },
    ])
    const line = await run('webhook', 'list', '--account', ana.email)
    expect(line).toContain(`${webhook.id}  `)
    expect(line).toContain('disabled (gone)')
    expect(line).not.toContain('/hook')
    expect(await run('webhook', 'list', '--account', bo.email)).toBe('no webhooks\n')
  })

  it('deliveries shows the log of anyone, for people and for programs', async () => {
    const listed = JSON.parse(await run('webhook', 'deliveries', webhook.id, '--json')) as object
    expect(listed).toEqual({ deliveries: await deliveriesOf(ana, webhook) })
    const [first] = await deliveriesOf(ana, webhook)
    const line = await run('webhook', 'deliveries', webhook.id, '--limit', '1')
    expect(line).toMatch(
      /^dlv_\w+ {2}\S+Z {2}challenge\.\w+ {2}\w+ {2}1 attempt {2}gone \(410\) in \d+ ms\n$/,
    )
    expect(line).toContain(first?.id)
    const unknown = `whk_${'0'.repeat(26)}`
    expect(await refusal('webhook', 'deliveries', unknown)).toEqual([
      1,
      `error: there is no webhook "${unknown}": webhook list shows those that there are\n`,
    ])
  })

  it('enable --resend brings back what was missed, and resend one delivery again', async () => {
    expect(await refusal('webhook', 'resend', webhook.id, `dlv_${'0'.repeat(26)}`)).toEqual([
      1,
      expect.stringContaining('has no delivery') as string,
    ])
    const [first] = await deliveriesOf(ana, webhook)
    expect(await refusal('webhook', 'resend', webhook.id, first?.id ?? '')).toEqual([
      1,
      `error: ${webhook.id} is switched off; run webhook enable first\n`,
    ])
    status = 200
    const before = receiver.requests.length
    expect(await run('webhook', 'enable', webhook.id, '--resend')).toBe(`${webhook.id} is active\n`)
    await service.runDue()
    // What was missed, and that it was switched off.
    expect(receiver.requests.length - before).toBe(2)
    expect((await getWebhook(ana, webhook)).status).toBe('active')
    expect(await refusal('webhook', 'enable', webhook.id)).toEqual([
      1,
      `error: ${webhook.id} is active already\n`,
    ])

    const queued = JSON.parse(await run('webhook', 'resend', webhook.id, first?.id ?? '', '--json')) as object
    await service.runDue()
    expect(receiver.requests.at(-1)?.headers['x-svc-delivery']).toBe(
      (queued as { delivery_id: string }).delivery_id,
    )
  })

  it('account plan switches them off and on again', async () => {
    await run('account', 'plan', ana.email, 'free')
    const [off] = (JSON.parse(await run('webhook', 'list', '--json')) as { webhooks: object[] }).webhooks
    expect(off).toMatchObject({ status: 'disabled', disabled_reason: 'plan' })
    expect(await refusal('webhook', 'enable', webhook.id)).toEqual([
      1,
      `error: the account of ${webhook.id} is on the free plan; put it on club first with account plan\n`,
    ])
    await run('account', 'plan', ana.email, 'club')
    expect((await getWebhook(ana, webhook)).status).toBe('active')
  })

  it('refuses what is not there, and a wrong use', async () => {
    const unknown = `whk_${'0'.repeat(26)}`
    expect(await refusal('webhook', 'enable', unknown)).toEqual([
      1,
      `error: there is no webhook "${unknown}": webhook list shows those that there are\n`,
    ])
    expect(await refusal('webhook', 'list', '--account', ana.email, '--group', 'grp_1')).toEqual([
      2,
      'error: give --account or --group, not both\n',
    ])
  })
})
