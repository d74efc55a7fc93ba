// A download of one's data runs alone for its account, ten times a day, and holds nobody up.
import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { sql } from '../../packages/server/src/store/statements/statement.ts'
import { engines } from '../support/engine.ts'
import { useService, type TestAccount } from '../support/service.ts'
import { siteSettings, Visitor } from '../site/visitor.ts'

const PATH = '/settings/data/export'

/** More than the buffers of a connection take. */
const HELD_BYTES = 16 * 1024 * 1024

const logMuch = sql<never, [accountId: string, text: string, count: number]>(
  'test.log_much',
  `with recursive counted (n) as (select 1 union all select n + 1 from counted where n < cast($3 as bigint))
   insert into security_log (account_id, id, kind, facts, created_at)
   select cast($1 as text), 'test_' || (100000 + n), 'signed_in', cast($2 as text), 0 from counted where true`,
)

const leaseOf = sql<{ readonly lease: string | null }, [accountId: string]>(
  'test.lease_of_export',
  'select lease from data_exports where account_id = $1',
)

const setLease = sql<never, [accountId: string, lease: string, until: number]>(
  'test.set_lease_of_export',
  `insert into data_exports (account_id, starts, lease, lease_until) values ($1, '[]', $2, $3)
   on conflict (account_id) do update set lease = excluded.lease, lease_until = excluded.lease_until`,
)

describe.each(engines)('a download of what is kept about someone, on %s', (engine) => {
  const service = useService(engine, { ...siteSettings, WRITES_PER_MINUTE: '1000' })
  let ana: TestAccount
  let browser: Visitor
  beforeEach(async () => {
    ana = await service.account()
    browser = await Visitor.signedIn(service, ana.email)
  })

  /** So that a download goes on until it is read. */
  const fill = (): Promise<number> => {
    const facts = JSON.stringify({ browser: 'x'.repeat(16 * 1024) })
    return service.store.write((tx) => tx.run(logMuch, ana.id, facts, Math.ceil(HELD_BYTES / facts.length)))
  }

  /** One that is begun, of which nothing is read. */
  const begin = async (): Promise<{ readonly sent: ClientRequest; readonly answer: IncomingMessage }> => {
    const headers = {
      ...browser.head,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    }
    const sent = request(`${service.url}${PATH}`, { method: 'POST', agent: false, headers })
    sent.on('error', () => undefined)
    sent.end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(200)
    return { sent, answer }
  }

  const readAll = async (answer: IncomingMessage): Promise<string> => {
    let text = ''
    for await (const piece of answer.setEncoding('utf8')) text += piece as string
    return text
  }

  /** Whether one runs, as the database has it. */
  const findLease = async (): Promise<string | null | undefined> =>
    (await service.store.first(leaseOf, ana.id))?.lease

  it('is refused an eleventh time in a day, and is told when it can be had again', async () => {
    for (let times = 0; times < 10; times += 1) {
      expect((await browser.post(PATH, {})).status).toBe(200)
      service.clock.advance(MINUTE_MS)
    }
    const refused = await browser.post(PATH, {})
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe(String((24 * HOUR_MS - 10 * MINUTE_MS) / 1000))
    expect(refused.text).toContain('You can download it again on Monday 16 November 2026, 12:00 UTC.')
    // Whichever session it is that asks.
    service.clock.advance(HOUR_MS)
    const other = await Visitor.signedIn(service, ana.email)
    expect((await other.post(PATH, {})).status).toBe(429)
    const another = await Visitor.signedIn(service, (await service.account()).email)
    expect((await another.post(PATH, {})).status).toBe(200)
  })

  it('runs alone for its account, and another can begin as soon as it was read', async () => {
    await fill()
    const { answer } = await begin()
    const refused = await browser.post(PATH, {})
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('120')
    expect(refused.text).toContain(
      'A download of your data is already running. Try again when it has finished, or in 2 minutes if it was interrupted.',
    )
    expect(JSON.parse(await readAll(answer))).toMatchObject({
      email: ana.email,
      exports: [expect.any(String)],
    })
    expect((await browser.post(PATH, {})).status).toBe(200)
  })

  it('is over when its reader goes away', async () => {
    await fill()
    const { sent } = await begin()
    expect(await findLease()).toEqual(expect.any(String))
    sent.destroy()
    await vi.waitFor(async () => expect(await findLease()).toBeNull(), { timeout: 10_000 })
    expect((await browser.post(PATH, {})).status).toBe(200)
  })

  it('goes on for a slow reader, and keeps others out for as long as it is read', async () => {
    await fill()
    const { answer } = await begin()
    const pieces = answer.setEncoding('utf8')[Symbol.asyncIterator]() as AsyncIterator<string>
    let text = ''
    const take = async (): Promise<boolean> => {
      const next = await pieces.next()
      if (!next.done) text += next.value
      return !next.done
    }
    for (let minutes = 0; minutes < 5; minutes += 1) {
      service.clock.advance(MINUTE_MS)
      for (const from = text.length; text.length < from + HELD_BYTES / 8;) await take()
      expect((await browser.post(PATH, {})).status).toBe(429)
    }
    while (await take());
    expect(JSON.parse(text)).toMatchObject({ email: ana.email })
  })

  /** As one leaves it that is read no more, or whose process has ended. */
  const leaveOne = (token: string): Promise<number> =>
    service.store.write((tx) => tx.run(setLease, ana.id, token, service.clock.now() + 2 * MINUTE_MS))

  it('keeps nobody out for longer than two minutes if it is not read, or its process has ended', async () => {
    await leaveOne('left behind')
    service.clock.advance(2 * MINUTE_MS - 1)
    expect((await browser.post(PATH, {})).status).toBe(429)
    service.clock.advance(1)
    expect((await browser.post(PATH, {})).status).toBe(200)
  })

  it('stops at its next piece once another has taken its place', async () => {
    await fill()
    const { answer } = await begin()
    await leaveOne('another')
    service.clock.advance(MINUTE_MS)
    await expect(readAll(answer)).rejects.toThrow('aborted')
    expect(await findLease()).toBe('another')
  })

  it('counts on every node alike', async () => {
    await fill()
    const { answer } = await begin()
    const node = await service.startNode()
    const { store, keys, clock } = service
    const elsewhere = await Visitor.signedIn({ url: node.url, store, keys, clock }, ana.email)
    expect((await elsewhere.post(PATH, {})).status).toBe(429)
    await readAll(answer)
    expect((await elsewhere.post(PATH, {})).status).toBe(200)
  })
})
