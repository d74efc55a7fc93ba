// The daily question: there always is one, the same for everyone until midnight UTC; one vote for each account
// and each membership, however many arrive at once; results for those who have voted.
import { describe, expect, it } from 'vitest'
import type { Question } from '@challenge-service/contract'
import { builtIns } from '../../packages/server/src/features/questions/built-in.rules.ts'
import { scheduleQuestion } from '../../packages/server/src/features/questions/question.service.ts'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { call, type Reply } from '../support/call.ts'
import { engines } from '../support/engine.ts'
import { person, useFreshPerson, type Person } from '../support/people.ts'
import { plantFault } from '../support/planted.ts'
import {
  startPlanted,
  startTestService,
  useFreshService,
  type TestGroup,
  type TestService,
} from '../support/service.ts'

const DAILY = '/v1/questions/daily'
const settings = { READS_PER_MINUTE: '100000', WRITES_PER_MINUTE: '100000' }
const dataOf = (reply: Reply): Question => {
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.body.data as Question
}
const today = async (who: Person): Promise<Question> => dataOf(await who.call('GET', DAILY))
const optionOf = ({ options }: Question, place = 0): string => options[place]?.id ?? ''
const vote = (who: Person, option: string, more: object = {}): Promise<Reply> =>
  who.call('POST', DAILY, { option, ...more })
const refused = (reply: Reply) => [reply.status, reply.body.error?.code, reply.body.error?.reason]
const schedule = (service: TestService, date: string, text: string) =>
  service.store.write((tx) =>
    scheduleQuestion(tx, { date, text, option: ['Yes', 'No'] }, service.clock.now()),
  )

