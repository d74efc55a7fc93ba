// Guards an account that moves to another address: the person stays who they are, the old address opens nothing any
// more, and groups go on naming the member by the address that they added.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAccount } from '../../packages/server/src/features/access/access.service.ts'
import { ensurePerson } from '../../packages/server/src/features/access/accounts.store.ts'
import { exportPerson } from '../../packages/server/src/features/privacy/export.service.ts'
import { getAccountOverview } from '../../packages/server/src/features/privacy/overview.service.ts'
import {
  makeOperatorsLink,
  openSignInLink,
} from '../../packages/server/src/features/sign-in/sign-in.service.ts'
import { OperatorError } from '../../packages/server/src/kernel/operator-error.ts'
import type { Preference } from '../../packages/server/src/mail/preferences/preferences.rules.ts'
import type { Tx } from '../../packages/server/src/store/store.ts'
import { moveAccount } from '../../packages/server/src/features/privacy/move.service.ts'
import { previewErasure } from '../../packages/server/src/features/privacy/erasure.preview.ts'
import { setPreference } from '../../packages/server/src/mail/preferences/preferences.store.ts'
import { addressHash } from '../../packages/server/src/mail/messages/links.ts'
import {
  allowMails,
  findOwnPreferences,
} from '../../packages/server/src/features/mail-preferences/mail-preferences.service.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { engines, holdOpen } from '../support/engine.ts'
import { adminOf, challengeIn, expectStatus, throughGroup, type Acting } from '../support/groups.ts'
import { mailTo, PUBLIC_URL } from '../support/mails.ts'
import { startTestService, type TestGroup, type TestService, type TestToken } from '../support/service.ts'

let moves = 0

