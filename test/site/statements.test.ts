// What a page asks of the database: at most two statements more than the calls of the API that it stands for.
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { previewErasure } from '../../packages/server/src/features/privacy/erasure.preview.ts'
import { enrolMember } from '../../packages/server/src/features/groups/operator.service.ts'
import { engines } from '../support/engine.ts'
import { throughGroup } from '../support/groups.ts'
import { challenge, person, usePerson } from '../support/people.ts'
import { useService } from '../support/service.ts'
import { siteSettings, Visitor } from './visitor.ts'

const MORE_AT_MOST = 2

describe.each(engines)('a page, on %s', (engine) => {
  const service = useService(engine, siteSettings)
  const ana = usePerson(service)
  let browser: Visitor
  let ids: Readonly<Record<string, string>>
  beforeAll(async () => {
    const ben = await person(service)
    const { id: challengeId } = await challenge(ana, ben)
    for (let count = 0; count < 5; count += 1) await challenge(ben, ana)
    const hook = await ana.call('POST', '/v1/webhooks', { url: 'https://hooks.example.com/in' })
    const { id: webhookId } = hook.body.data as { readonly id: string }
    await ana.call('POST', `/v1/webhooks/${webhookId}/test`, {})
    const { id: groupId, hookId: groupHookId, memberId } = await leadGroup()
    ids = { challengeId, webhookId, groupId, groupHookId, memberId }
    browser = await Visitor.signedIn(service, ana.email)
  })

  /** Ana is an admin of it. */
  const leadGroup = async (): Promise<{ id: string; hookId: string; memberId: string }> => {
    const group = await service.group()
    const admin = { email: ana.email, firstName: 'Ana', role: 'admin' } as const
    await service.store.write((tx) => enrolMember(tx, group.id, admin, service.clock.now()))
    const memberId = await group.addMember('mo@group.example')
    const asAdmin = throughGroup(service, group, ana.email)
    const hook = await asAdmin.call('POST', '/v1/webhooks', { url: 'https://hooks.example.com/in' })
    return { id: group.id, hookId: (hook.body.data as { readonly id: string }).id, memberId }
  }

  const countStatements = async (work: () => Promise<unknown>): Promise<number> => {
    const spies = (['first', 'all', 'write'] as const).map((name) => vi.spyOn(service.store, name))
    await work()
    const count = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
    for (const spy of spies) spy.mockRestore()
    expect(count).toBeGreaterThan(0)
    return count
  }

  const countOfPage = (path: string): Promise<number> =>
    countStatements(async () => expect((await browser.get(path)).status).toBe(200))

  const countOfCall = (path: string): Promise<number> =>
    countStatements(async () => expect((await ana.call('GET', path)).status).toBe(200))

  const filled = (path: string): string => path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? '')

  it.each([
    ['/', ['/v1/me', '/v1/challenges?status=pending', '/v1/challenges?status=active', '/v1/challenges']],
    ['/question', ['/v1/questions/daily']],
    ['/record', ['/v1/me', '/v1/challenges?status=resolved']],
    ['/challenges', ['/v1/challenges']],
    ['/challenges/new', ['/v1/groups', '/v1/challenges']],
    ['/challenges?show=waiting', ['/v1/challenges']],
    ['/challenges?show=running', ['/v1/challenges']],
    ['/settings/calendar', ['/v1/me']],
    ['/challenges/:challengeId', ['/v1/challenges/:challengeId', '/v1/challenges/:challengeId/tally']],
    ['/settings', ['/v1/me']],
    ['/settings/mails', ['/v1/me']],
    ['/settings/blocked', ['/v1/me']],
    ['/settings/sessions', ['/v1/me']],
    ['/settings/passkeys', ['/v1/me']],
    ['/settings/security-log', ['/v1/me']],
    ['/settings/tokens', ['/v1/token']],
    ['/settings/webhooks', ['/v1/webhooks']],
    ['/settings/webhooks/:webhookId', ['/v1/webhooks/:webhookId', '/v1/webhooks/:webhookId/deliveries']],
    ['/groups', ['/v1/groups']],
    ['/groups/:groupId', ['/v1/groups/:groupId/challenges', '/v1/groups/:groupId/stats']],
    ['/groups/:groupId/members', ['/v1/groups/:groupId/members']],
    ['/groups/:groupId/members/:memberId', ['/v1/me']],
    ['/groups/:groupId/webhooks', ['/v1/webhooks']],
    [
      '/groups/:groupId/webhooks/:groupHookId',
      ['/v1/webhooks/:webhookId', '/v1/webhooks/:webhookId/deliveries'],
    ],
    ['/groups/:groupId/tokens', ['/v1/me']],
  ])('%s asks about as much as %j', async (path, calls) => {
    const ofPage = await countOfPage(filled(path))
    let ofCalls = 0
    for (const call of calls) ofCalls += await countOfCall(filled(call))
    expect(ofPage).toBeLessThanOrEqual(ofCalls + MORE_AT_MOST)
  })

  it('/settings/data asks about as much as the command that erases', async () => {
    const { store, keys, clock } = service
    const ofPreview = await countStatements(() => previewErasure(store, keys, ana.email, clock.now()))
    const ofCall = await countOfCall('/v1/me')
    expect(await countOfPage('/settings/data')).toBeLessThanOrEqual(ofPreview + ofCall + MORE_AT_MOST)
  })
})
