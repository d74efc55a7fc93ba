// An admin who adds a stranger's address learns nothing about them: whatever is known of the address, every answer
// that the group's token gets is the same, and so are the statements that adding it runs.
import { afterEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../packages/server/src/features/access/actor.ts'
import { addMember } from '../../packages/server/src/features/groups/members.service.ts'
import { addressHash } from '../../packages/server/src/mail/messages/links.ts'
import { setPreference } from '../../packages/server/src/mail/preferences/preferences.store.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { engines } from '../support/engine.ts'
import { act, adminOf, challengeIn, throughGroup, type Acting } from '../support/groups.ts'
import { PUBLIC_URL } from '../support/mails.ts'
import { person } from '../support/people.ts'
import { plantFault } from '../support/planted.ts'
import { recording } from '../support/recording.ts'
import { startPlanted, startTestService, type TestGroup, type TestService } from '../support/service.ts'

const settings = { WRITES_PER_MINUTE: '100000', READS_PER_MINUTE: '100000', PUBLIC_URL }
let service: TestService
afterEach(() => service.stop())

/**
 * Addresses of one length, each known in another way: not at all, by an account, as one that wants no mails or no
 * invitations, as one that bounced, or elsewhere.
 */
const addresses = {
  unknown: 'a@stranger.example',
  signedUp: 'b@stranger.example',
  stopped: 'c@stranger.example',
  uninvited: 'd@stranger.example',
  bounced: 'e@stranger.example',
  elsewhere: 'f@stranger.example',
} as const

const meetStrangers = async (): Promise<readonly string[]> => {
  const account = await service.account({ email: addresses.signedUp, lastName: 'Canarysurname' })
  const { token } = await service.token(account)
  const own: Acting = {
    email: account.email,
    call: (method, path, body) =>
      service.call(method, path, { token, ...(body === undefined ? {} : { body }) }),
  }
  // With a plan, an age, challenges and a record of their own.
  const friend = await person(service)
  const challenge = await challengeIn(own, friend)
  await act(friend, challenge, 'accept')
  await act(friend, challenge, 'resolve', { outcome: 'creator_won' })
  for (const [address, preference] of [
    [addresses.stopped, 'nothingAt'],
    [addresses.uninvited, 'noInvitationsAt'],
    [addresses.bounced, 'bouncedAt'],
  ] as const) {
    const hash = addressHash(service.keys, address)
    await service.store.write((tx) => setPreference(tx, hash, preference, service.clock.now()))
  }
  await (await service.group()).addMember(addresses.elsewhere, 'Canaryother', 'Hidden')
  service.clock.advance(1)
  return Object.values(addresses)
}

/** Everything that the group can find out about one whom it just added. */
const learnt = async (group: TestGroup, email: string): Promise<string> => {
  const admin = adminOf(service, group)
  const asThem = throughGroup(service, group, email)
  const texts: string[] = []
  const hear = async (by: Acting, method: string, path: string, body?: object): Promise<unknown> => {
    const reply = await by.call(method, path, body)
    texts.push(`${method} ${path} ${reply.status} ${reply.text}`)
    return reply.body.data
  }
  const members = `/v1/groups/${group.id}/members`
  const terms = { claim: 'I run.', stake: 'a coffee', due_days: 5 }
  const added = (await hear(admin, 'POST', members, { email, first_name: 'Nia', last_name: 'Obi' })) as {
    id: string
  }
  await service.runDue()
  await hear(admin, 'POST', members, { email, first_name: 'Nia' })
  const toThem = (await hear(admin, 'POST', '/v1/challenges', { ...terms, opponent_email: email })) as {
    id: string
  }
  // A guess at the address is neither confirmed nor denied.
  const guess = { ...terms, claim: `I beat ${email}.` }
  await hear(admin, 'POST', '/v1/challenges', { ...guess, opponent_member_id: added.id })
  for (const by of [admin, asThem]) {
    for (const path of [
      '/v1/me',
      '/v1/groups',
      members,
      '/v1/challenges',
      `/v1/challenges/${toThem.id}`,
      `/v1/groups/${group.id}/challenges`,
      `/v1/groups/${group.id}/stats`,
      '/v1/events?order=desc',
      '/v1/questions/daily',
      '/v1/webhooks',
    ]) {
      await hear(by, 'GET', path)
    }
  }
  await hear(asThem, 'POST', `/v1/challenges/${toThem.id}/accept`)
  await hear(asThem, 'POST', `/v1/challenges/${toThem.id}/resolve`, { outcome: 'creator_won' })
  await hear(asThem, 'GET', '/v1/me')
  for (const by of [admin, asThem]) {
    await hear(by, 'POST', '/v1/challenges', { ...guess, rematch_of: toThem.id })
  }
  return texts
    .join('\n')
    .replaceAll(email, 'them')
    .replaceAll(/(?:ch|req|mem|grp|evt)_\w+/g, 'id')
}

const allLearnt = async (): Promise<readonly string[]> => {
  const heard: string[] = []
  for (const email of await meetStrangers()) {
    const group = await service.group()
    heard.push((await learnt(group, email)).replaceAll(group.adminEmail, 'admin'))
  }
  return heard
}

describe.each(engines)('adding an address to a group, on %s', (engine) => {
  it('teaches nothing about it, through any endpoint', async () => {
    service = await startTestService(engine, settings)
    const [first, ...others] = await allLearnt()
    expect(first).toContain('"first_name":"Nia"')
    for (const heard of others) expect(heard).toBe(first)
    expect(first).not.toMatch(/canary/i)
  })

  it('runs the same statements, whatever is known of it', async () => {
    service = await startTestService(engine, settings)
    const known = await meetStrangers()
    const { id } = await service.group()
    const row = await service.store.first(
      once<{ id: string; person_id: string }>(
        `select m.id, m.person_id from memberships m where m.group_id = '${id}'`,
      ),
    )
    const actor = { id: row?.id, personId: row?.person_id, groupId: id } as Actor
    const outcomes: string[] = []
    for (const email of known) {
      const statements: (string | null)[] = []
      const answer = await service.store.write((tx) =>
        addMember(recording(tx, statements), {
          actor,
          input: { id, email, first_name: 'Nia' },
          now: service.clock.now(),
        }),
      )
      outcomes.push(JSON.stringify({ ...answer, id: '', statements }))
    }
    expect(new Set(outcomes).size).toBe(1)
    expect(outcomes[0]).toContain('access.join_group')
  })
})

describe('what could be learnt', () => {
  it('would be heard', { timeout: 180_000 }, async () => {
    const sources = plantFault([
      {
        file: 'packages/server/src/features/profile/profile.store.ts',
        from: 'm.first_name, m.last_name, null as plan, m.joined_at as created_at',
        to: '(select coalesce(max(a.first_name), m.first_name) from accounts a where a.person_id = m.person_id) as first_name, m.last_name, null as plan, m.joined_at as created_at',
      },
    ])
    service = await startPlanted(sources, 'sqlite', settings)
    try {
      expect(new Set(await allLearnt()).size).toBeGreaterThan(1)
    } finally {
      sources.remove()
    }
  })
})
