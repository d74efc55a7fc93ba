// Every method of the client against the whole service: what it sends is what the specification says, and what
// comes back is the data or the service's own refusal.
import { describeTable, endpoints, hasBody, type EndpointName } from '@challenge-service/contract'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createClient, type Client, type ClientOptions } from '../../packages/client/src/client.ts'
import { ChallengeServiceError } from '../../packages/client/src/errors.ts'
import type { Calls } from '../../packages/client/src/generated/calls.ts'
import type { MethodInput } from '../../packages/client/src/methods.ts'
import { engines } from '../support/engine.ts'
import { useService, type TestAccount } from '../support/service.ts'

const id = (prefix: string): string => `${prefix}_${'0'.repeat(26)}`
const ch = id('ch')
const grp = id('grp')
const whk = id('whk')
const dlv = id('dlv')
const entry = id('tly')

type Call<Input = object> = readonly [input: Input, line: string, body?: object | undefined]

/** A sound input, and by hand what it must become on the wire. */
const byHand: { readonly [N in EndpointName]?: Call<MethodInput<Calls[N]>> } = {
  getMe: [{}, 'GET /v1/me'],
  listChallenges: [
    { status: ['active', 'due'], role: 'creator', reference: 'a b&c', limit: 5, order: 'asc' },
    'GET /v1/challenges?status=active%2Cdue&role=creator&reference=a+b%26c&limit=5&order=asc',
  ],
  createChallenge: [
    {
      claim: 'It will rain',
      opponent_email: 'bo@b.example',
      stake: 'a coffee',
      due_days: 3,
      reference: 'r1',
    },
    'POST /v1/challenges',
    {
      claim: 'It will rain',
      opponent_email: 'bo@b.example',
      stake: 'a coffee',
      due_days: 3,
      reference: 'r1',
    },
  ],
  getChallenge: [{ id: ch }, `GET /v1/challenges/${ch}`],
  acceptChallenge: [{ id: ch }, `POST /v1/challenges/${ch}/accept`, {}],
  resolveChallenge: [{ id: ch, outcome: 'draw' }, `POST /v1/challenges/${ch}/resolve`, { outcome: 'draw' }],
  cancelChallenge: [{ id: ch, reason: 'ill' }, `POST /v1/challenges/${ch}/cancel`, { reason: 'ill' }],
  disputeChallenge: [{ id: ch, reason: 'no' }, `POST /v1/challenges/${ch}/dispute`, { reason: 'no' }],
  addEvidence: [
    { id: ch, text: 'see', url: 'https://a.example/b' },
    `POST /v1/challenges/${ch}/evidence`,
    { text: 'see', url: 'https://a.example/b' },
  ],
  supportChallenge: [{ id: ch, side: 'creator' }, `POST /v1/challenges/${ch}/support`, { side: 'creator' }],
  getTally: [{ id: ch, limit: 100 }, `GET /v1/challenges/${ch}/tally?limit=100`],
  recordTally: [
    { id: ch, amount: -2, note: 'x' },
    `POST /v1/challenges/${ch}/tally`,
    { amount: -2, note: 'x' },
  ],
  reviewTally: [
    { id: ch, entry_ids: [entry] },
    `POST /v1/challenges/${ch}/tally/review`,
    { entry_ids: [entry] },
  ],
  disputeTally: [
    { id: ch, entry_id: entry, reason: 'no' },
    `POST /v1/challenges/${ch}/tally/dispute`,
    { entry_id: entry, reason: 'no' },
  ],
  resolveTally: [
    { id: ch, entry_id: entry, action: 'withdraw' },
    `POST /v1/challenges/${ch}/tally/resolve`,
    { entry_id: entry, action: 'withdraw' },
  ],
  listEvents: [
    { types: ['challenge.due', 'tally.recorded'] },
    'GET /v1/events?types=challenge.due%2Ctally.recorded',
  ],
  listGroups: [{}, 'GET /v1/groups'],
  listMembers: [{ id: grp }, `GET /v1/groups/${grp}/members`],
  addMember: [
    { id: grp, email: 'bo@b.example', first_name: 'Bo', role: 'member' },
    `POST /v1/groups/${grp}/members`,
    { email: 'bo@b.example', first_name: 'Bo', role: 'member' },
  ],
  removeMember: [{ id: grp, member_id: id('mem') }, `DELETE /v1/groups/${grp}/members/${id('mem')}`],
  listGroupChallenges: [{ id: grp, status: ['due'] }, `GET /v1/groups/${grp}/challenges?status=due`],
  getGroupStats: [{ id: grp }, `GET /v1/groups/${grp}/stats`],
  listWebhooks: [{}, 'GET /v1/webhooks'],
  createWebhook: [
    { url: 'https://hooks.example/x', events: ['*'] },
    'POST /v1/webhooks',
    { url: 'https://hooks.example/x', events: ['*'] },
  ],
  getWebhook: [{ id: whk }, `GET /v1/webhooks/${whk}`],
  changeWebhook: [
    { id: whk, description: null, headers: {} },
    `PATCH /v1/webhooks/${whk}`,
    { description: null, headers: {} },
  ],
  deleteWebhook: [{ id: whk }, `DELETE /v1/webhooks/${whk}`],
  enableWebhook: [{ id: whk, resend: true }, `POST /v1/webhooks/${whk}/enable`, { resend: true }],
  rotateWebhook: [{ id: whk }, `POST /v1/webhooks/${whk}/rotate`, {}],
  testWebhook: [
    { id: whk, type: 'challenge.due' },
    `POST /v1/webhooks/${whk}/test`,
    { type: 'challenge.due' },
  ],
  listDeliveries: [{ id: whk }, `GET /v1/webhooks/${whk}/deliveries`],
  resendDelivery: [{ id: whk, delivery_id: dlv }, `POST /v1/webhooks/${whk}/deliveries/${dlv}/resend`, {}],
  getDailyQuestion: [{}, 'GET /v1/questions/daily'],
  voteDailyQuestion: [{ option: 'opt_1' }, 'POST /v1/questions/daily', { option: 'opt_1' }],
}

