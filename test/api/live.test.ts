// Waiting calls and streams: woken at once, missing nothing, and over when the caller is no longer allowed.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Event } from '@challenge-service/contract'
import { changePlan, endToken } from '../../packages/server/src/features/access/access.service.ts'
import type { Statement } from '../../packages/server/src/store/statements/statement.ts'
import { call } from '../support/call.ts'
import { engines } from '../support/engine.ts'
import { adminOf, challengeIn, newMember } from '../support/groups.ts'
import { openListener } from '../support/mcp-listener.ts'
import { challenge, useFreshPerson } from '../support/people.ts'
import { startTestService, useService, type TestAccount, type TestToken } from '../support/service.ts'
import { openStream } from '../support/stream.ts'

const RECHECK_MS = 15_000

describe.each(engines)('waiting for events, on %s', (engine) => {
  const service = useService(engine, { WRITES_PER_MINUTE: '10000', READS_PER_MINUTE: '10000' })
  const ana = useFreshPerson(service)
  const ben = useFreshPerson(service)

  const types = (data: unknown): readonly string[] => (data as Event[]).map(({ type }) => type)

  describe('with wait', () => {
    it('is answered at once where there is something already', async () => {
      await challenge(ana, ben)
      const reply = await ana.call('GET', '/v1/events?wait=25')
      expect(types(reply.body.data)).toEqual(['challenge.created'])
    })

    it('is answered when something comes', async () => {
      const waiting = ben.call('GET', '/v1/events?wait=25')
      await challenge(ana, ben)
      expect(types((await waiting).body.data)).toEqual(['challenge.created'])
    })

    it('is answered empty when the seconds have passed', async () => {
      const waiting = ben.call('GET', '/v1/events?wait=2')
      await service.untilWaiting()
      service.clock.advance(2_000)
      expect((await waiting).body).toMatchObject({ data: [], next_cursor: null })
    })

    it('goes with neither order=desc nor more than 25 seconds', async () => {
      for (const query of ['wait=5&order=desc', 'wait=0', 'wait=26']) {
        const reply = await ana.call('GET', `/v1/events?${query}`)
        expect(reply.body.error?.fields?.map(({ field }) => field)).toEqual(['wait'])
      }
    })
  })

  describe('as a stream', () => {
    it('begins now, and gives each event once with the id that resumes it', async () => {
      await challenge(ana, ben)
      const stream = await openStream(service.url, ben.token)
      const created = await challenge(ana, ben)
      const first = await stream.next()
      await ben.act(created, 'accept')
      const second = await stream.next()
      stream.close()

      expect(stream.status).toBe(200)
      expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8')
      expect(stream.headers['x-request-id']).toMatch(/^req_/)
      expect(first?.data).toMatchObject({
        id: first?.id,
        type: 'challenge.created',
        challenge_id: created.id,
      })
      expect(second?.data).toMatchObject({ type: 'challenge.accepted' })
    })

    it('resumes after Last-Event-ID, else after `after`', async () => {
      for (let i = 0; i < 3; i += 1) await challenge(ana, ben)
      const [first, second, third] = await ben.events()
      const byHeader = await openStream(service.url, ben.token, `?after=${first?.id}`, {
        'last-event-id': second?.id ?? '',
      })
      expect((await byHeader.next())?.id).toBe(third?.id)
      byHeader.close()
      const byQuery = await openStream(service.url, ben.token, `?after=${first?.id}`)
      expect((await byQuery.next())?.id).toBe(second?.id)
      byQuery.close()
    })

    it('refuses what has no meaning in it, and an event that is not in the feed', async () => {
      const headers = { accept: 'text/event-stream' }
      for (const query of ['limit=3', 'order=desc', 'wait=3', 'after=evt_00000000000000000000000000']) {
        const reply = await call(service.url, 'GET', `/v1/events?${query}`, { token: ana.token, headers })
        expect(reply.status, query).toBe(400)
      }
    })
  })

  describe('when the caller is no longer allowed', () => {
    const changes: readonly [string, (account: TestAccount, token: TestToken) => Promise<unknown>, number][] =
      [
        ['revoked', (_, { id }) => service.store.write((tx) => endToken(tx, id, service.clock.now())), 401],
        ['lapsed', ({ email }) => service.store.write((tx) => changePlan(tx, email, 'free')), 402],
      ]

    it.each(changes)('an open stream and a waiting call end within 15 s: %s', async (_, change, status) => {
      const account = await service.account()
      const token = await service.token(account)
      const stream = await openStream(service.url, token.token)
      const waiting = service.call('GET', '/v1/events?wait=25', { token: token.token })
      await service.untilWaiting(2)
      await change(account, token)
      service.clock.advance(RECHECK_MS)

      expect(await stream.next()).toBeUndefined()
      expect((await waiting).status).toBe(status)
    })
  })

  it('a stream and a waiting call of someone who is no longer a member end within 15 s', async () => {
    const group = await service.group()
    const [gone, stays] = [await newMember(service, group), await newMember(service, group)]
    const asking = ({ email }: { readonly email: string }) => `user_email=${encodeURIComponent(email)}`
    const stream = await openStream(service.url, group.token, `?${asking(gone)}`)
    const other = await openStream(service.url, group.token, `?${asking(stays)}`)
    const waiting = gone.call('GET', '/v1/events?wait=25&types=challenge.created')
    await service.untilWaiting(3)
    const removed = adminOf(service, group).call('DELETE', `/v1/groups/${group.id}/members/${gone.memberId}`)
    expect((await removed).status).toBe(200)
    service.clock.advance(RECHECK_MS)

    // That they were removed is the last that they may hear.
    const heard: string[] = []
    for (let last = await stream.next(); last; last = await stream.next()) heard.push(last.data.type)
    expect(heard.filter((type) => type !== 'group.member_removed')).toEqual([])
    expect((await waiting).body.error).toMatchObject({ code: 'forbidden', reason: 'not_a_member' })
    expect((await other.next())?.data.type).toBe('group.member_removed')
    await challengeIn(stays, gone)
    expect((await other.next())?.data.type).toBe('challenge.created')
    other.close()
  })

  it('a token holds at most five at once, and one that goes makes room', async () => {
    const streams = await Promise.all(Array.from({ length: 5 }, () => openStream(service.url, ana.token)))
    const sixth = await ana.call('GET', '/v1/events?wait=5')
    expect(sixth.status).toBe(429)
    expect(sixth.body.error).toMatchObject({ code: 'rate_limited', reason: 'streams_open' })
    streams[0]?.close()
    await expect
      .poll(async () => {
        const stream = await openStream(service.url, ana.token)
        stream.close()
        return stream.status
      })
      .toBe(200)
    for (const stream of streams.slice(1)) stream.close()
  })

  it('ends in good order when the service stops', async () => {
    const other = await startTestService(engine)
    const { token } = await other.token(await other.account())
    const stream = await openStream(other.url, token)
    const waiting = other.call('GET', '/v1/events?wait=25', { token })
    await other.untilWaiting(2)
    const stopped = other.stop()

    expect((await waiting).body).toMatchObject({ data: [] })
    expect(await stream.next()).toBeUndefined()
    await stopped
  })
})

