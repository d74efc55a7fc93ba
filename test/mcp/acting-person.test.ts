// For whom an assistant acts: the account of its token, or the member of a group that the URL or an argument names.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Challenge } from '@challenge-service/contract'
import { engines } from '../support/engine.ts'
import { callerOf, connect, errorOf, revisions, sendMessage } from '../support/mcp.ts'
import { useService, type TestGroup } from '../support/service.ts'

const ANA = 'ana@acting.example'
const BEN = 'ben@acting.example'

interface Input {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
}

describe.each(engines)('the acting person of an assistant, on %s', (engine) => {
  const service = useService(engine)
  let group: TestGroup
  let made: Challenge
  beforeAll(async () => {
    group = await service.group()
    await group.addMember(ANA, null, 'Ana')
    await group.addMember(BEN, null, 'Ben')
    const body = {
      claim: 'I climb the stairs.',
      opponent_email: BEN,
      stake: 'a coffee',
      due_days: 3,
      user_email: ANA,
    }
    const reply = await service.call('POST', '/v1/challenges', { token: group.token, body })
    made = reply.body.data as Challenge
  })

  const through = (query = '') => callerOf({ url: service.url, token: group.token, query })
  const roleOf = (result: { readonly structuredContent?: unknown }): string =>
    (result.structuredContent as Challenge).role

  it.each([
    [ANA, 'creator'],
    [BEN, 'opponent'],
  ])('is %s, where the URL names them', async (email, role) => {
    const result = await through(`?user_email=${email}`).callTool('get_challenge', { challenge_id: made.id })
    expect(roleOf(result)).toBe(role)
  })

  it('is named by an argument, where the URL names nobody', async () => {
    const input = { challenge_id: made.id }
    const result = await through().callTool('get_challenge', { ...input, user_email: BEN })
    expect(roleOf(result)).toBe('opponent')
    const missing = errorOf(await through().callTool('get_challenge', input))
    expect([missing?.code, missing?.fields]).toEqual([
      'invalid_request',
      [{ field: 'user_email', message: 'is required' }],
    ])
  })

  it('cannot be named by an argument where the URL names one, or with the token of an account', async () => {
    const { token } = await service.token(await service.account())
    const input = { challenge_id: made.id, user_email: ANA }
    for (const caller of [through(`?user_email=${ANA}`), callerOf({ url: service.url, token })]) {
      const error = errorOf(await caller.callTool('get_challenge', input))
      expect([error?.code, error?.fields]).toEqual([
        'invalid_request',
        [{ field: 'user_email', message: 'is not known here' }],
      ])
    }
  })

  it('is asked for by the schema of every tool exactly where it is taken', async () => {
    const { token } = await service.token(await service.account())
    const inputs = async (
      revision: (typeof revisions)[number],
      connection: Parameters<typeof callerOf>[0],
    ) => {
      const assistant = await connect(revision, connection)
      const listed = await assistant.listTools()
      await assistant.close()
      return listed.map(({ inputSchema }) => inputSchema as Input)
    }
    for (const revision of revisions) {
      const open = await inputs(revision, { url: service.url, token: group.token })
      expect(open.filter(({ required }) => !required?.includes('user_email'))).toEqual([])
      const named = await inputs(revision, {
        url: service.url,
        token: group.token,
        query: `?user_email=${ANA}`,
      })
      const own = await inputs(revision, { url: service.url, token })
      expect([...named, ...own].filter(({ properties = {} }) => 'user_email' in properties)).toEqual([])
    }
  })

  it('must be a member of the group, and is answered alike whether or not anyone has the address', async () => {
    const stranger = await service.account()
    const errors = await Promise.all(
      [stranger.email, 'nobody@acting.example'].map(async (email) =>
        errorOf(await through(`?user_email=${email}`).callTool('list_challenges')),
      ),
    )
    expect(errors[0]).toMatchObject({ code: 'forbidden', reason: 'not_a_member' })
    expect(errors[1]).toEqual(errors[0])
  })

  it('is nobody else with the token of an account', async () => {
    const account = await service.account()
    const { token } = await service.token(account)
    const by = async (email: string) =>
      errorOf(
        await callerOf({ url: service.url, token, query: `?user_email=${email}` }).callTool(
          'list_challenges',
        ),
      )
    expect(await by(account.email)).toBeUndefined()
    expect(await by(ANA)).toMatchObject({ code: 'forbidden', reason: 'not_your_address' })
  })

  it.each(['?user_email=nothing', '?other=1', `?user_email=${ANA}&user_email=${BEN}`, '?user_email=%zz'])(
    'is not looked for in a URL that cannot be read: %s',
    async (query) => {
      const reply = await sendMessage({ url: service.url, token: group.token, query }, 'tools/list')
      expect([reply.status, reply.body.error?.code]).toEqual([400, 'invalid_request'])
    },
  )
})
