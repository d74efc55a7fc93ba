// What is removed once it has had its time, a piece at a time, and what stays.
import { describe, expect, it } from 'vitest'
import { pruneFeeds } from '../../packages/server/src/features/events/pruning.ts'
import { pruneAll } from '../../packages/server/src/jobs/pruning.ts'
import { DAY_MS, monthOf } from '../../packages/server/src/kernel/instants.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { engines } from '../support/engine.ts'
import { challenge, person } from '../support/people.ts'
import { useFreshService } from '../support/service.ts'

describe.each(engines)('pruning, on %s', (engine) => {
  const service = useFreshService(engine)
  const list = async (text: string): Promise<readonly string[]> =>
    (await service.store.all(once<{ id: string }>(text))).map(({ id }) => id)
  const tokensLeft = () => list('select id from tokens order by id')
  const prune = () => pruneAll(service.store, service.clock.now())

  it('removes tokens 90 days after they were revoked or expired, and no others', async () => {
    const ana = await service.account()
    const [revoked, expired, kept] = [
      await service.token(ana),
      await service.token(ana, { expiresInDays: 1 }),
      await service.token(ana),
    ]
    const late = await service.token(ana, { expiresInDays: 200 })
    await service.call('GET', '/v1/me', { token: revoked.token })
    await service.store.write((tx) =>
      tx.run(once(`update tokens set revoked_at = ${service.clock.now()} where id = '${revoked.id}'`)),
    )
    service.clock.advance(90 * DAY_MS)
    await prune()
    expect(await tokensLeft()).toEqual([revoked.id, expired.id, kept.id, late.id])
    service.clock.advance(1)
    await prune()
    expect(await tokensLeft()).toEqual([expired.id, kept.id, late.id])
    service.clock.advance(DAY_MS)
    await prune()
    expect(await tokensLeft()).toEqual([kept.id, late.id])
    for (const { token } of [revoked, expired]) {
      const answer = await service.call('GET', '/v1/me', { token })
      expect([answer.status, answer.body.error?.code]).toEqual([401, 'invalid_token'])
    }
    expect((await service.call('GET', '/v1/me', { token: kept.token })).status).toBe(200)
  })

  it('removes more than a piece of them', async () => {
    const { id } = await service.account()
    const rows = Array.from(
      { length: 1_200 },
      (_, at) => `('tok_${at}', 'hash ${at}', '${id}', 'all', 1, ${at % 2 === 0 ? '2, null' : 'null, 2'})`,
    )
    const insert =
      'insert into tokens (id, hash, account_id, scopes, created_at, expires_at, revoked_at) values'
    await service.store.write((tx) => tx.run(once(`${insert} ${rows.join(', ')}`)))
    await prune()
    expect(await tokensLeft()).toEqual([])
  })

  it('goes on with the others where one fails, and fails then', async () => {
    const ana = await service.account()
    const expired = await service.token(ana, { expiresInDays: 1 })
    service.clock.advance(92 * DAY_MS)
    await service.store.write((tx) => tx.run(once('drop table rate_windows')))
    await expect(prune()).rejects.toThrow(/rate_windows|pruning failed/)
    expect(await tokensLeft()).not.toContain(expired.id)
  })

  it('keeps the newest event of a feed for as long as no other comes', async () => {
    const [ana, ben] = [await person(service), await person(service)]
    const pruneEvents = () => pruneFeeds(service.store, service.clock.now())
    const eventsLeft = () => list('select id from events order by id')
    await challenge(ana, ben)
    const newest = await eventsLeft()
    expect(newest).toHaveLength(2)
    service.clock.advance(91 * DAY_MS)
    await pruneEvents()
    expect(await eventsLeft()).toEqual(newest)
    service.clock.advance(DAY_MS)
    await challenge(ana, ben)
    await pruneEvents()
    const left = await eventsLeft()
    expect(left).toHaveLength(2)
    expect(left.filter((id) => newest.includes(id))).toEqual([])
  })

  it('looks at a feed once in ninety days, however many there are', async () => {
    const rows = Array.from({ length: 120 }, (_, at) => `('per_${String(at)}', 1)`)
    const run = (text: string) => service.store.write((tx) => tx.run(once(text)))
    await run(`insert into feeds (owner_id, head) values ${rows.join(', ')}`)
    await pruneFeeds(service.store, service.clock.now())
    const next = service.clock.now() + 90 * DAY_MS
    expect(await list(`select owner_id as id from feeds where look_at <= ${next}`)).toEqual([])
  })

  it('removes the counts of past months, a day after their end', async () => {
    const [ana, ben] = [await person(service), await person(service)]
    await challenge(ana, ben)
    const months = () => list('select month as id from quota_usage order by month')
    const first = monthOf(service.clock.now())
    expect(await months()).toEqual([first])
    service.clock.set('2026-12-01T12:00:00.000Z')
    await challenge(ana, ben)
    await prune()
    // For a node whose clock is late, the month may not be over yet.
    expect(await months()).toEqual([first, '2026-12'])
    service.clock.advance(DAY_MS)
    await prune()
    expect(await months()).toEqual(['2026-12'])
    expect((await ana.call('GET', '/v1/me')).headers['x-quota-remaining']).toBe('999')
  })
})