describe.each(engines)('what is written right after a look, on %s', (engine) => {
  // Nobody looks by themselves: what wakes nobody is never seen.
  const service = useService(engine, {}, { pollMs: 3_600_000 })
  const ana = useFreshPerson(service)
  const ben = useFreshPerson(service)

  const LOOK = /^events\.(?:range|newest)/
  /** Writes once the feed was read so many times, and before its reader goes on. */
  const writeAfterLook = (looks: number): void => {
    const { store } = service
    const readAll = store.all.bind(store)
    let seen = 0
    const spy = vi
      .spyOn(store, 'all')
      .mockImplementation(async (statement: Statement<unknown, unknown[]>, ...params: readonly unknown[]) => {
        const rows = await readAll(statement, ...params)
        if (LOOK.test(statement.name ?? '') && (seen += 1) === looks) await challenge(ana, ben)
        return rows
      })
    onTestFinished(() => spy.mockRestore())
  }

  // The second look is the first of the wait. Without being woken, the call is answered after 25 seconds.
  it.each([1, 2])('wakes a waiting call, after look %i', { timeout: 180_000 }, async (looks) => {
    writeAfterLook(looks)
    const { body } = await ben.call('GET', '/v1/events?wait=25')
    expect((body.data as Event[]).map(({ type }) => type)).toEqual(['challenge.created'])
  })

  it('wakes a stream', async () => {
    writeAfterLook(1)
    const stream = await openStream(service.url, ben.token)
    expect((await stream.next())?.data.type).toBe('challenge.created')
    stream.close()
  })

  it('wakes a listener of MCP', async () => {
    const uri = 'challenge-service://events'
    writeAfterLook(1)
    const listener = await openListener(service.url, ben.token, [uri])
    expect(await listener.acknowledged()).toEqual([uri])
    expect(await listener.nextUri()).toBe(uri)
    listener.close()
  })
})