describe.each(engines)('the daily question, on %s', (engine) => {
  const service = useFreshService(engine, settings)
  const ana = useFreshPerson(service)
  const ben = useFreshPerson(service)

  it('is there without anyone’s doing, the first of the built-in list', async () => {
    const question = await today(ana)
    expect(question).toEqual({
      id: expect.stringMatching(/^qst_[0-9a-hjkmnp-tv-z]{26}$/) as string,
      date: '2026-11-15',
      text: builtIns[0]?.text,
      options: builtIns[0]?.options.map((text) => ({ id: expect.any(String) as string, text })),
      closes_at: '2026-11-16T00:00:00.000Z',
      my_vote: null,
      results: null,
    })
    expect(await today(ben)).toEqual(question)
  })

  it('shows its results to those who have voted, and to nobody else', async () => {
    const question = await today(ana)
    const [first, second] = [optionOf(question), optionOf(question, 1)]
    const voted = await vote(ana, second, { question_id: question.id })
    expect(voted.status).toBe(201)
    const counts = Object.fromEntries(question.options.map(({ id }) => [id, id === second ? 1 : 0]))
    expect(voted.body.data).toEqual({ ...question, my_vote: second, results: { total: 1, counts } })
    expect(await today(ana)).toEqual(voted.body.data)
    expect(await today(ben)).toEqual(question)

    expect(dataOf(await vote(ben, first)).results).toEqual({ total: 2, counts: { ...counts, [first]: 1 } })
    expect((await today(ana)).results?.total).toBe(2)
  })

  it('takes one vote of an account, and counts it against the quota', async () => {
    const question = await today(ana)
    const voted = await vote(ana, optionOf(question))
    expect(voted.headers['x-quota-remaining']).toBe('999')
    const again = await vote(ana, optionOf(question, 1))
    expect(refused(again)).toEqual([409, 'conflict', 'already_voted'])
    expect(await today(ana)).toEqual(voted.body.data)
    expect((await ana.call('GET', DAILY)).headers['x-quota-remaining']).toBe('999')
  })

  it('gives the first answer again to a repeated key', async () => {
    const option = optionOf(await today(ana))
    const headers = { 'idempotency-key': 'vote' }
    const send = () => service.call('POST', DAILY, { token: ana.token, body: { option }, headers })
    const [first, second] = [await send(), await send()]
    expect(second.status).toBe(201)
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.body.data).toEqual(first.body.data)
  })

  it('takes no option and no question_id but its own', async () => {
    const before = await today(ana)
    service.clock.advance(DAY_MS)
    const question = await today(ana)
    const over = [409, 'conflict', 'question_over']
    expect(refused(await vote(ana, optionOf(before)))).toEqual(over)
    expect(refused(await vote(ana, optionOf(question), { question_id: before.id }))).toEqual(over)
    expect(refused(await vote(ana, 'opt_1'))).toEqual(over)
    expect(refused(await vote(ana, optionOf(question), { question_id: 'qst_x' }))[0]).toBe(404)
    expect((await vote(ana, optionOf(question), { question_id: question.id })).status).toBe(201)
  })

  it('turns at midnight UTC, at that very instant, and everyone may vote again', async () => {
    service.clock.set('2026-11-15T23:59:59.999Z')
    const before = await today(ana)
    await vote(ana, optionOf(before))
    service.clock.advance(1)
    const after = await today(ana)
    expect(after).toMatchObject({ date: '2026-11-16', my_vote: null, results: null })
    expect(after).toMatchObject({ text: builtIns[1]?.text, closes_at: '2026-11-17T00:00:00.000Z' })
    expect(after.options.map(({ id }) => id)).not.toContain(optionOf(before))
    expect(dataOf(await vote(ana, optionOf(after))).results?.total).toBe(1)
  })

  it('through a group token is the membership’s: each has its own vote, and sees only that', async () => {
    const group = await service.group()
    const other = await service.group()
    for (const each of [group, other]) await each.addMember(ana.email)
    const through = (which: TestGroup, method: string, body?: object) =>
      service.call(method, `${DAILY}?user_email=${encodeURIComponent(ana.email)}`, {
        token: which.token,
        ...(body ? { body } : {}),
      })
    const question = await today(ana)
    const options = [0, 1, 0].map((place) => optionOf(question, place))
    const votes = [
      await vote(ana, options[0] ?? ''),
      await through(group, 'POST', { option: options[1] }),
      await through(other, 'POST', { option: options[2] }),
    ]
    expect(votes.map((reply) => reply.status)).toEqual([201, 201, 201])
    expect(dataOf(await through(group, 'GET')).my_vote).toBe(options[1])
    expect((await today(ana)).my_vote).toBe(options[0])
    expect((await today(ana)).results?.total).toBe(3)
    expect(refused(await through(group, 'POST', { option: options[0] }))[2]).toBe('already_voted')
  })

  it('is the operator’s on a day that was scheduled, and the built-in list goes on after it', async () => {
    await schedule(service, '2026-11-16', 'Shall we?')
    expect((await today(ana)).text).toBe(builtIns[0]?.text)
    await service.runDue()
    service.clock.advance(DAY_MS)
    expect(await today(ana)).toMatchObject({ text: 'Shall we?', options: [{ text: 'Yes' }, { text: 'No' }] })
    await service.runDue()
    service.clock.advance(DAY_MS)
    expect((await today(ana)).text).toBe(builtIns[1]?.text)
  })

  it('can be scheduled until its day begins, once', async () => {
    await expect(schedule(service, '2026-11-15', 'Late?')).rejects.toThrow('2026-11-15 has begun already')
    await schedule(service, '2026-11-16', 'First?')
    await expect(schedule(service, '2026-11-16', 'Second?')).rejects.toThrow('there is a question for')
    service.clock.set('2026-11-17T00:00:00.000Z')
    await expect(schedule(service, '2026-11-17', 'Too late?')).rejects.toThrow('has begun already')
  })

  it('stays what it is once it was written down, and is the same one before and after', async () => {
    const worked = await today(ana)
    await service.runDue()
    expect(await today(ana)).toEqual(worked)
    // As if a later version had come with another list.
    await service.store.write((tx) => tx.run(once("update questions set built_in = 'gone', text = 'Old?'")))
    await service.runDue()
    expect(await today(ana)).toMatchObject({ id: worked.id, text: 'Old?' })
    expect(dataOf(await vote(ana, optionOf(worked)))).toMatchObject({ id: worked.id, text: 'Old?' })
  })

  it('counts ten votes at once of one person as one, and all votes of ten people', async () => {
    const nodes = engine === 'postgres' ? [service.url, (await service.startNode()).url] : [service.url]
    const send = (who: Person, option: string, at: number): Promise<Reply> =>
      call(nodes[at % nodes.length] ?? '', 'POST', DAILY, { token: who.token, body: { option } })
    const people = await Promise.all(Array.from({ length: 10 }, () => person(service)))
    for (let round = 0; round < 5; round += 1) {
      const question = await today(ana)
      const option = optionOf(question, round % 2)
      const own = await Promise.all(Array.from({ length: 10 }, (_, at) => send(ana, option, at)))
      expect(own.filter(({ status }) => status === 201)).toHaveLength(1)
      expect(own.filter((reply) => reply.body.error?.reason === 'already_voted')).toHaveLength(9)
      await Promise.all(people.map((who, at) => send(who, option, at)))
      expect((await today(ana)).results).toMatchObject({ total: 11, counts: { [option]: 11 } })
      service.clock.advance(DAY_MS)
    }
  })
})

describe('what is looked at for results', () => {
  it('is a count, not the votes', async () => {
    const service = await startTestService('sqlite', settings)
    try {
      const ana = await person(service)
      await vote(ana, optionOf(await today(ana)))
      await service.store.write((tx) => tx.run(once('update question_counts set votes = 1000000')))
      expect((await today(ana)).results?.total).toBe(1_000_000)
    } finally {
      await service.stop()
    }
  })
})

describe.each(engines)('without the look at the row count, on %s', (engine) => {
  it('ten votes at once are seen to count too often', { timeout: 120_000 }, async () => {
    const sources = plantFault([
      {
        file: 'packages/server/src/features/questions/question.store.ts',
        from: '!== 1) return false',
        to: '> 1) return false',
      },
    ])
    const service = await startPlanted(sources, engine, settings)
    try {
      const ana = await person(service)
      const option = optionOf(await today(ana))
      await Promise.all(Array.from({ length: 10 }, () => vote(ana, option)))
      expect((await today(ana)).results?.total).toBeGreaterThan(1)
    } finally {
      await service.stop()
      sources.remove()
    }
  })
})
