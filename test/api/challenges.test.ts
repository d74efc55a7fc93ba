// The life of a challenge over HTTP, on both engines: what each side is shown, and what each may do next.
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import { act, challengeIn, newMember } from '../support/groups.ts'
import { challenge, newChallenge, person, useFreshPerson, type Person } from '../support/people.ts'
import { useService } from '../support/service.ts'

describe.each(engines)('a challenge, on %s', (engine) => {
  const service = useService(engine, { WRITES_PER_MINUTE: '10000', READS_PER_MINUTE: '10000' })
  const ana = useFreshPerson(service)
  const ben = useFreshPerson(service)

  const idn = (claim: string) => ({ claim, opponent_email: 'eva@bücher.example' })

  it('is created as its creator sees it, and hides the opponent until they accept', async () => {
    const created = await challenge(ana, ben, { reference: 'order 7' })

    expect(created).toMatchObject({
      status: 'pending',
      role: 'creator',
      reference: 'order 7',
      creator: { first_name: 'Pat' },
      opponent: { first_name: null },
      group_id: null,
      group_name: null,
      allowed_actions: ['cancel'],
      accepted_at: null,
      closed_at: null,
    })
    expect(Date.parse(created.due_at)).toBe(service.clock.now() + 5 * DAY_MS)
    const seenByBen = await ben.get(created)
    expect(seenByBen).toMatchObject({ role: 'opponent', allowed_actions: ['accept', 'cancel'] })
    expect(seenByBen).not.toHaveProperty('reference')
    expect((await ben.act(created, 'accept')).opponent).toEqual({ first_name: 'Pat' })
    expect((await ana.get(created)).opponent).toEqual({ first_name: 'Pat' })
  })

  it('is seen by nobody else, and not even its existence', async () => {
    const created = await challenge(ana, ben)
    const stranger = await person(service)
    const seen = await stranger.call('GET', `/v1/challenges/${created.id}`)
    const none = await stranger.call('GET', '/v1/challenges/ch_00000000000000000000000000')

    expect(seen.status).toBe(404)
    expect(seen.body.error).toEqual(none.body.error)
    for (const action of ['accept', 'cancel']) await stranger.act(created, action, {}, 404)
  })

  it('answers the same whether or not the address is known', async () => {
    const known = await ana.call('POST', '/v1/challenges', newChallenge(ben))
    const unknown = await ana.call('POST', '/v1/challenges', {
      ...newChallenge(ben),
      opponent_email: 'no@one.example',
    })
    const plain = (text: string) => text.replaceAll(/(ch|req)_\w+/g, '')

    expect(plain(known.text)).toBe(plain(unknown.text))
  })

  it.each([
    ['own_address', () => ({ opponent_email: ana.email.toUpperCase() }), 'opponent_email'],
    ['address_in_text', () => ({ claim: `I beat ${ben.email.toUpperCase()}` }), 'claim'],
    ['address_in_text', () => ({ stake: `tell ${ben.email}` }), 'stake'],
    ['address_in_text', () => idn('I beat Eva@BÜCHER.example!'), 'claim'],
    ['address_in_text', () => idn('I beat eva@xn--bcher-kva.example!'), 'claim'],
  ])('is refused as %s', async (reason, more, field) => {
    const reply = await ana.call('POST', '/v1/challenges', { ...newChallenge(ben), ...more() })

    expect(reply.status).toBe(400)
    expect(reply.body.error).toMatchObject({ code: 'invalid_request', reason })
    expect(reply.body.error?.fields?.map((problem) => problem.field)).toEqual([field])
  })

  it('goes from a proposal through a dispute to a concession', async () => {
    const created = await challenge(ana, ben)
    await ben.act(created, 'accept')
    const proposed = await ana.act(created, 'resolve', { outcome: 'creator_won' })
    expect(proposed).toMatchObject({
      status: 'proposed',
      proposal: { by: 'creator', outcome: 'creator_won' },
      positions: { creator: 'creator_won', opponent: null },
      allowed_actions: ['resolve', 'evidence'],
    })
    const contradicted = await ben.call('POST', `/v1/challenges/${created.id}/resolve`, {
      outcome: 'opponent_won',
    })
    expect(contradicted.body.error).toMatchObject({
      code: 'conflict',
      reason: 'contradicts_proposal',
      allowed_actions: ['resolve', 'dispute', 'evidence'],
    })
    const disputed = await ben.act(created, 'dispute', { reason: 'It was nine.' })
    expect(disputed).toMatchObject({
      status: 'disputed',
      dispute: { opened_by: 'opponent', reason: 'It was nine.' },
    })
    const resolved = await ben.act(created, 'resolve', { outcome: 'creator_won' })
    expect(resolved).toMatchObject({
      status: 'resolved',
      resolution: { outcome: 'creator_won', settled_by: 'concession' },
      allowed_actions: [],
    })
    for (const action of ['accept', 'cancel', 'evidence']) {
      const late = await ana.call(
        'POST',
        `/v1/challenges/${created.id}/${action}`,
        action === 'evidence' ? { text: 'x' } : {},
      )
      expect(late.body.error).toMatchObject({
        code: 'invalid_state',
        reason: 'status_forbids',
        allowed_actions: [],
      })
    }
  })

  it('shows both parties why it was taken back or declined, and nothing where nothing was said', async () => {
    const declined = await challenge(ana, ben)
    expect(declined.closed_reason).toBeNull()
    expect(await ben.act(declined, 'cancel', { reason: ' I am away. ' })).toMatchObject({
      status: 'declined',
      closed_reason: 'I am away.',
    })
    const withdrawn = await challenge(ana, ben)
    await ana.act(withdrawn, 'cancel', { reason: 'I am ill.' })
    const silent = await challenge(ana, ben)
    await ben.act(silent, 'cancel', { reason: '' })
    const agreed = await challenge(ana, ben)
    await ben.act(agreed, 'accept')
    await ana.act(agreed, 'cancel', { reason: 'It rains.' })
    await ben.act(agreed, 'cancel', { reason: 'So it does.' })

    for (const who of [ana, ben]) {
      expect((await who.get(declined)).closed_reason).toBe('I am away.')
      expect((await who.get(withdrawn)).closed_reason).toBe('I am ill.')
      expect((await who.get(silent)).closed_reason).toBeNull()
      expect((await who.get(agreed)).closed_reason).toBeNull()
      const told = (await who.events()).filter(({ challenge_id }) => challenge_id === declined.id)
      expect(told.map(({ data }) => data.challenge?.closed_reason)).toEqual([null, 'I am away.'])
    }
  })

  it('shows observers and the feed of its group nothing of why it was closed', async () => {
    const group = await service.group()
    const [cleo, dan, eve] = [
      await newMember(service, group),
      await newMember(service, group),
      await newMember(service, group),
    ]
    const created = await challengeIn(cleo, dan)
    await act(dan, created, 'cancel', { reason: 'Canary-reason' })
    const path = `/v1/challenges/${created.id}`
    for (const party of [cleo, dan]) {
      expect((await party.call('GET', path)).body.data).toMatchObject({ closed_reason: 'Canary-reason' })
    }
    for (const read of [path, '/v1/events', `/v1/groups/${group.id}/challenges`]) {
      const { text } = await eve.call('GET', read)
      expect(text).toContain('"closed_reason":null')
      expect(text).not.toContain('Canary')
    }
    expect((await cleo.call('GET', '/v1/events')).text).not.toContain('Canary')
  })

  it('is cancelled only by both once it is active, and a request lapses', async () => {
    const created = await challenge(ana, ben)
    await ben.act(created, 'accept')
    expect(await ana.act(created, 'cancel', { reason: 'ill' })).toMatchObject({
      status: 'active',
      cancellation: { requested_by: 'creator', reason: 'ill' },
    })
    await ana.act(created, 'cancel', {}, 409)
    service.clock.advance(72 * HOUR_MS)
    expect((await ben.get(created)).cancellation).toBeNull()
    expect(await ben.act(created, 'cancel')).toMatchObject({
      status: 'active',
      cancellation: { requested_by: 'opponent' },
    })
    expect(await ana.act(created, 'cancel')).toMatchObject({ status: 'cancelled' })
  })

  it('a write after a deadline writes the move of the clock first, dated by the deadline', async () => {
    const created = await challenge(ana, ben)
    await ben.act(created, 'accept')
    service.clock.advance(5 * DAY_MS + 1)
    await ana.act(created, 'resolve', { outcome: 'creator_won' })
    const events = await ana.events()

    expect(events.map(({ type, actor }) => [type, actor])).toEqual([
      ['challenge.created', 'creator'],
      ['challenge.accepted', 'opponent'],
      ['challenge.due', 'system'],
      ['challenge.proposed', 'creator'],
    ])
    expect(events[2]).toMatchObject({ created_at: created.due_at, data: { challenge: { status: 'due' } } })
  })

  it('an answer that comes too late says that the deadline has passed', async () => {
    const created = await challenge(ana, ben)
    service.clock.advance(5 * DAY_MS)
    expect((await ben.get(created)).allowed_actions).toEqual([])
    const reply = await ben.call('POST', `/v1/challenges/${created.id}/accept`)

    expect(reply.body.error).toMatchObject({
      code: 'invalid_state',
      reason: 'deadline_passed',
      allowed_actions: [],
    })
  })

  it('what was never possible is not called too late', async () => {
    const created = await challenge(ana, ben)
    await ben.act(created, 'accept')
    service.clock.advance(5 * DAY_MS)
    const reply = await ben.call('POST', `/v1/challenges/${created.id}/accept`)

    expect(reply.body.error).toMatchObject({ code: 'invalid_state', reason: 'status_forbids' })
  })

  it('keeps who asked for the end that both wanted, for good', async () => {
    const created = await challenge(ana, ben)
    await ben.act(created, 'accept')
    await ana.act(created, 'cancel', { reason: 'ill' })
    await ben.act(created, 'cancel')
    const cancelled = await ana.get(created)
    service.clock.advance(30 * DAY_MS)
    await service.runDue()

    expect(cancelled.cancellation).toMatchObject({ requested_by: 'creator', reason: 'ill' })
    expect(await ana.get(created)).toEqual(cancelled)
  })

  it('keeps evidence in order, with what was added', async () => {
    const created = await challenge(ana, ben)
    await ben.act(created, 'accept')
    const add = (who: Person, body: object) => who.call('POST', `/v1/challenges/${created.id}/evidence`, body)
    expect((await add(ana, { text: 'a photo', url: 'https://example.com/p.jpg' })).status).toBe(201)
    expect((await add(ben, { url: 'https://example.com/q' })).status).toBe(201)
    for (const body of [{}, { text: '' }, { url: 'ftp://x.example' }, { url: 'https://u:p@x.example' }]) {
      expect((await add(ben, body)).status, JSON.stringify(body)).toBe(400)
    }
    expect(await ana.get(created)).toMatchObject({
      evidence_count: 2,
      evidence: [
        { by: 'creator', text: 'a photo', url: 'https://example.com/p.jpg' },
        { by: 'opponent', text: null, url: 'https://example.com/q' },
      ],
    })
  })

  it('changes the records of both when it opens and when it is settled', async () => {
    const recordOf = async (who: Person) =>
      ((await who.call('GET', '/v1/me')).body.data as { record: Record<string, number> }).record
    const settle = async (outcome: string) => {
      const created = await challenge(ana, ben)
      await ben.act(created, 'accept')
      await ana.act(created, 'resolve', { outcome })
      return created
    }
    await settle('opponent_won')
    const draw = await settle('draw')
    expect(await recordOf(ana)).toMatchObject({ open: 1, lost: 1, current_streak: 0 })
    await ben.act(draw, 'resolve', { outcome: 'draw' })
    await settle('opponent_won')

    expect(await recordOf(ana)).toMatchObject({ open: 0, won: 0, lost: 2, drawn: 1 })
    expect(await recordOf(ben)).toMatchObject({
      open: 0,
      won: 2,
      drawn: 1,
      current_streak: 2,
      best_streak: 2,
    })
  })

  it('is listed for both parties, newest first, by status, role and reference', async () => {
    const first = await challenge(ana, ben, { reference: 'r1' })
    const second = await challenge(ben, ana)
    const third = await challenge(ana, ben, { reference: 'r1' })
    await ben.act(third, 'cancel')
    const listed = async (who: Person, query: string) =>
      ((await who.call('GET', `/v1/challenges?${query}`)).body.data as { id: string }[]).map(({ id }) => id)

    expect(await listed(ana, '')).toEqual([third.id, second.id, first.id])
    expect(await listed(ana, 'order=asc')).toEqual([first.id, second.id, third.id])
    expect(await listed(ana, 'role=creator')).toEqual([third.id, first.id])
    expect(await listed(ana, 'status=pending')).toEqual([second.id, first.id])
    expect(await listed(ana, 'status=declined,pending&role=creator')).toEqual([third.id, first.id])
    expect(await listed(ana, 'reference=r1')).toEqual([third.id, first.id])
    expect(await listed(ana, 'reference=r1&status=declined')).toEqual([third.id])
    expect(await listed(ben, 'reference=r1')).toEqual([])
    expect(await listed(ben, 'role=opponent&status=declined')).toEqual([third.id])
  })
})
