// Guards the operator's command line as it is installed: real processes on both engines, their exit status,
// what they print for people and for programs, and that a running service heeds them from the next call on.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { allScopes, idPattern } from '@challenge-service/contract'
import { isWellFormedToken } from '../../packages/server/src/kernel/token.ts'
import { createAccount, createGroup } from '../../packages/server/src/features/access/access.service.ts'
import { migrations } from '../../packages/server/src/store/migrations/all.ts'
import { nameStep } from '../../packages/server/src/store/migrations/migration.ts'
import { call } from '../support/call.ts'
import { createStorage, createStore, engines, type Engine, type TestStore } from '../support/engine.ts'
import {
  guardCommands,
  objectOf,
  pathOf,
  refusalOf,
  run,
  serve,
  settingsFor,
  textOf,
  type Ended,
  type Variables,
} from './program.ts'

// Processes take a second each, and those of several tests run at once.
vi.setConfig({ testTimeout: 90_000 })
guardCommands()

const anId = (kind: Parameters<typeof idPattern>[0]): unknown =>
  expect.stringMatching(new RegExp(idPattern(kind)))
const anInstant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown
const aToken = expect.toSatisfy(isWellFormedToken) as unknown

interface MadeToken {
  readonly id: string
  readonly token: string
}

let people = 0
const newAddress = (): string => `cli${(people += 1)}@test.example`

