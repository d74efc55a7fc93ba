// What binds or costs someone, by an assistant that can ask its person: only their yes does it, once.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Challenge } from '@challenge-service/contract'
import { MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import { challenge, newChallenge, useFreshPerson, type Person } from '../support/people.ts'
import { useService } from '../support/service.ts'
import {
  firstCall,
  refusalOf,
  useTool,
  withPerson,
  type Bot,
  type Said,
  type ToolAnswer,
} from './confirming.ts'

const yes: Said = { action: 'accept', content: { confirm: true } }

describe.each(engines)('a question to the person, on %s', (engine) => {
  const service = useService(engine, { WRITES_PER_MINUTE: '10000', READS_PER_MINUTE: '10000' })
  const ana = useFreshPerson(service)
  const ben = useFreshPerson(service)
  let running: Challenge
  beforeEach(async () => {
    running = await ben.act(await challenge(ana, ben), 'accept')
  })

  const botOf = ({ token }: Pick<Person, 'token'>): Bot => ({ url: service.url, token })

  const concede = (bot: Bot, params: Readonly<Record<string, unknown>> = {}): Promise<ToolAnswer> =>
    useTool(bot, 'concede', { challenge_id: running.id }, { canAsk: true, params })

  /** What a client sends once its person has answered. */
  const answered = ({ requestState }: ToolAnswer, said: Said = yes) => ({
    requestState,
    inputResponses: { confirm: said },
  })

  it('is put by the official client, and a yes runs it', async () => {
    const asked: string[] = []
    const client = await withPerson(botOf(ben), (question) => {
      asked.push(question)
      return yes
    })
    const done = await client.useTool('concede', { challenge_id: running.id })
    await client.close()
    expect(asked).toEqual([expect.stringContaining('You concede that you lost: "Pat" (the creator) won.')])
    expect(done.structuredContent).toMatchObject({ id: running.id, status: 'resolved' })
    expect((await ana.get(running)).status).toBe('resolved')
  })

  it.each<Said>([
    { action: 'accept', content: { confirm: false } },
    { action: 'decline' },
    { action: 'cancel' },
  ])('does nothing where the answer is %j', async (said) => {
    const client = await withPerson(botOf(ben), () => said)
    const done = await client.useTool('concede', { challenge_id: running.id })
    await client.close()
    expect(done.isError ?? false).toBe(false)
    expect(done.content[0]?.text).toBe('Nothing was done: the person said no.')
    expect(await ben.get(running)).toMatchObject({ status: 'active', updated_at: running.updated_at })
  })

  it('is put again where something happened while the person thought', async () => {
    const asked: string[] = []
    const client = await withPerson(botOf(ben), async (question) => {
      asked.push(question)
      if (asked.length === 1) await ana.act(running, 'evidence', { text: 'Look!' }, 201)
      return yes
    })
    const done = await client.useTool('concede', { challenge_id: running.id })
    await client.close()
    expect(asked).toHaveLength(2)
    expect(asked[1]).toBe(`It has changed since you were asked.\n${asked[0]}`)
    expect(done.structuredContent).toMatchObject({ status: 'resolved' })
  })

  it('asks about what the other party says now, and never runs what was not asked', async () => {
    await ana.act(running, 'resolve', { outcome: 'creator_won' })
    await ben.act(running, 'dispute', { reason: 'No.' })
    await ana.act(running, 'resolve', { outcome: 'draw' })
    const asked: string[] = []
    const client = await withPerson(botOf(ben), async (question) => {
      asked.push(question)
      if (asked.length === 1) await ana.act(running, 'resolve', { outcome: 'creator_won' })
      return asked.length === 1 ? yes : { action: 'decline' }
    })
    const done = await client.useTool('agree', { challenge_id: running.id })
    await client.close()
    expect(asked[0]).toContain('draw')
    expect(asked[1]).toContain('won')
    expect(asked[1]).not.toContain('draw')
    expect(done.structuredContent).toHaveProperty('told_no')
    expect(await ben.get(running)).toMatchObject({ status: 'disputed' })
  })

  it('tells instead what is refused now, where it can no more be done', async () => {
    const client = await withPerson(botOf(ben), async () => {
      await ana.act(running, 'resolve', { outcome: 'opponent_won' })
      return yes
    })
    const done = await client.useTool('concede', { challenge_id: running.id })
    await client.close()
    expect(refusalOf(done)).toMatchObject({ code: 'invalid_state', allowed_actions: [] })
  })

  it('changes nothing while it is open, and carries no value that a second call could send', async () => {
    const asked = await concede(botOf(ben))
    expect(asked.resultType).toBe('input_required')
    expect(asked).not.toHaveProperty('structuredContent')
    expect(await ben.get(running)).toMatchObject({ status: 'active', updated_at: running.updated_at })
  })

  it('is done once by two answers at once, and both get the same', async () => {
    const asked = await concede(botOf(ben))
    const both = await Promise.all([1, 2].map(() => concede(botOf(ben), answered(asked))))
    expect(both[0]?.structuredContent).toMatchObject({ status: 'resolved' })
    expect(both[1]?.structuredContent).toEqual(both[0]?.structuredContent)
    const resolved = (await ben.events()).filter(({ type }) => type === 'challenge.resolved')
    expect(resolved).toHaveLength(1)
  })

  it('is asked again if its answer was left out', async () => {
    const { requestState } = await concede(botOf(ben))
    const again = await concede(botOf(ben), { requestState })
    expect(again.resultType).toBe('input_required')
    expect((await ben.get(running)).status).toBe('active')
  })

  it('is refused to a client that was not asked', async () => {
    const asked = await concede(botOf(ben))
    const refusal = refusalOf(await concede(botOf(ana), answered(asked)))
    expect(refusal).toMatchObject({ code: 'invalid_request', reason: 'confirmation_invalid' })
    expect((await ben.get(running)).status).toBe('active')
  })

  it('is refused when it was altered', async () => {
    const { requestState = '' } = await concede(botOf(ben))
    const altered = { requestState: `${requestState}A` }
    const refusal = refusalOf(await concede(botOf(ben), { ...altered, inputResponses: { confirm: yes } }))
    expect(refusal).toMatchObject({ code: 'invalid_request', reason: 'confirmation_invalid' })
  })

  it('is refused after ten minutes', async () => {
    const asked = await concede(botOf(ben))
    service.clock.advance(10 * MINUTE_MS)
    const refusal = refusalOf(await concede(botOf(ben), answered(asked)))
    expect(refusal).toMatchObject({ code: 'invalid_state', reason: 'confirmation_lapsed' })
    expect((await ben.get(running)).status).toBe('active')
  })

  it('is refused for another tool, and for other arguments', async () => {
    const asked = await concede(botOf(ben))
    const round = { canAsk: true, params: answered(asked) }
    const sent = [
      useTool(botOf(ben), 'decline_or_cancel', { challenge_id: running.id }, round),
      useTool(botOf(ben), 'create_challenge', newChallenge(ana), round),
    ]
    for (const answer of await Promise.all(sent)) {
      expect(refusalOf(answer)).toMatchObject({ code: 'invalid_request', reason: 'confirmation_differs' })
    }
    expect(await ben.get(running)).toMatchObject({ status: 'active', cancellation: null })
  })

  it('is not answered by the value of a second call', async () => {
    const { confirmation } = await firstCall(botOf(ben), 'concede', { challenge_id: running.id })
    const params = { requestState: confirmation, inputResponses: { confirm: yes } }
    expect(refusalOf(await concede(botOf(ben), params))).toMatchObject({ reason: 'confirmation_invalid' })
  })

  it('is put before the quota is counted, and counted once it is made', async () => {
    const remaining = async (): Promise<number> =>
      ((await ana.call('GET', '/v1/me')).body.data as { readonly quota: { readonly remaining: number } })
        .quota.remaining
    const before = await remaining()
    const asked = await useTool(botOf(ana), 'create_challenge', newChallenge(ben), { canAsk: true })
    expect(await remaining()).toBe(before)
    const round = { canAsk: true, params: answered(asked) }
    await useTool(botOf(ana), 'create_challenge', newChallenge(ben), round)
    expect(await remaining()).toBe(before - 1)
  })
})
