// A challenge from before there were faces is shown like any other, from its columns, until it changes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { once } from '../../packages/server/src/store/statement.ts'
import { engines } from '../support/engine.ts'
import { act, adminOf, challengeIn, newMember } from '../support/groups.ts'
import { challenge, person } from '../support/people.ts'
import { startTestService, type TestService } from '../support/service.ts'

interface FaceRow {
  readonly id: string
  readonly face: string | null
}

describe.each(engines)('a challenge without a face, on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService(engine, { WRITES_PER_MINUTE: '10000', READS_PER_MINUTE: '10000' })
  })
  afterAll(() => service.stop())

  const forgetFaces = () =>
    service.store.write((tx) => tx.run(once('update challenges set face = null, allowed = null')))
  const faceless = async () =>
    (await service.store.all(once<FaceRow>('select id, face from challenges')))
      .filter(({ face }) => face === null)
      .map(({ id }) => id)

  it('reads as before, alone and in a page, to parties and observers', async () => {
    const [ana, ben] = [await person(service), await person(service)]
    const created = await challenge(ana, ben, { reference: 'order 7' })
    await ben.act(created, 'accept')
    await ana.act(created, 'evidence', { text: 'a photo' }, 201)
    const group = await service.group()
    const admin = adminOf(service, group)
    const [eva, mo] = [await newMember(service, group), await newMember(service, group)]
    const theirs = await challengeIn(eva, mo)
    await act(mo, theirs, 'accept')
    await act(admin, theirs, 'support', { side: 'creator' }, 201)

    const shown = async () => {
      const replies = [
        await ana.call('GET', `/v1/challenges/${created.id}`),
        await ana.call('GET', '/v1/challenges'),
        await ben.call('GET', '/v1/challenges?status=active'),
        await admin.call('GET', `/v1/challenges/${theirs.id}`),
        await admin.call('GET', `/v1/groups/${group.id}/challenges`),
      ]
      return replies.map(({ status, body }) => ({ status, data: body.data }))
    }
    const before = await shown()
    expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await forgetFaces()
    expect(await shown()).toEqual(before)

    expect(await faceless()).toEqual(expect.arrayContaining([created.id, theirs.id]))
    await ana.act(created, 'resolve', { outcome: 'draw' })
    expect(await faceless()).not.toContain(created.id)
    expect(await faceless()).toContain(theirs.id)
  })
})