// What a sound call about things that are not there may be refused with; a wrong path, query or body is not among them.
const soundRefusals = ['not_visible', 'question_over']

/** Where none is written by hand: path and body of the endpoint's example. */
const calls = new Map(
  describeTable().map(({ name, endpoint: { method }, sample }): [string, Call] => [
    name,
    byHand[name as EndpointName] ?? [
      { ...sample.params, ...sample.body },
      `${method} ${sample.path.split('?', 1)[0]}`,
      hasBody({ method }) ? (sample.body ?? {}) : undefined,
    ],
  ]),
)

const names = [...calls.keys()] as EndpointName[]

type AnyMethod = {
  withResponse(input: object): Promise<{ status: number; requestId: string; rate: unknown }>
}

const requestId = expect.stringMatching(/^req_[0-9a-z]{26}$/) as string

const expectSound = (name: EndpointName, outcome: unknown): void => {
  if (!(outcome instanceof Error)) {
    expect(outcome).toMatchObject({
      requestId,
      status: endpoints[name].statuses[0],
      rate: { limit: 1000, remaining: expect.any(Number) as number, resetAt: expect.any(Date) as Date },
      quotaRemaining: expect.any(Number) as number,
      replayed: false,
    })
    return
  }
  expect(outcome).toBeInstanceOf(ChallengeServiceError)
  expect(outcome).toMatchObject({ requestId, call: name, attempts: 1 })
  expect(soundRefusals).toContain((outcome as ChallengeServiceError).reason)
}

describe.each(engines)('the client, on %s', (engine) => {
  const service = useService(engine, { READS_PER_MINUTE: '1000', WRITES_PER_MINUTE: '1000' })
  let account: TestAccount
  let token: string
  const sent: { readonly line: string; readonly init: RequestInit }[] = []
  beforeAll(async () => {
    account = await service.account()
    token = (await service.token(account)).token
  })
  beforeEach(() => {
    sent.length = 0
  })

  const newClient = (options: Partial<ClientOptions> = {}): Client =>
    createClient({
      baseUrl: service.url,
      token,
      retries: 0,
      fetch: (url, init) => {
        sent.push({ line: `${init.method} ${url.slice(service.url.length)}`, init })
        return fetch(url, init)
      },
      ...options,
    })

  it('has a call for each endpoint, and 34 of them by hand', () => {
    expect(names.toSorted()).toEqual(Object.keys(endpoints).toSorted())
    expect(Object.keys(byHand)).toHaveLength(34)
  })

  it.each(names)('%s sends what it should, and reads what comes back', async (name) => {
    const [input, line, body] = calls.get(name) ?? [{}, '']
    const method = newClient()[name] as unknown as AnyMethod
    const outcome: unknown = await method.withResponse(input).catch((error: unknown) => error)

    expect(sent.map((request) => request.line)).toEqual([line])
    expect(sent[0]?.init.body).toBe(body === undefined ? undefined : JSON.stringify(body))
    expectSound(name, outcome)
  })

  it('gives the profile', async () => {
    const me = await newClient().getMe()
    expect(me.email).toBe(account.email)
    expect(me.token.kind).toBe('account')
  })

  it('tells what is wrong with an input, and never a token', async () => {
    const client = newClient({ token: token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')) })
    const refused: unknown = await client.getMe().catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'invalid_token', status: 401, allowedActions: undefined })
    expect(JSON.stringify(refused) + String(refused)).not.toContain(token.slice(8, -1))

    const wrong = { id: ch, outcome: 'won', why: 1 } as unknown as MethodInput<Calls['resolveChallenge']>
    await expect(newClient().resolveChallenge(wrong)).rejects.toMatchObject({
      code: 'invalid_request',
      reason: 'input_invalid',
      fields: expect.arrayContaining([
        { field: 'why', message: 'is not known here' },
        { field: 'outcome', message: 'must be one of creator_won, opponent_won, draw' },
      ]) as unknown,
    })
  })

  it('acts for the member that a group token names: the client, else the call, else the input says whom', async () => {
    const group = await service.group()
    const mo = `mo-${engine}@test.example`
    const bo = `bo-${engine}@test.example`
    await group.addMember(mo)
    await group.addMember(bo)
    const client = newClient({ token: group.token, userEmail: group.adminEmail })

    expect((await client.getMe()).email).toBe(group.adminEmail)
    expect((await client.getMe({}, { userEmail: mo })).email).toBe(mo)
    expect((await client.getMe({ user_email: bo }, { userEmail: mo })).email).toBe(bo)
    await expect(newClient({ token: group.token }).getMe()).rejects.toMatchObject({
      reason: 'acting_person_missing',
    })
    // In the body, where no log of a proxy sees it.
    await expect(client.acceptChallenge({ id: ch })).rejects.toMatchObject({ reason: 'not_visible' })
    expect(sent.at(-1)?.line).toBe(`POST /v1/challenges/${ch}/accept`)
    await expect(client.deleteWebhook({ id: whk })).rejects.toMatchObject({ code: 'not_found' })
  })
})
