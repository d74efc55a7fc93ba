// Someone who is known only by address and has been part of nothing for 90 days is erased, at that instant and
// not before; nobody else is.
import { afterEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import { tracesOf } from '../support/dump.ts'
import { engines } from '../support/engine.ts'
import { inviteStranger, visit } from '../support/mails.ts'
import { person } from '../support/people.ts'
import { startTestService, type TestService } from '../support/service.ts'

const settings = {
  WRITES_PER_MINUTE: '100000',
  READS_PER_MINUTE: '100000',
  PUBLIC_URL: 'https://challenges.test',
}
let service: TestService
afterEach(() => service.stop())

const isKnown = async (word: string): Promise<boolean> => (await tracesOf(service, word)).length > 0
const pass = async (ms: number): Promise<void> => {
  service.clock.advance(ms)
  await service.runDue()
}

describe.each(engines)('idle people, on %s', (engine) => {
  it('go 90 days after the last thing they were part of has ended', async () => {
    service = await startTestService(engine, settings)
    const ana = await person(service)
    const { created, email, answerPath } = await inviteStranger(service, ana, { due_days: 100 })
    await visit(service, answerPath, { form: { choice: 'accept', first_name: 'Zoqxword' } })
    expect(await isKnown('zoqxword')).toBe(true)
    // Open all the while; then it ends.
    await pass(99 * DAY_MS)
    await ana.act(created, 'resolve', { outcome: 'opponent_won' })
    await pass(90 * DAY_MS - 1)
    expect([await isKnown('zoqxword'), await isKnown(email)]).toEqual([true, true])
    await pass(1)
    expect([await isKnown('zoqxword'), await isKnown(email)]).toEqual([false, false])
    expect(await ana.get(created)).toMatchObject({ status: 'resolved', opponent: { first_name: 'someone' } })

    // Nobody asked for silence: a new invitation is sent.
    await ana.call('POST', '/v1/challenges', { claim: 'x', opponent_email: email, stake: 'y', due_days: 5 })
    await service.runDue()
    expect((await tracesOf(service, '"state":"kept"')).some((row) => row.includes('invited'))).toBe(true)
    expect(await tracesOf(service, 'dropped')).toEqual([])
  })

  it('stay while they are a member, or have an account', async () => {
    service = await startTestService(engine, settings)
    const group = await service.group()
    await group.addMember('member@qx.example')
    await service.account({ email: 'account@qx.example', plan: 'free' })
    for (let round = 0; round < 4; round += 1) await pass(100 * DAY_MS)
    expect([await isKnown('member@qx.example'), await isKnown('account@qx.example')]).toEqual([true, true])
  })
})