describe.concurrent.each(engines)('on %s', (engine: Engine) => {
  let database: TestStore
  let settings: Variables
  const onIt = (...args: string[]): Promise<Ended> => run(args, settings)

  beforeAll(async () => {
    database = await createStore(engine)
    settings = settingsFor(database.storage.url)
  })
  afterAll(() => database.remove())

  it('migrate applies every step once, and names it', async ({ onTestFinished }) => {
    const empty = await createStorage(engine)
    onTestFinished(() => empty.remove())
    const args = ['migrate', '--database-url', empty.url]
    expect(objectOf(await run([...args, '--json'], settings))).toEqual({ applied: migrations.map(nameStep) })
    expect(textOf(await run(args, settings))).toBe('up to date\n')
  })

  it('account makes one account for an address, and sets its quota', async () => {
    const email = newAddress()
    const create = ['account', 'create', '--first-name', 'Zoë', '--last-name', "O'Hara", '--plan', 'club']
    const made = objectOf(await onIt(...create, '--email', ` ${email.toUpperCase()}`, '--json'))
    expect(made).toEqual({ id: anId('account'), email, plan: 'club' })
    const [again, quota] = await Promise.all([
      onIt(...create, '--email', email, '--json'),
      onIt('account', 'quota', email, '7', '--json'),
    ])
    expect(refusalOf(again)).toContain(`there is an account for ${email} already`)
    expect(objectOf(quota)).toEqual({ ...(made as object), quota: 7 })
  })

  it('group makes a group with its admin, adds each person once, and sets its quota', async () => {
    const [admin, member] = [newAddress(), newAddress()]
    const create = ['group', 'create', '--name', 'Blue Team', '--admin', admin, '--json']
    const group = objectOf(await onIt(...create)) as { readonly id: string }
    expect(group).toEqual({ id: anId('group'), name: 'Blue Team', admin_member_id: anId('member') })
    const add = ['group', 'add', group.id, '--first-name', 'Ben']
    const [added, adminAgain, quota] = await Promise.all([
      onIt(...add, '--email', member, '--json'),
      onIt(...add, '--email', admin),
      onIt('group', 'quota', group.id, '50', '--json'),
    ])
    expect(objectOf(added)).toEqual({ id: anId('member'), group_id: group.id, role: 'member' })
    expect(refusalOf(adminAgain)).toContain(`${admin} is a member of Blue Team already`)
    expect(objectOf(quota)).toEqual({ id: group.id, name: 'Blue Team', quota: 50 })
  })

  it('a running service heeds what is done to an account and its tokens from the next call on', async () => {
    const email = newAddress()
    const [service, account] = await Promise.all([
      serve([], settings),
      onIt('account', 'create', '--email', email, '--first-name', 'Ana', '--plan', 'club'),
    ])
    expect(textOf(account)).toMatch(new RegExp(`^made account acc_\\w+ for ${email} on the club plan\n$`))

    const wishes = ['--scopes', 'questions:read, profile:read', '--name', 'CI', '--expires-in-days', '9']
    const made = objectOf(await onIt('token', 'create', '--account', email, ...wishes, '--json')) as MadeToken
    expect(made).toEqual({ id: anId('token'), token: aToken, scopes: ['profile:read', 'questions:read'] })
    const me = () => call(service.url, 'GET', '/v1/me', { token: made.token })
    const first = await me()
    expect(first).toMatchObject({ status: 200, headers: { 'x-quota-remaining': '1000' } })
    expect(first.body.data).toMatchObject({
      email,
      plan: 'club',
      token: { name: 'CI', expires_at: anInstant },
    })

    expect(textOf(await onIt('account', 'quota', email, '7'))).toBe(`${email} may create 7 things a month\n`)
    expect((await me()).headers['x-quota-remaining']).toBe('7')

    expect(objectOf(await onIt('account', 'plan', email, 'free', '--json'))).toMatchObject({
      email,
      plan: 'free',
    })
    expect(await me()).toMatchObject({ status: 402, body: { error: { code: 'plan_required' } } })

    const revoked = objectOf(await onIt('token', 'revoke', made.id, '--json'))
    expect(revoked).toMatchObject({ id: made.id, name: 'CI', revoked_at: anInstant })
    expect(await me()).toMatchObject({ status: 401, body: { error: { reason: 'token_revoked' } } })

    const log = textOf(await service.stop())
    expect(log).toMatch(/"msg":"call"/)
    for (const secret of [made.token, email]) expect(log).not.toContain(secret)
    // When it was last used is written when the service stops at the latest.
    const list = objectOf(await onIt('token', 'list', '--account', email, '--json'))
    expect(list).toEqual({ tokens: [{ ...(revoked as object), last_used_at: anInstant }] })
  })

  it('a running service heeds what is done to a group and its tokens from the next call on', async ({
    onTestFinished,
  }) => {
    // One SQLite file is served by one process.
    const own = await createStore(engine)
    onTestFinished(() => own.remove())
    const ownSettings = settingsFor(own.storage.url)
    const onOwn = (...args: string[]): Promise<Ended> => run(args, ownSettings)
    const admin = { email: newAddress(), firstName: 'Alex' }
    const { id } = await own.store.write((tx) => createGroup(tx, { name: 'Red', admin }, 0))
    const [service, created] = await Promise.all([
      serve([], ownSettings),
      onOwn('token', 'create', '--group', id, '--json'),
    ])
    const made = objectOf(created) as MadeToken
    expect(made).toEqual({ id: anId('token'), token: aToken, scopes: allScopes })
    const me = () => call(service.url, 'GET', `/v1/me?user_email=${admin.email}`, { token: made.token })
    expect(await me()).toMatchObject({ status: 200, body: { data: { first_name: 'Alex', plan: null } } })
    expect(textOf(await onOwn('group', 'quota', id, '8'))).toBe('Red may create 8 things a month\n')
    expect((await me()).headers['x-quota-remaining']).toBe('8')
    expect(textOf(await onOwn('token', 'revoke', made.id))).toBe(`revoked ${made.id}\n`)
    expect(await me()).toMatchObject({ status: 401, body: { error: { reason: 'token_revoked' } } })
    expect(textOf(await onOwn('token', 'list', '--group', id))).toMatch(
      new RegExp(`^${made.id} .*revoked \\d{4}-.* ${allScopes.join(',')}\n$`),
    )
    expect(textOf(await service.stop())).not.toContain(made.token)
  })

  it('serve --demo makes two people on an empty database, with calls that work as printed', async ({
    onTestFinished,
  }) => {
    const empty = await createStorage(engine)
    onTestFinished(() => empty.remove())
    const secret = randomBytes(32).toString('base64')
    const service = await serve(['--demo'], settingsFor(empty.url, secret))
    const lines = service.greeting.split('\n').filter((line) => line.startsWith('curl '))
    const answers: unknown[] = []
    // In the order in which a newcomer pastes them.
    for (const line of lines) {
      const { stdout } = await promisify(execFile)('bash', ['-c', line])
      answers.push(JSON.parse(stdout))
    }
    expect(answers).toMatchObject([
      { data: { first_name: 'Ana', plan: 'club' } },
      { data: { role: 'creator', status: 'pending' } },
      { data: [{ role: 'opponent', allowed_actions: ['accept', 'cancel'] }] },
    ])
    expect(await service.stop()).toMatchObject({ status: 0, stderr: '' })

    // The tokens are not kept, so a later start makes others: the same calls work again.
    const later = await serve(['--demo'], settingsFor(empty.url, secret))
    expect(later.greeting).toContain('earlier ones still work')
    const [me = ''] = later.greeting.split('\n').filter((line) => line.startsWith('curl '))
    expect(JSON.parse((await promisify(execFile)('bash', ['-c', me])).stdout)).toMatchObject({
      data: { first_name: 'Ana' },
    })
    const [earlier = ''] = /cs_acc_\w+/.exec(lines[0] ?? '') ?? []
    expect((await call(later.url, 'GET', '/v1/me', { token: earlier })).status).toBe(200)
    expect(await later.stop()).toMatchObject({ status: 0, stderr: '' })
  })
})

