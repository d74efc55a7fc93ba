// Guards the keys of a database: one that does not fit is noticed at the start, and replacing one loses nothing.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Webhook } from '@challenge-service/contract'
import type { Service } from '../../packages/server/src/service.ts'
import { openStore } from '../../packages/server/src/store/open.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { call } from '../support/call.ts'
import { TestClock } from '../support/clock.ts'
import { createStorage, engines, type TestStorage } from '../support/engine.ts'
import { everything, makeKeyedWorld, newSecret, startOn, type KeyedWorld } from './keyed-world.ts'

// Processes take a second each, and those of several tests run at once.
vi.setConfig({ testTimeout: 120_000 })

const bin = fileURLToPath(new URL('../../bin/challenge-service', import.meta.url))
const execute = promisify(execFile)

describe.each(engines)('A lost or wrong SECRET_KEY starts without a word, on %s', (engine) => {
  let world: KeyedWorld | undefined
  let storage: TestStorage | undefined
  const running: Service[] = []
  afterEach(async () => {
    for (const service of running.splice(0)) await service.stop()
    await world?.remove()
    await storage?.remove()
    world = storage = undefined
  })

  const [old, next] = [newSecret(), newSecret()]

  const made = async (): Promise<KeyedWorld> => {
    world = await makeKeyedWorld(engine, old)
    return world
  }
  const started = async (
    { start }: KeyedWorld,
    secretKey: string,
    more?: { readonly acceptNewKey?: boolean },
  ): Promise<Service> => {
    const service = await start(secretKey, more)
    running.push(service)
    return service
  }
  const stopAll = async (): Promise<void> => {
    for (const service of running.splice(0)) await service.stop()
  }
  const command = (
    on: TestStorage,
    secretKey: string,
    ...args: readonly string[]
  ): Promise<{ stdout: string; stderr: string }> =>
    execute(bin, [...args], {
      env: { PATH: process.env['PATH'], DATABASE_URL: on.url, SECRET_KEY: secretKey, PORT: '0' },
      timeout: 20_000,
    })

  it('another key is refused, in one line that says what to do', async () => {
    const { storage: on } = await made()
    for (const args of [['serve'], ['account', 'export', 'keyed@test.example'], ['secret', 'rotate']]) {
      await expect(command(on, next, ...args)).rejects.toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(
          /^error: SECRET_KEY, .*does not fit.*serve --accept-new-key\n$/,
        ) as string,
      })
    }
    expect(await worldHolds(old)).toEqual(everything)
  })

  const worldHolds = async (secretKey: string) => {
    if (!world) throw new Error('there is no world')
    const holds = await world.whatHolds(await started(world, secretKey))
    await stopAll()
    return holds
  }

  it('secret rotate loses no stop, link, cursor, answer, signing secret or header', async () => {
    const { storage: on } = await made()
    expect(JSON.parse((await command(on, `${next},${old}`, 'secret', 'rotate', '--json')).stdout)).toEqual({
      replaced: [expect.stringMatching(/^[0-9a-f]{8}$/)],
    })
    expect(await worldHolds(next)).toEqual(everything)
    expect((await command(on, next, 'secret', 'rotate')).stdout).toMatch(/already/)
  })

  it('a key that is still needed cannot be taken away, before secret rotate or instead of it', async () => {
    const { start, storage: on } = await made()
    expect(await worldHolds(`${next},${old}`)).toEqual(everything)
    // What the new one encrypted is lost to the old one, and the other way round.
    await expect(start(next)).rejects.toThrow(/does not fit/)
    await expect(start(old)).rejects.toThrow(/does not fit/)
    await command(on, `${next},${old}`, 'secret', 'rotate')
    await expect(start(old)).rejects.toThrow(/does not fit/)
    expect(await worldHolds(next)).toEqual(everything)
  })

  it('secret rotate is refused while a process encrypts with another key, and not for one that is gone', async () => {
    const keyed = await made()
    const behind = await started(keyed, `${old},${next}`)
    const rotate = () => command(keyed.storage, `${next},${old}`, 'secret', 'rotate')
    await expect(rotate()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/do not encrypt with the first key/) as string,
    })
    await behind.stop()
    running.pop()
    const ahead = await started(keyed, `${next},${old}`)
    await rotate()
    expect(await keyed.whatHolds(ahead)).toEqual(everything)
  })

  it('a command that is given a new key first takes nothing from a process that has the old one alone', async () => {
    const keyed = await made()
    const behind = await started(keyed, old)
    const run = (...args: readonly string[]) => command(keyed.storage, `${next},${old}`, ...args)
    await run('mail', 'stops')
    await expect(run('secret', 'rotate')).rejects.toMatchObject({ code: 1 })
    const link = JSON.parse((await run('account', 'link', 'keyed@test.example', '--json')).stdout) as {
      readonly url: string
    }
    expect((await fetch(`${behind.url}/readyz`)).status).toBe(200)
    expect((await fetch(`${behind.url}${new URL(link.url).pathname}`)).status).toBe(200)
    await stopAll()
    expect(await worldHolds(old)).toEqual(everything)
  })

  it('serve --accept-new-key does not speak of what another key still holds', async () => {
    const keyed = await made()
    await (await keyed.start(`${next},${old}`)).stop()
    const service = await started(keyed, old, { acceptNewKey: true })
    expect(service.lost.join('\n')).toMatch(
      /no mails are still known\n.*cursors.*still hold\n.*\nno webhook lost/,
    )
    expect(await keyed.whatHolds(service)).toEqual(everything)
  })

  it('serve --accept-new-key goes on, says what is lost, and what is lost comes back with its key', async () => {
    const keyed = await made()
    const service = await started(keyed, next, { acceptNewKey: true })
    expect(service.lost.join('\n')).toMatch(
      /no mails.*\n.*links.*cursors.*\n.*Idempotency-Key.*\n.*signing secret/,
    )
    expect(await keyed.whatHolds(service)).toEqual({
      stop: false,
      link: false,
      confirmation: false,
      cursor: false,
      answer: false,
      signingSecret: false,
      headers: false,
    })
    await stopAll()
    const again = await started(keyed, next, { acceptNewKey: true })
    expect(again.lost).toEqual([])
    await stopAll()
    expect(await worldHolds(`${next},${old}`)).toEqual({
      ...everything,
      signingSecret: false,
      headers: false,
    })
  })

  it('a delivery whose secret is lost does not wait for ever: its subscription is off, and its owner told', async () => {
    const keyed = await made()
    const { token, webhook } = keyed
    const service = await started(keyed, next, { acceptNewKey: true })
    const read = async () =>
      (await call(service.url, 'GET', `/v1/webhooks/${webhook.id}`, { token })).body.data as Webhook
    expect(await read()).toMatchObject({
      status: 'disabled',
      disabled_reason: 'failures',
      header_names: [],
    })
    const events = await call(service.url, 'GET', '/v1/events?types=webhook.disabled', { token })
    expect(events.body.data).toHaveLength(1)
    const act = (action: string, body = {}) =>
      call(service.url, 'POST', `/v1/webhooks/${webhook.id}/${action}`, { token, body })
    expect((await act('rotate')).status).toBe(200)
    expect((await act('enable', { resend: true })).status).toBe(200)
    await service.runDue()
    // Nobody listens there; but it was signed and tried.
    const log = await call(service.url, 'GET', `/v1/webhooks/${webhook.id}/deliveries`, { token })
    expect(log.body.data).toMatchObject([{ attempts: 1 }])
  })

  it('processes that start at once on a new database agree on its keys', async () => {
    storage = await createStorage(engine)
    const on = storage
    const services = await Promise.all([1, 2, 3].map(() => startOn(on.url, new TestClock(), old)))
    running.push(...services)
    expect(new Set(services.map(({ keys }) => keys.sign('link', 'x').toString('hex'))).size).toBe(1)
    const store = await openStore(on.target, { onIdleError: () => undefined })
    expect(await store.all(once('select purpose, place from stored_keys order by purpose'))).toHaveLength(3)
    await store.close()
  })
})
