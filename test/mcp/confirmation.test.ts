// What binds or costs someone, by an assistant that cannot ask its person: the first call says what would happen, the second
// does it, once. A confirmation is good for nothing else.
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Challenge, ToBeConfirmed } from '@challenge-service/contract'
import { HOUR_MS, MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { dump } from '../support/dump.ts'
import { engines } from '../support/engine.ts'
import { newMember } from '../support/groups.ts'
import { challenge, newChallenge, person, useFreshPerson, type Person } from '../support/people.ts'
import { plantFault } from '../support/planted.ts'
import { startPlanted, useService } from '../support/service.ts'
import { firstCall, refusalOf, secondCall, sendCall, useTool, type Bot, type Question } from './confirming.ts'

describe.each(engines)('a second call with a confirmation, on %s', (engine) => {
  const service = useService(engine, { WRITES_PER_MINUTE: '10000', READS_PER_MINUTE: '10000' })
  const ana = useFreshPerson(service)
  const ben = useFreshPerson(service)

  const botOf = ({ token }: Pick<Person, 'token'>, query = ''): Bot => ({ url: service.url, token, query })

  const accepted = async (): Promise<Challenge> => {
    const made = await challenge(ana, ben)
    return ben.act(made, 'accept')
  }

  const quotaOf = async (by: Person): Promise<unknown> =>
    ((await by.call('GET', '/v1/me')).body.data as { readonly quota: unknown }).quota

  /** All that is stored, but for when whose token was used last. */
  const stored = async (): Promise<readonly string[]> =>
    (await dump(service))
      .filter(({ table }) => table !== 'tokens')
      .map(({ table, text }) => `${table} ${text}`)

  it('comes after a first one that changes nothing and tells what would happen', async () => {
    const { id } = await accepted()
    const [before, quota] = [await stored(), await quotaOf(ben)]
    const input = { challenge_id: id }
    const asked = await firstCall(botOf(ben), 'concede', input)
    expect([await stored(), await quotaOf(ben)]).toEqual([before, quota])
    expect(asked.question.split('\n')).toEqual([
      '"Pat", do you want this?',
      'You concede that you lost: "Pat" (the creator) won.',
      'Claim, in "Pat"’s words: "I run ten kilometres before Sunday."',
      'Stake, in "Pat"’s words: "a coffee"',
      'That settles it: "Pat" wins and you lose. You can’t undo this.',
    ])
    expect(asked.url).toBe(`${service.url}/challenges/${id}`)
    expect(Date.parse(asked.expires_at ?? '')).toBe(service.clock.now() + 10 * MINUTE_MS)
    const text = asked.content[0]?.text ?? ''
    for (const told of [
      'Nothing was done yet',
      asked.question,
      asked.url ?? '?',
      asked.confirmation ?? '?',
    ]) {
      expect(text).toContain(told)
    }
    const done = await secondCall(botOf(ben), 'concede', input, asked)
    expect(done.isError ?? false).toBe(false)
    expect(done.structuredContent).toMatchObject({ id, status: 'resolved' })
    expect((await ana.get({ id })).resolution).toMatchObject({
      outcome: 'creator_won',
      settled_by: 'concession',
    })
  })

  it('creates once what a first one tried without a trace', async () => {
    const zoe = 'zoe@confirming.example'
    const { opponent_email: _, ...terms } = newChallenge(ben)
    const input = { ...terms, opponent_email: zoe }
    const [before, quota] = [await stored(), await quotaOf(ana)]
    const asked = await firstCall(botOf(ana), 'create_challenge', input)
    expect([await stored(), await quotaOf(ana)]).toEqual([before, quota])
    expect(asked.question).toContain(`You challenge ${zoe}.`)
    const done = await secondCall(botOf(ana), 'create_challenge', input, asked)
    expect(done.structuredContent).toMatchObject({ claim: terms.claim, status: 'pending' })
    expect(await quotaOf(ana)).not.toEqual(quota)
  })

  it('twice at once does one thing, and both get the same answer', async () => {
    const input = { ...newChallenge(ben) }
    const asked = await firstCall(botOf(ana), 'create_challenge', input)
    const node = await service.startNode()
    const elsewhere = { ...botOf(ana), url: node.url }
    const both = await Promise.all(
      [botOf(ana), elsewhere, botOf(ana)].map((bot) => secondCall(bot, 'create_challenge', input, asked)),
    )
    await node.stop()
    expect(both.map(({ isError = false }) => isError)).toEqual([false, false, false])
    expect(both[1]?.structuredContent).toEqual(both[0]?.structuredContent)
    expect(both[2]?.structuredContent).toEqual(both[0]?.structuredContent)
    expect((await ana.call('GET', '/v1/challenges')).body.data).toHaveLength(1)
  })

  it('again does nothing more, and gives the first answer again, however late', async () => {
    const input = { challenge_id: (await accepted()).id }
    const asked = await firstCall(botOf(ben), 'concede', input)
    const done = await secondCall(botOf(ben), 'concede', input, asked)
    const events = await ben.events()
    service.clock.advance(HOUR_MS)
    const again = await secondCall(botOf(ben), 'concede', input, asked)
    expect(again.structuredContent).toEqual(done.structuredContent)
    expect(await ben.events()).toEqual(events)
  })

  it('is taken by another node than the one that asked', async () => {
    const input = { challenge_id: (await accepted()).id }
    const asked = await firstCall(botOf(ben), 'concede', input)
    const node = await service.startNode()
    const done = await secondCall({ ...botOf(ben), url: node.url }, 'concede', input, asked)
    await node.stop()
    expect(done.structuredContent).toMatchObject({ status: 'resolved' })
  })

  it('takes the same arguments in any order', async () => {
    const { id } = await accepted()
    const asked = await firstCall(botOf(ben), 'propose_outcome', { challenge_id: id, outcome: 'draw' })
    const done = await secondCall(botOf(ben), 'propose_outcome', { outcome: 'draw', challenge_id: id }, asked)
    expect(done.structuredContent).toMatchObject({ status: 'proposed' })
  })

  describe('is refused, and nothing is done,', () => {
    const expectRefused = async (
      sent: Promise<Parameters<typeof refusalOf>[0]>,
      code: string,
      reason: string,
    ) => {
      const before = await stored()
      expect(refusalOf(await sent)).toMatchObject({ code, reason })
      expect(await stored()).toEqual(before)
    }

    it('for the other party of the same challenge', async () => {
      const input = { challenge_id: (await accepted()).id }
      const asked = await firstCall(botOf(ben), 'concede', input)
      await expectRefused(
        secondCall(botOf(ana), 'concede', input, asked),
        'invalid_request',
        'confirmation_invalid',
      )
    })

    it('for another member of the same group', async () => {
      const group = await service.group()
      const [mo, flo] = [await newMember(service, group), await newMember(service, group)]
      const input = { ...newChallenge({ email: group.adminEmail }) }
      const botFor = (email: string) => botOf(group, `?user_email=${encodeURIComponent(email)}`)
      const asked = await firstCall(botFor(mo.email), 'create_challenge', input)
      await expectRefused(
        secondCall(botFor(flo.email), 'create_challenge', input, asked),
        'invalid_request',
        'confirmation_invalid',
      )
      const done = await secondCall(botFor(mo.email), 'create_challenge', input, asked)
      expect(done.structuredContent).toMatchObject({ status: 'pending', group_id: group.id })
    })

    it('with another challenge', async () => {
      const [one, other] = [await accepted(), await accepted()]
      const asked = await firstCall(botOf(ben), 'concede', { challenge_id: one.id })
      await expectRefused(
        secondCall(botOf(ben), 'concede', { challenge_id: other.id }, asked),
        'invalid_request',
        'confirmation_differs',
      )
    })

    it('with another argument', async () => {
      const { id } = await accepted()
      const asked = await firstCall(botOf(ben), 'propose_outcome', { challenge_id: id, outcome: 'draw' })
      await expectRefused(
        secondCall(botOf(ben), 'propose_outcome', { challenge_id: id, outcome: 'opponent_won' }, asked),
        'invalid_request',
        'confirmation_differs',
      )
    })

    it('for another tool', async () => {
      const input = { challenge_id: (await accepted()).id }
      const asked = await firstCall(botOf(ben), 'decline_or_cancel', input)
      await expectRefused(
        secondCall(botOf(ben), 'concede', input, asked),
        'invalid_request',
        'confirmation_differs',
      )
    })

    it('after ten minutes', async () => {
      const input = { challenge_id: (await accepted()).id }
      const asked = await firstCall(botOf(ben), 'concede', input)
      service.clock.advance(10 * MINUTE_MS)
      await expectRefused(
        secondCall(botOf(ben), 'concede', input, asked),
        'invalid_state',
        'confirmation_lapsed',
      )
    })

    it('when any part of it was altered', async () => {
      const input = { challenge_id: (await accepted()).id }
      const { confirmation } = await firstCall(botOf(ben), 'concede', input)
      const text = confirmation ?? ''
      for (const at of [0, 20, 30, text.length - 1]) {
        const altered = `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
        const sent = useTool(botOf(ben), 'concede', { ...input, confirmation: altered })
        await expectRefused(sent, 'invalid_request', 'confirmation_invalid')
      }
    })

    it.each([
      ['evidence was added', (id: string) => ana.act({ id }, 'evidence', { text: 'Look!' }, 201)],
      ['an outcome was proposed', (id: string) => ana.act({ id }, 'resolve', { outcome: 'creator_won' })],
      ['the other asked to cancel', (id: string) => ana.act({ id }, 'cancel')],
    ])('once %s', async (_, change) => {
      const { id } = await accepted()
      const asked = await firstCall(botOf(ben), 'concede', { challenge_id: id })
      await change(id)
      await expectRefused(
        secondCall(botOf(ben), 'concede', { challenge_id: id }, asked),
        'invalid_state',
        'changed_since',
      )
    })

    it('once the clock has changed the challenge, also before that is written', async () => {
      const { id, due_at } = await accepted()
      service.clock.advance(Date.parse(due_at) - service.clock.now() - 1_000)
      const asked = await firstCall(botOf(ben), 'concede', { challenge_id: id })
      service.clock.advance(1_000)
      await expectRefused(
        secondCall(botOf(ben), 'concede', { challenge_id: id }, asked),
        'invalid_state',
        'changed_since',
      )
    })

    it('where it is what a program was given to ask its person', async () => {
      const input = { challenge_id: (await accepted()).id }
      const { requestState } = await useTool(botOf(ben), 'concede', input, { canAsk: true })
      const sent = useTool(botOf(ben), 'concede', { ...input, confirmation: requestState })
      await expectRefused(sent, 'invalid_request', 'confirmation_invalid')
    })
  })

  it('has a key that no call can use up before', async () => {
    const input = { challenge_id: (await accepted()).id }
    const asked = await firstCall(botOf(ben), 'concede', input)
    // Its bearer can read what is signed; the signature comes first.
    const signed = Buffer.from(asked.confirmation?.slice(27) ?? '', 'base64url').toString()
    const [key] = JSON.parse(signed) as [string]
    const reply = await service.call('POST', '/v1/challenges', {
      token: ben.token,
      headers: { 'idempotency-key': key },
      body: newChallenge(ana),
    })
    expect(reply.body.error).toMatchObject({ code: 'invalid_request', reason: 'header_malformed' })
    const done = await secondCall(botOf(ben), 'concede', input, asked)
    expect(done.structuredContent).toMatchObject({ status: 'resolved' })
  })

  it('is asked for again after a change, and then works', async () => {
    const input = { challenge_id: (await accepted()).id }
    await firstCall(botOf(ben), 'concede', input)
    await ana.act({ id: input.challenge_id }, 'evidence', { text: 'Look!' }, 201)
    const again = await firstCall(botOf(ben), 'concede', input)
    const done = await secondCall(botOf(ben), 'concede', input, again)
    expect(done.structuredContent).toMatchObject({ status: 'resolved' })
  })

  it('is not needed to be told what is refused anyway', async () => {
    const { id } = await challenge(ana, ben)
    const refusal = refusalOf(await useTool(botOf(ben), 'concede', { challenge_id: id }))
    expect(refusal).toMatchObject({ code: 'invalid_state', allowed_actions: ['accept', 'cancel'] })
  })

  it('counts as a write, and so does the first', async () => {
    const zoe = await person(service)
    const bot = botOf(zoe)
    const input = { ...newChallenge(ben) }
    const first = await sendCall(bot, 'create_challenge', input)
    const { confirmation } = questionIn(first.text)
    const second = await sendCall(bot, 'create_challenge', { ...input, confirmation })
    const read = await zoe.call('GET', '/v1/token')
    const left = [first, second, read].map(({ headers }) => headers['x-ratelimit-remaining'])
    expect(left).toEqual(['9999', '9998', '9999'])
    expect(first.headers['x-quota-remaining']).toBe('1000')
    expect(second.headers['x-quota-remaining']).toBe('999')
  })
})

it.each(engines)('while the other party changes it all the time nobody is asked, on %s', async (engine) => {
  const sources = plantFault([
    {
      file: 'packages/server/src/interfaces/mcp/confirm/confirm.ts',
      from: 'const version = seen?.version ?? null',
      to: "const version = seen ? 'another one' : null",
    },
  ])
  const service = await startPlanted(sources, engine, {})
  onTestFinished(async () => {
    await service.stop()
    sources.remove()
  })
  const [ana, ben] = [await person(service), await person(service)]
  const { id } = await challenge(ana, ben)
  await ben.act({ id }, 'accept')
  await ana.act({ id }, 'resolve', { outcome: 'creator_won' })
  for (const canAsk of [false, true]) {
    const bot = { url: service.url, token: ben.token }
    expect(refusalOf(await useTool(bot, 'agree', { challenge_id: id }, { canAsk }))).toMatchObject({
      code: 'invalid_state',
      reason: 'changes_now',
      message:
        'Nothing was done: the challenge changes right now, so that nobody can be asked about it. Call again in a moment.',
    })
  }
})

const questionIn = (text: string): Question =>
  (JSON.parse(text) as { readonly result: { readonly structuredContent: ToBeConfirmed } }).result
    .structuredContent.to_confirm
