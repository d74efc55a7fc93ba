// What a frozen node had claimed comes back when its lease ends; what is new meanwhile, others deliver at once.
import { afterEach, expect, it } from 'vitest'
import { call } from '../support/call.ts'
import { prepareDatabase, type PreparedDatabase } from '../support/child-service.ts'
import { answer, openReceivers, startReceiver } from '../support/receivers.ts'
import { eventIds, loopbackAllowed } from '../support/subscriptions.ts'

const SOON_MS = 5_000
/** The timeout of an attempt and twenty seconds, and time to find it. */
const LEASE_MS = 40_000

let database: PreparedDatabase
const { keep, close } = openReceivers()
afterEach(async () => {
  await database.remove()
  await close()
})

it(
  'a delivery that a frozen node took is made by another, which waits with no other',
  { timeout: 120_000 },
  async () => {
    database = await prepareDatabase('postgres', { ...loopbackAllowed, WEBHOOK_TIMEOUT_MS: '1000' })
    const [first, second] = [await database.start(), await database.start()]
    const { token } = database
    // The process that is frozen at its first request never reads a response.
    let onFirst: (() => void) | undefined = () => process.kill(first.pid, 'SIGSTOP')
    const receiver = await keep(
      startReceiver((socket) => {
        if (!onFirst) return void socket.write(answer(200))
        onFirst()
        onFirst = undefined
      }),
    )
    const made = await call(second.url, 'POST', '/v1/webhooks', { token, body: { url: receiver.url } })
    const { id } = made.body.data as { readonly id: string }
    const test = (url: string) => call(url, 'POST', `/v1/webhooks/${id}/test`, { token, body: {} })

    // Only the first can take it.
    process.kill(second.pid, 'SIGSTOP')
    expect((await test(first.url)).status).toBe(202)
    await expect.poll(() => receiver.requests.length, { timeout: SOON_MS }).toBe(1)
    process.kill(second.pid, 'SIGCONT')
    const [taken] = eventIds(receiver)

    const from = performance.now()
    expect((await test(second.url)).status).toBe(202)
    await expect.poll(() => receiver.requests.length, { timeout: SOON_MS }).toBe(2)
    expect(performance.now() - from).toBeLessThan(SOON_MS)
    expect(eventIds(receiver)[1]).not.toBe(taken)

    await expect.poll(() => receiver.requests.length, { timeout: LEASE_MS, interval: 100 }).toBe(3)
    expect(eventIds(receiver)[2]).toBe(taken)
    process.kill(first.pid, 'SIGCONT')
  },
)
