// The event feed: dense, in order, for each receiver as they see it; and a reader that resumes misses nothing.
import { describe, expect, it } from 'vitest'
import type { Event } from '@challenge-service/contract'
import { DAY_MS, HOUR_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import { challenge, person, useFreshPerson, type Person } from '../support/people.ts'
import { startTestService, useService } from '../support/service.ts'

describe.each(engines)('the feed, on %s', (engine) => {
  const service = useService(engine, { WRITES_PER_MINUTE: '10000', READS_PER_MINUTE: '10000' })
  const ana = useFreshPerson(service)
  const ben = useFreshPerson(service)

  const read = async (who: Person, query = '') => (await who.call('GET', `/v1/events?${query}`)).body
  const idsOf = (data: unknown): readonly string[] => (data as Event[]).map(({ id }) => id)

  it('tells both parties, the actor too, each as they see it and with an id of its own', async () => {
    const created = await challenge(ana, ben, { reference: 'secret' })
    await ben.act(created, 'accept')
    const [ofAna, ofBen] = [await ana.events(), await ben.events()]

    expect(ofAna.map(({ type }) => type)).toEqual(['challenge.created', 'challenge.accepted'])
    expect(ofBen.map(({ type }) => type)).toEqual(['challenge.created', 'challenge.accepted'])
    expect(new Set([...idsOf(ofAna), ...idsOf(ofBen)]).size).toBe(4)
    expect(ofAna[0]?.data.challenge).toMatchObject({
      role: 'creator',
      reference: 'secret',
      opponent: { first_name: null },
    })
    expect(ofBen[0]?.data.challenge).toMatchObject({
      role: 'opponent',
      allowed_actions: ['accept', 'cancel'],
    })
    expect(ofBen[0]?.data.challenge).not.toHaveProperty('reference')
    expect(ofAna[1]).toMatchObject({ actor: 'opponent', data: { challenge: { status: 'active' } } })
  })

  it('resumes after the last event seen, in either order, and by type', async () => {
    for (let i = 0; i < 3; i += 1) await challenge(ana, ben)
    await ben.act(await challenge(ana, ben), 'accept')
    const all = await ana.events()
    const [first, second] = all

    expect(idsOf((await read(ana, `after=${first?.id}`)).data)).toEqual(idsOf(all.slice(1)))
    expect(idsOf((await read(ana, `after=${second?.id}&order=desc`)).data)).toEqual(
      idsOf(all.slice(2).toReversed()),
    )
    expect(idsOf((await read(ana, 'types=challenge.accepted')).data)).toEqual(idsOf(all.slice(-1)))
    expect((await read(ana, `after=${all.at(-1)?.id}`)).data).toEqual([])
    const page = await read(ana, `after=${first?.id}&order=desc&limit=2`)
    const rest = await read(ana, `cursor=${page.next_cursor}`)
    expect([...idsOf(page.data), ...idsOf(rest.data)]).toEqual(idsOf(all.slice(1).toReversed()))
    expect((await read(ana, `cursor=${page.next_cursor}&after=${first?.id}`)).error?.fields).toEqual([
      { field: 'after', message: 'cannot be given together with cursor' },
    ])
  })

  it.each(['evt_00000000000000000000000000', 'x'])('refuses after=%s', async (after) => {
    expect((await read(ana, `after=${after}`)).error?.code).toBe('invalid_request')
  })

  it("refuses an event of someone else's feed", async () => {
    await challenge(ana, ben)
    const [own] = await ben.events()
    expect((await read(ana, `after=${own?.id}`)).error).toMatchObject({ reason: 'event_unknown' })
  })

  it('holds what happened before the opponent had an account', async () => {
    const address = `later-${engine}@test.example`
    await ana.call('POST', '/v1/challenges', { claim: 'x', opponent_email: address, stake: 'y', due_days: 1 })
    const { token } = await service.token(await service.account({ email: address }))
    const events = await service.call('GET', '/v1/events', { token })

    expect(events.body.data).toMatchObject([
      { type: 'challenge.created', data: { challenge: { role: 'opponent' } } },
    ])
  })

  it('tells what the clock does, dated by the deadline', async () => {
    const silent = await challenge(ana, ben)
    const proposed = await challenge(ana, ben)
    await ben.act(proposed, 'accept')
    const { proposal } = await ana.act(proposed, 'resolve', { outcome: 'creator_won' })
    // Ben is told of it, so his silence counts.
    await service.runDue()
    service.clock.advance(5 * DAY_MS + HOUR_MS)
    await service.runDue()
    const last = (await ben.events()).slice(-2)

    expect(last).toMatchObject([
      {
        type: 'challenge.resolved',
        actor: 'system',
        created_at: proposal?.confirm_by,
        challenge_id: proposed.id,
      },
      { type: 'challenge.expired', actor: 'system', created_at: silent.due_at, challenge_id: silent.id },
    ])
    expect(await ana.get(silent)).toMatchObject({ status: 'expired', closed_at: silent.due_at })
    expect(await ana.get(proposed)).toMatchObject({ resolution: { settled_by: 'silence' } })
    await service.runDue()
    expect((await ben.events()).slice(-2)).toEqual(last)
  })
})

describe.each(engines)('old entries, on %s', (engine) => {
  it('are removed after 90 days, but never the newest of a feed', async () => {
    const service = await startTestService(engine)
    // Later than in any test before: ids never go back in time, and what is old is found by them.
    service.clock.advance({ sqlite: 1_000, postgres: 2_000 }[engine] * DAY_MS)
    const ana = await person(service)
    const ben = await person(service)
    await challenge(ana, ben)
    await challenge(ana, ben)
    const [first, second] = await ana.events()
    service.clock.advance(90 * DAY_MS + 1)
    // The clock's own events of that time come first, and are new.
    await service.runDue()
    const left = await ana.events()

    expect(left.map(({ type }) => type)).toEqual(['challenge.expired', 'challenge.expired'])
    for (const gone of [first, second]) {
      const reply = await ana.call('GET', `/v1/events?after=${gone?.id}`)
      expect(reply.body.error).toMatchObject({ code: 'invalid_request', reason: 'event_unknown' })
    }
    service.clock.advance(90 * DAY_MS + 1)
    await service.runDue()
    expect(await ana.events()).toEqual(left.slice(-1))
    await service.stop()
  })
})
