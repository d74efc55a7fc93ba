// The page where a new member leaves, on both engines: only its button changes anything, and links that are used,
// lapsed, forged or of an earlier joining say so.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Member } from '@challenge-service/contract'
import { enrolMember } from '../../packages/server/src/features/groups/operator.service.ts'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { engines } from '../support/engine.ts'
import {
  act,
  adminOf,
  challengeIn,
  eventsSeenBy,
  expectStatus,
  membersSeenBy,
  throughGroup,
  type Acting,
} from '../support/groups.ts'
import { buttonsOf, mailTo, newStranger, PUBLIC_URL, visit } from '../support/mails.ts'
import { useService, type TestGroup } from '../support/service.ts'

describe.each(engines)('the page to leave a group, on %s', (engine) => {
  const service = useService(engine, {
    WRITES_PER_MINUTE: '100000',
    READS_PER_MINUTE: '100000',
    PUBLIC_URL,
  })
  let group: TestGroup
  let admin: Acting
  beforeEach(async () => {
    group = await service.group()
    admin = adminOf(service, group)
  })

  const added = async (more: object = {}) => {
    const email = newStranger()
    const body = { email, first_name: 'Nia', ...more }
    const reply = await expectStatus(admin.call('POST', `/v1/groups/${group.id}/members`, body), 201)
    const { leavePath } = await mailTo(service, email, 'member_added')
    return { email, id: (reply.body.data as Member).id, leavePath }
  }
  const leave = (path: string) => visit(service, path, { form: { choice: 'leave' } })
  const titleOf = ({ text }: { readonly text: string }) => /<h1>(.*?)<\/h1>/.exec(text)?.[1]

  it('says which group it is, by which name one is known there, and until when it can be left', async () => {
    const { leavePath } = await added()
    const page = await visit(service, leavePath)
    expect(page.status).toBe(200)
    expect(titleOf(page)).toBe('You are a member of Blue')
    expect(page.text).toContain('Its members call you Nia.')
    expect(page.text).toContain('(in 365 days)')
    expect(buttonsOf(page)).toEqual(['leave'])
    expect(page.text).toMatch(/cannot add you again\.[^]*<button class="bad"/)
    expect(await membersSeenBy(admin, group)).toHaveLength(2)
  })

  it('leaves by its button, once, however often it is pressed', async () => {
    const { leavePath, id, email } = await added()
    const keys = () => service.store.all(once('select key from idempotency_keys order by key'))
    const remembered = await keys()
    for (let n = 0; n < 2; n += 1) {
      const sent = await leave(leavePath)
      expect(sent.status, sent.text).toBe(303)
      expect(sent.headers['location']).toBe(`${leavePath}/done`)
      const done = await visit(service, `${leavePath}/done`)
      expect(done.status).toBe(200)
      expect(titleOf(done)).toBe('You have left Blue')
      expect(buttonsOf(done)).toEqual([])
    }
    expect(await keys()).toEqual(remembered)
    const used = await visit(service, leavePath)
    expect(used.status).toBe(410)
    expect(used.text).toContain('This link has done its work')
    expect((await membersSeenBy(admin, group)).map((member) => member.id)).not.toContain(id)
    expect((await eventsSeenBy(admin)).map(({ type, actor }) => [type, actor])).toEqual([
      ['group.member_added', 'member'],
      ['group.member_removed', 'member'],
    ])
    expect((await throughGroup(service, group, email).call('GET', '/v1/me')).status).toBe(403)
    const again = await admin.call('POST', `/v1/groups/${group.id}/members`, { email, first_name: 'Nia' })
    expect(again.body.error).toMatchObject({ reason: 'already_member' })
  })

  it('changes nothing in one’s challenges there', async () => {
    const { leavePath, email } = await added()
    const created = await challengeIn(admin, { email })
    await leave(leavePath)
    const { token } = await service.token(await service.account({ email }))
    const accepted = await service.call('POST', `/v1/challenges/${created.id}/accept`, { token })
    expect(accepted.body.data).toMatchObject({ status: 'active', opponent: { first_name: 'Nia' } })
    await act(admin, created, 'resolve', { outcome: 'opponent_won' })
  })

  it('says so where one was removed meanwhile, or has come back since', async () => {
    const { leavePath, id, email } = await added()
    await expectStatus(admin.call('DELETE', `/v1/groups/${group.id}/members/${id}`), 200)
    const removed = await visit(service, leavePath)
    expect([removed.status, titleOf(removed)]).toEqual([410, 'You are no longer a member of Blue'])

    service.clock.advance(1)
    const back = { email, firstName: 'Nia', role: 'member' } as const
    await service.store.write((tx) => enrolMember(tx, group.id, back, service.clock.now()))
    const old = await visit(service, leavePath)
    expect([old.status, titleOf(old)]).toEqual([410, 'You are a member of Blue again'])
    expect((await leave(leavePath)).status).toBe(303)
    expect((await membersSeenBy(admin, group)).map((member) => member.id)).toContain(id)
    const { leavePath: fresh } = await mailTo(service, email, 'member_added')
    await leave(fresh)
    expect((await membersSeenBy(admin, group)).map((member) => member.id)).not.toContain(id)
  })

  it('keeps the last admin, and says why', async () => {
    const { leavePath } = await added({ role: 'admin' })
    const [, first] = await membersSeenBy(admin, group)
    await expectStatus(admin.call('DELETE', `/v1/groups/${group.id}/members/${first?.id}`), 200)
    const page = await leave(leavePath)
    expect([page.status, titleOf(page)]).toEqual([409, 'You are the last admin of Blue'])
    expect((await visit(service, leavePath)).status).toBe(200)
  })

  it('lapses after a year', async () => {
    const { leavePath, id } = await added()
    service.clock.advance(365 * DAY_MS - 1)
    expect((await visit(service, leavePath)).status).toBe(200)
    service.clock.advance(1)
    for (const page of [await visit(service, leavePath), await leave(leavePath)]) {
      expect([page.status, titleOf(page)]).toEqual([410, 'This link has lapsed'])
    }
    expect((await membersSeenBy(admin, group)).map((member) => member.id)).toContain(id)
  })

  it('shows nothing for a link that is not ours, and takes no form but its own', async () => {
    const { leavePath, email } = await added()
    const { answerPath } = await mailTo(service, email, 'member_added')
    expect(answerPath).toBe('none')
    const forged = [
      `${leavePath.slice(0, -1)}${leavePath.endsWith('0') ? '1' : '0'}`,
      leavePath.replace('/leave/', '/a/'),
      leavePath.replace('/leave/', '/stop/'),
      '/leave/x',
    ]
    for (const path of forged) {
      const page = await visit(service, path)
      expect([page.status, titleOf(page)], path).toEqual([404, 'This link does not work'])
      expect((await leave(path)).status).toBe(404)
    }
    expect((await visit(service, leavePath, { form: { choice: 'stay' } })).status).toBe(400)
    expect(
      (await visit(service, leavePath, { raw: '{}', headers: { 'content-type': 'text/plain' } })).status,
    ).toBe(400)
    const foreign = { form: { choice: 'leave' }, headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await visit(service, leavePath, foreign)).status).toBe(403)
    expect((await visit(service, leavePath)).status).toBe(200)
  })
})
