// A database in which something of every kind is keyed or encrypted, and the question whether all of it still holds.
import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { readKeyring } from '../../packages/server/src/config/secrets.ts'
import { createAccount, createToken } from '../../packages/server/src/features/access/access.service.ts'
import { createLog } from '../../packages/server/src/log/log.ts'
import type { Clock } from '../../packages/server/src/kernel/clock.ts'
import {
  newConfirmation,
  readConfirmation,
  writeConfirmation,
  type ConfirmationScope,
} from '../../packages/server/src/kernel/confirmation.ts'
import { addressHash, addressHashes } from '../../packages/server/src/mail/messages/links.ts'
import {
  findPreferences,
  setPreference,
} from '../../packages/server/src/mail/preferences/preferences.store.ts'
import { startService, type Service } from '../../packages/server/src/service.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { call } from '../support/call.ts'
import { TestClock } from '../support/clock.ts'
import { createStorage, type Engine, type TestStorage } from '../support/engine.ts'
import { asId } from '../support/ids.ts'

export const newSecret = (): string => randomBytes(32).toString('base64')

const STOPPED = 'stopped@test.example'
const LINK = 'a link in a mail'
const whose: ConfirmationScope = {
  way: 'sent',
  ownerId: asId('account', 'acc_0'),
  actorId: asId('account', 'acc_0'),
}
const headers = { 'X-Api-Key': 'it holds' }

export interface KeyedWorld {
  readonly storage: TestStorage
  readonly clock: TestClock
  readonly token: string
  readonly webhook: { readonly id: string; readonly signing_secret: string }
  /** Another process on this database; the caller stops it. */
  readonly start: (secretKey: string, more?: { readonly acceptNewKey?: boolean }) => Promise<Service>
  /** What of it a process with these keys can still use. */
  whatHolds(service: Service): Promise<Holding>
  remove(): Promise<void>
}

export interface Holding {
  readonly stop: boolean
  readonly link: boolean
  readonly cursor: boolean
  readonly confirmation: boolean
  readonly answer: boolean
  readonly signingSecret: boolean
  readonly headers: boolean
}

export const everything: Holding = {
  stop: true,
  link: true,
  cursor: true,
  confirmation: true,
  answer: true,
  signingSecret: true,
  headers: true,
}

export const startOn = (
  databaseUrl: string,
  clock: Clock,
  secretKey: string,
  more: { readonly acceptNewKey?: boolean } = {},
): Promise<Service> => {
  const settings = {
    DATABASE_URL: databaseUrl,
    PORT: '0',
    SECRET_KEY: secretKey,
    WEBHOOK_ALLOW_PRIVATE: 'true',
  }
  const config = readConfig(settings)
  const keys = readKeyring(settings, config.database)
  return startService({ config, keys, clock, log: createLog('silent', process.stderr), jobs: false, ...more })
}

export const makeKeyedWorld = async (engine: Engine, secretKey: string): Promise<KeyedWorld> => {
  const storage = await createStorage(engine)
  const clock = new TestClock()
  // The commands go by the time of the database: what lasts a day for them must not be over for the services.
  clock.set(new Date().toISOString())
  const service = await startOn(storage.url, clock, secretKey)
  const { store, url, keys } = service
  const token = await store.write(async (tx) => {
    const person = { email: 'keyed@test.example', firstName: 'Pat', plan: 'club' } as const
    const { id } = await createAccount(tx, person, clock.now())
    return (await createToken(tx, { owner: { kind: 'account', id }, scopes: 'all' }, clock.now())).token
  })
  const body = { claim: 'It holds.', opponent_email: 'bo@test.example', stake: 'a coffee', due_days: 5 }
  const again = { token, body, headers: { 'idempotency-key': 'the-same' } }
  expect((await call(url, 'POST', '/v1/challenges', again)).status).toBe(201)
  expect((await call(url, 'POST', '/v1/challenges', { token, body })).status).toBe(201)
  const hook = await call(url, 'POST', '/v1/webhooks', {
    token,
    body: { url: 'http://127.0.0.1:9/', headers },
  })
  expect(hook.status, hook.text).toBe(201)
  const webhook = hook.body.data as KeyedWorld['webhook']
  const cursor = (await call(url, 'GET', '/v1/challenges?limit=1', { token })).body.next_cursor
  await store.write((tx) => setPreference(tx, addressHash(keys, STOPPED), 'nothingAt', clock.now()))
  const link = keys.sign('link', LINK)
  const confirmation = writeConfirmation(
    keys,
    whose,
    newConfirmation({ call: 'a call', added: {}, version: null }, clock.now()),
  )
  await service.stop()

  const whatHolds = async (other: Service): Promise<Holding> => ({
    stop: (await findPreferences(other.store, addressHashes(other.keys, STOPPED))).size === 1,
    link: other.keys.verify('link', LINK, link),
    confirmation: readConfirmation(other.keys, whose, confirmation) !== undefined,
    cursor:
      (await call(other.url, 'GET', `/v1/challenges?limit=1&cursor=${cursor}`, { token })).status === 200,
    answer:
      (await call(other.url, 'POST', '/v1/challenges', again)).headers['idempotency-replayed'] === 'true',
    signingSecret: (await secretOf(other, webhook.id)) === webhook.signing_secret,
    headers: (await headersOf(other, webhook.id)) === JSON.stringify(headers),
  })
  return {
    storage,
    clock,
    token,
    webhook,
    start: (key, more) => startOn(storage.url, clock, key, more),
    whatHolds,
    remove: () => storage.remove(),
  }
}

const secretOf = async ({ store, keys }: Service, id: string): Promise<string | undefined> => {
  const row = await store.first(once<{ secret: Uint8Array }>('select secret from webhooks'))
  return row && keys.knows('signing-secret', row.secret)
    ? keys.open('signing-secret', row.secret, id)
    : undefined
}

const headersOf = async ({ store, keys }: Service, id: string): Promise<string | undefined> => {
  const row = await store.first(once<{ headers: Uint8Array | null }>('select headers from webhooks'))
  return row?.headers && keys.knows('webhook-headers', row.headers)
    ? keys.open('webhook-headers', row.headers, id)
    : undefined
}