describe.each(engines)('an account that moves, on %s', (engine) => {
  let service: TestService
  let group: TestGroup
  let old: string
  let next: string
  let token: TestToken
  let other: Acting
  beforeAll(async () => {
    const limits = { WRITES_PER_MINUTE: '100000', READS_PER_MINUTE: '100000' }
    service = await startTestService(engine, { ...limits, PUBLIC_URL })
  })
  afterAll(() => service.stop())
  beforeEach(async () => {
    moves += 1
    old = `old${moves}@move.example`
    next = `new${moves}@move.example`
    group = await service.group()
    await group.addMember(old)
    other = adminOf(service, group)
    token = await service.token(await service.account({ email: old, plan: 'club' }))
  })

  const move = (from = old, to = next) =>
    service.store.write((tx) => moveAccount(tx, service.keys, { from, to }, service.clock.now()))
  const me = (address: string) => throughGroup(service, group, address).call('GET', '/v1/me')

  it('keeps its token, which acts for the new address', async () => {
    await move()
    const reply = await service.call('GET', `/v1/me?user_email=${next}`, token)
    expect(reply).toMatchObject({ status: 200, body: { data: { email: next } } })
    expect(await service.call('GET', `/v1/me?user_email=${old}`, token)).toMatchObject({ status: 403 })
  })

  it('ends the sign-in links of the old address', async () => {
    const { store, keys, clock } = service
    const link = await store.write((tx) => makeOperatorsLink(tx, keys, old, clock.now()))
    expect(await openSignInLink(store, keys, link, clock.now())).toMatchObject({ standing: 'good' })
    await move()
    expect(await openSignInLink(store, keys, link, clock.now())).toEqual({ standing: 'unknown' })
  })

  it('is named by its group as before, and never by the new address', async () => {
    await move()
    expect(await me(old)).toMatchObject({ status: 200, body: { data: { email: old } } })
    expect(await me(next)).toMatchObject({ status: 403, body: { error: { reason: 'not_a_member' } } })
    const challenge = await challengeIn(other, { email: old })
    const seen = await service.call('GET', `/v1/challenges/${challenge.id}`, token)
    expect(seen).toMatchObject({ status: 200, body: { data: { role: 'opponent' } } })
    expect((await mailTo(service, next, 'invited')).challengeId).toBe(challenge.id)
  })

  it('cannot challenge itself by the address that the group does not know', async () => {
    await move()
    const body = { claim: 'I win.', opponent_email: next, stake: 'tea', due_days: 5 }
    const reply = await throughGroup(service, group, old).call('POST', '/v1/challenges', body)
    expect(reply).toMatchObject({ status: 400, body: { error: { reason: 'own_address' } } })
  })

  it('is not added twice, and is known by the new address once an admin adds that', async () => {
    await move()
    const members = `/v1/groups/${group.id}/members`
    const add = (email: string) => other.call('POST', members, { email, first_name: 'Mo' })
    await expectStatus(add(old), 409)
    await expectStatus(add(next), 409)
    const { id } = (await me(old)).body.data as { readonly id: string }
    await expectStatus(other.call('DELETE', `${members}/${id}`), 200)
    await expectStatus(add(next), 201)
    expect((await me(next)).status).toBe(200)
    expect((await me(old)).status).toBe(403)
  })

  it('takes along what was stopped, but not that the old address bounced', async () => {
    const hash = addressHash(service.keys, old)
    await service.store.write(async (tx) => {
      await setPreference(tx, hash, 'noNewsAt', 5)
      await setPreference(tx, hash, 'noInvitationsAt', 6)
      await setPreference(tx, hash, 'bouncedAt', 7)
    })
    await move()
    const [wants] = await findOwnPreferences(service.store, service.keys, [next])
    expect(wants).toMatchObject({ noNewsAt: 5, noInvitationsAt: 6, bouncedAt: null, nothingAt: null })
  })

  it.each([
    ['the address of someone with an account', async () => (await service.account({ email: next })).email],
    [
      'the address of someone who was only challenged',
      async () => (await challengeIn(other, { email: next })).id,
    ],
    [
      'an address that wanted no mails',
      () => service.store.write((tx) => setPreference(tx, addressHash(service.keys, next), 'nothingAt', 1)),
    ],
    [
      'an address that a group knows someone by',
      async () => {
        const email = `kept${moves}@move.example`
        await service.account({ email: next })
        await group.addMember(next)
        await move(next, email)
      },
    ],
    [
      'an address that was erased',
      async () => {
        await service.account({ email: next })
        await service.erase(next)
      },
    ],
  ])('is refused %s, and nothing changes', async (_, prepare) => {
    await prepare()
    await expect(move()).rejects.toThrow(next)
    expect(await service.call('GET', '/v1/me', token)).toMatchObject({ body: { data: { email: old } } })
  })

  describe('moves back', () => {
    it('to the address by which its groups know it', async () => {
      await move()
      await move(next, old)
      expect((await me(old)).status).toBe(200)
      const kept = once(`select id from memberships where email = '${old}'`)
      expect(await service.store.all(kept)).toEqual([])
      const reply = await service.call('GET', '/v1/me', token)
      expect(reply).toMatchObject({ status: 200, body: { data: { email: old } } })
      await move()
      expect((await me(old)).status).toBe(200)
      expect((await me(next)).status).toBe(403)
    })

    it('with the wishes that it had taken along', async () => {
      const wish = (email: string, preference: Preference) =>
        service.store.write((tx) => setPreference(tx, addressHash(service.keys, email), preference, 5))
      await wish(old, 'noNewsAt')
      await wish(old, 'noInvitationsAt')
      await move()
      await wish(next, 'dailyNewsAt')
      await move(next, old)
      const [wants] = await findOwnPreferences(service.store, service.keys, [old])
      expect(wants).toMatchObject({ noNewsAt: 5, noInvitationsAt: 5, dailyNewsAt: 5 })
    })

    it('not where the address has another wish since, has bounced, or is someone’s', async () => {
      const wish = (preference: Preference) =>
        service.store.write((tx) => setPreference(tx, addressHash(service.keys, old), preference, 5))
      await move()
      await wish('nothingAt')
      await expect(move(next, old)).rejects.toThrow('were stopped')
      await service.store.write((tx) => allowMails(tx, service.keys, old, service.clock.now()))
      await wish('bouncedAt')
      await expect(move(next, old)).rejects.toThrow('were stopped')
      await service.store.write((tx) => allowMails(tx, service.keys, old, service.clock.now()))
      await service.account({ email: old })
      await expect(move(next, old)).rejects.toThrow('is known already')
    })
  })

  describe('at the same time as another wants the address', () => {
    /** Both at once: on PostgreSQL the first commits only when the second waits for it. */
    const race = async (before: (tx: Tx) => Promise<unknown>): Promise<unknown> => {
      const isWaiting = once<{ count: number }>(
        `select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      const untilWaiting = () =>
        vi.waitUntil(async () => ((await service.store.first(isWaiting))?.count ?? 0) > 0, {
          interval: 5,
          timeout: 20_000,
        })
      let begin: () => void = () => undefined
      const begun = new Promise<void>((resolve) => (begin = resolve))
      const first = service.store.write(async (tx) => {
        if (engine === 'postgres') await holdOpen(tx)
        await before(tx)
        begin()
        if (engine === 'postgres') await untilWaiting()
      })
      await begun
      const second = move().catch((error: unknown) => error)
      await first
      return second
    }

    it.each([
      [
        'another account that moves there',
        async (tx: Tx, to: string) => {
          const from = `rival${moves}@move.example`
          await createAccount(tx, { email: from, firstName: 'Ri', plan: 'free' }, 1)
          await moveAccount(tx, service.keys, { from, to }, 1)
        },
      ],
      ['someone who is challenged by it', async (tx: Tx, to: string) => ensurePerson(tx, to, 1)],
    ])('is refused in words where it is %s', async (_, take) => {
      const refused = await race((tx) => take(tx, next))
      expect(refused).toBeInstanceOf(OperatorError)
      expect((refused as OperatorError).message).toContain(`${next} is known already`)
    })
  })

  it('is told of where the earlier address is named', async () => {
    await move()
    const words = `${old} is an earlier address of the account of ${next}`
    const { store, keys, clock } = service
    await expect(move(old, `third${moves}@move.example`)).rejects.toThrow(words)
    await expect(getAccountOverview(store, old, clock.now())).rejects.toThrow(words)
    await expect(exportPerson(store, keys, old, clock.now()).next()).rejects.toThrow(words)
  })

  describe('and is erased', () => {
    const fateOf = async (email: string): Promise<string | null> => {
      await challengeIn(other, { email })
      await service.runDue()
      return (await mailTo(service, email, 'invited')).reason
    }

    it('is mailed at neither address again', async () => {
      await move()
      await service.erase(next)
      expect([await fateOf(old), await fateOf(next)]).toEqual(['stopped', 'stopped'])
    })

    it('silences nobody who has the earlier address since', async () => {
      await move()
      await service.account({ email: old })
      await service.erase(next)
      const [wants] = await findOwnPreferences(service.store, service.keys, [old])
      expect(wants?.erasedAt).toBeNull()
    })
  })

  it('leaves nothing of either address once it is erased', async () => {
    await move()
    expect(await previewErasure(service.store, service.keys, next, service.clock.now())).toMatchObject({
      plan: 'club',
      tokens: 1,
      groups: [{ name: 'Blue', isLastAdmin: false }],
    })
    await service.erase(next)
    const rows = await service.store.all(
      once<{ email: string | null }>(
        `select email from memberships where email is not null
         union all select email from people where email in ('${old}', '${next}')`,
      ),
    )
    expect(rows.filter(({ email }) => email === old || email === next)).toEqual([])
    expect((await me(old)).status).toBe(403)
  })
})
