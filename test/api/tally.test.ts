// The tally over HTTP, on both engines: each party counts for itself, and nothing is confirmed against anyone.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Challenge, Tally, TallyChange } from '@challenge-service/contract'
import { engines } from '../support/engine.ts'
import { challenge, useFreshPerson, type Person } from '../support/people.ts'
import { useService } from '../support/service.ts'

describe.each(engines)('a tally, on %s', (engine) => {
  const service = useService(engine, { WRITES_PER_MINUTE: '10000', READS_PER_MINUTE: '10000' })
  const ana = useFreshPerson(service)
  const ben = useFreshPerson(service)
  let run: Challenge
  beforeEach(async () => {
    run = await challenge(ana, ben)
    await ben.act(run, 'accept')
  })

  const post = (who: Person, path: string, body: object) =>
    who.call('POST', `/v1/challenges/${run.id}/tally${path}`, body)
  const record = async (who: Person, body: object = {}) => {
    const reply = await post(who, '', body)
    expect(reply.status, reply.text).toBe(201)
    const [entry] = (reply.body.data as TallyChange).entries
    return entry?.id ?? ''
  }
  const tally = async (who: Person, query = '') =>
    (await who.call('GET', `/v1/challenges/${run.id}/tally${query}`)).body.data as Tally

  it('counts what each claims, and confirms what the other grants', async () => {
    const first = await record(ana, { amount: 3, note: 'laps' })
    const second = await record(ana)
    await record(ben, { amount: -2 })
    const reviewed = await post(ben, '/review', { entry_ids: [first, second] })

    expect(reviewed.status).toBe(200)
    expect(reviewed.body.data).toMatchObject({ creator: { claimed: 4, confirmed: 4 }, pending: 1 })
    expect(await tally(ana)).toMatchObject({
      challenge_id: run.id,
      creator: { claimed: 4, confirmed: 4 },
      opponent: { claimed: -2, confirmed: 0 },
      pending: 1,
      disputed: 0,
      entries: [
        { by: 'opponent', amount: -2 },
        { id: second, amount: 1 },
        { id: first, note: 'laps' },
      ],
    })
  })

  it('reviews all or none', async () => {
    const good = await record(ana)
    const own = await record(ben)
    const reviewed = await record(ana)
    await post(ben, '/review', { entry_ids: [reviewed] })
    const unknown = 'tly_00000000000000000000000000'
    const outcomes = await Promise.all(
      [own, reviewed, unknown, 'nonsense'].map((id) => post(ben, '/review', { entry_ids: [good, id] })),
    )

    expect(outcomes.map(({ status, body }) => [status, body.error?.code])).toEqual([
      [403, 'forbidden'],
      [409, 'invalid_state'],
      [404, 'not_found'],
      [404, 'not_found'],
    ])
    expect((await tally(ben)).entries.find(({ id }) => id === good)?.status).toBe('pending')
  })

  it('of several that do not fit names what is not there first, then the status, then the person', async () => {
    const own = await record(ben)
    const reviewed = await record(ana)
    await post(ben, '/review', { entry_ids: [reviewed] })
    const codeOf = async (...entry_ids: string[]) =>
      (await post(ben, '/review', { entry_ids })).body.error?.code

    expect(await codeOf(own, reviewed)).toBe('invalid_state')
    expect(await codeOf(reviewed, own)).toBe('invalid_state')
    expect(await codeOf(own, reviewed, 'tly_00000000000000000000000000')).toBe('not_found')
  })

  it('a disputed entry is withdrawn, amended or accepted after all', async () => {
    const ids = [
      await record(ana, { amount: 5 }),
      await record(ana, { amount: 6 }),
      await record(ana, { amount: 7 }),
    ]
    for (const id of ids) await post(ben, '/dispute', { entry_id: id, reason: 'really?' })
    expect((await tally(ana)).disputed).toBe(3)
    const resolve = (who: Person, entry_id: string | undefined, action: string, more: object = {}) =>
      post(who, '/resolve', { entry_id, action, ...more })

    expect((await resolve(ben, ids[0], 'withdraw')).status).toBe(403)
    expect((await resolve(ana, ids[0], 'accept')).status).toBe(403)
    expect((await resolve(ana, ids[0], 'amend')).body.error?.fields).toEqual([
      { field: 'amount', message: 'is required to amend' },
    ])
    expect((await resolve(ana, ids[0], 'withdraw')).status).toBe(200)
    expect((await resolve(ana, ids[1], 'amend', { amount: 2 })).status).toBe(200)
    expect((await resolve(ben, ids[2], 'accept')).status).toBe(200)
    expect(await tally(ben, '?order=asc')).toMatchObject({
      creator: { claimed: 9, confirmed: 7 },
      pending: 1,
      disputed: 0,
      entries: [
        { status: 'withdrawn' },
        { status: 'pending', amount: 2, dispute: null },
        { status: 'confirmed' },
      ],
    })
  })

  it('is frozen when the challenge is settled, and refuses with what may still be done', async () => {
    const id = await record(ana)
    await ana.act(run, 'resolve', { outcome: 'creator_won' })
    const refused = await post(ben, '/review', { entry_ids: [id] })

    expect(refused.body.error).toMatchObject({
      code: 'invalid_state',
      reason: 'status_forbids',
      allowed_actions: ['resolve', 'dispute', 'evidence'],
    })
    expect((await tally(ben)).pending).toBe(1)
  })

  it('is told to both, with the entries', async () => {
    await record(ana, { amount: 2 })
    const event = (await ben.events()).at(-1)

    expect(event).toMatchObject({
      type: 'tally.recorded',
      actor: 'creator',
      challenge_id: run.id,
      data: { entries: [{ by: 'creator', amount: 2, status: 'pending' }], challenge: { role: 'opponent' } },
    })
    expect(event?.data.challenge?.allowed_actions).toContain('tally_review')
  })

  it.each([
    { amount: 0 },
    { amount: 1_000_001 },
    { amount: 1.5 },
    { amount: '1' },
    { note: 'x'.repeat(201) },
  ])('refuses %j', async (body) => {
    expect((await post(ana, '', body)).status).toBe(400)
  })

  it('pages through its entries', async () => {
    const ids: string[] = []
    for (let i = 0; i < 5; i += 1) ids.push(await record(ana))
    const first = await ana.call('GET', `/v1/challenges/${run.id}/tally?limit=3`)
    const next = await ana.call('GET', `/v1/challenges/${run.id}/tally?cursor=${first.body.next_cursor}`)
    const idsOf = (data: unknown) => (data as Tally).entries.map(({ id }) => id)

    expect([...idsOf(first.body.data), ...idsOf(next.body.data)]).toEqual(ids.toReversed())
    expect(next.body.next_cursor).toBeNull()
  })
})