describe.concurrent('what cannot be done is refused in one line', () => {
  let database: TestStore
  const known = newAddress()
  const onIt = (...args: string[]): Promise<Ended> => run(args, { DATABASE_URL: database.storage.url })

  beforeAll(async () => {
    database = await createStore('sqlite')
    const account = { email: known, firstName: 'Ana', plan: 'club' } as const
    await database.store.write((tx) => createAccount(tx, account, 0))
  })
  afterAll(() => database.remove())

  it.each([
    [
      'an address without an account',
      ['--account', 'nobody@test.example'],
      'no account for nobody@test.example',
    ],
    ['what is no address', ['--account', 'nobody'], '"nobody" is not an e-mail address'],
    [
      'a name of two lines',
      ['--account', known, '--name', 'two\nlines'],
      'the name of the token must be one line',
    ],
    ['a group that is not there', ['--group', 'grp_x'], 'there is no group "grp_x"'],
  ])('for %s', async (_, args, words) => {
    expect(refusalOf(await onIt('token', 'create', ...args, '--json'))).toContain(words)
  })

  it('for a scope that is none, which is named together with those that are', async () => {
    const line = refusalOf(await onIt('token', 'create', '--account', known, '--scopes', 'profile:read,all'))
    expect(line).toContain('there is no scope "all"')
    for (const scope of allScopes) expect(line).toContain(scope)
  })

  it('for a name that is none', async () => {
    const args = ['account', 'create', '--email', newAddress(), '--first-name', '<b>']
    expect(refusalOf(await onIt(...args))).toContain('the first name must be a name of 1 to 40 characters')
  })

  it('for a token that is not there', async () => {
    expect(refusalOf(await onIt('token', 'revoke', 'tok_x'))).toContain('there is no token "tok_x"')
  })

  it('for demonstration people in a database that is in use, which is served without them', async () => {
    const service = await serve(['--demo'], { DATABASE_URL: database.storage.url })
    expect(service.greeting).toMatch(/no demonstration people were made[^]*account list[^]*token create/)
    expect(service.greeting).not.toMatch(/^curl /m)
    expect(await service.stop()).toMatchObject({ status: 0, stderr: '' })
  })
})

describe.concurrent('serve does not start', () => {
  it('with bad settings, each of them named', async () => {
    const ended = await run(['serve', '--port', 'http'], { WEBHOOK_TIMEOUT_MS: '1', LOG_LEVEL: 'loud' })
    expect(ended).toMatchObject({ status: 1, stdout: '' })
    expect(ended.stderr).toMatch(
      /^error: PORT must .+\nerror: WEBHOOK_TIMEOUT_MS must .+\nerror: LOG_LEVEL must .+\n$/,
    )
  })

  it('with --demo where others could reach it', async () => {
    const path = pathOf('open.db')
    const ended = await run(['serve', '--demo'], {
      HOST: '0.0.0.0',
      PORT: '0',
      DATABASE_URL: `sqlite:${path}`,
    })
    expect(refusalOf(ended)).toMatch(/--demo .* loopback HOST/)
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined()
  })

  it('on a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const DATABASE_URL = `sqlite:${pathOf('taken.db')}`
    const ended = await run(['serve', '--port', String(port)], { DATABASE_URL })
    other.close()
    expect(refusalOf(ended)).toContain(`another program listens on port ${port} of 127.0.0.1 already`)
  })

  it('on PostgreSQL without SECRET_KEY, or where none answers', async () => {
    const DATABASE_URL = 'postgres://user:hunter2@127.0.0.1:1/none'
    const [keyless, absent] = await Promise.all([
      run(['serve'], { DATABASE_URL }),
      run(['serve', '--port', '0'], settingsFor(DATABASE_URL)),
    ])
    expect(refusalOf(keyless)).toContain('SECRET_KEY is required')
    expect(refusalOf(absent)).toBe(
      'error: no PostgreSQL answers at 127.0.0.1:1/none (ECONNREFUSED): see that it runs, and that DATABASE_URL has its host and port\n',
    )
    expect(absent.stderr).not.toContain('hunter2')
  })
})
