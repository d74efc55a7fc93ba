// Whom a token acts for: an account for itself alone, a group for the member it names, in query or body.
import { beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../support/engine.ts'
import { useService, type TestGroup } from '../support/service.ts'

describe.each(engines)('the acting person, on %s', (engine) => {
  const service = useService(engine, { WRITES_PER_MINUTE: '1000' })
  let group: TestGroup
  beforeAll(async () => {
    group = await service.group()
  })

  const me = (token: string, email?: string) =>
    service.call('GET', `/v1/me${email === undefined ? '' : `?user_email=${encodeURIComponent(email)}`}`, {
      token,
    })

  it('is the account of an account token, which may name its own address in any writing', async () => {
    const account = await service.account({ email: `own@${engine}.example` })
    const { token } = await service.token(account)

    for (const email of [undefined, account.email, ` OWN@${engine}.EXAMPLE `]) {
      const reply = await me(token, email)
      expect(reply.status).toBe(200)
      expect(reply.body.data).toMatchObject({
        id: account.id,
        first_name: 'Pat',
        last_name: 'Quill',
        email: account.email,
        plan: 'club',
        token: { kind: 'account', name: 'test', group_id: null, expires_at: null },
        record: { won: 0, lost: 0, drawn: 0, void: 0, open: 0, current_streak: 0, best_streak: 0 },
      })
    }
  })

  it('through a group token is only the membership, whatever account has the address', async () => {
    const account = await service.account()
    const memberId = await group.addMember(account.email)
    const reply = await me(group.token, account.email)

    expect(reply.body.data).toMatchObject({
      id: memberId,
      first_name: 'Mo',
      last_name: null,
      email: account.email,
      plan: null,
      token: { kind: 'group', group_id: group.id },
      quota: { limit: 10_000 },
    })
    expect(reply.text).not.toContain(account.id)
    expect(reply.text).not.toContain('Quill')
  })

  it('may stand in query, body or both, but not differ', async () => {
    const other = `other@${engine}.example`
    await group.addMember(other)
    const send = (query: string | undefined, body: string | undefined) =>
      service.call(
        'POST',
        `/v1/probes${query === undefined ? '' : `?user_email=${encodeURIComponent(query)}`}`,
        {
          token: group.token,
          body: { label: 'x', ...(body === undefined ? {} : { user_email: body }) },
        },
      )

    expect((await send(group.adminEmail, undefined)).status).toBe(201)
    expect((await send(undefined, group.adminEmail)).status).toBe(201)
    expect((await send(group.adminEmail, group.adminEmail.toUpperCase())).status).toBe(201)
    expect((await send(group.adminEmail, other)).body.error).toMatchObject({
      code: 'invalid_request',
      reason: 'acting_person_differs',
    })
    expect((await send(undefined, undefined)).body.error).toMatchObject({ reason: 'acting_person_missing' })
    expect((await send(undefined, 'no address')).body.error?.fields).toEqual([
      { field: 'user_email', message: 'must be an e-mail address' },
    ])
  })

  it('is refused word for word alike whether or not the address is known', async () => {
    const known = await service.account()
    const answers = [await me(group.token, known.email), await me(group.token, 'never@heard.example')]

    expect(answers[0]?.status).toBe(403)
    expect(answers[0]?.body.error).toEqual(answers[1]?.body.error)
    expect(answers[0]?.body.error).toMatchObject({ code: 'forbidden', reason: 'not_a_member' })
  })
})
