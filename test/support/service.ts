// The whole service on a real socket and a real engine, with a clock in the test's hand and its log in memory.
import { randomBytes } from 'node:crypto'
import type { Plan } from '@challenge-service/contract'
import { readConfig } from '../../packages/server/src/config/config.ts'
import {
  addMember,
  createAccount,
  createGroup,
  createToken,
} from '../../packages/server/src/features/access/access.service.ts'
import { createLog } from '../../packages/server/src/http/log.ts'
import { Keyring } from '../../packages/server/src/kernel/keyring.ts'
import { startService, type Service } from '../../packages/server/src/service.ts'
import type { Engine, Store } from '../../packages/server/src/store/store.ts'
import { call, type CallOptions, type Reply } from './call.ts'
import { TestClock } from './clock.ts'
import { createStorage } from './engine.ts'
import { createProbeTable, probes } from './probe.ts'

export interface TestService {
  readonly url: string
  readonly store: Store
  readonly databaseUrl: string
  readonly clock: TestClock
  readonly logLines: readonly string[]
  call(method: string, path: string, options?: CallOptions): Promise<Reply>
  account(options?: { plan?: Plan; email?: string }): Promise<TestAccount>
  token(account: TestAccount, options?: { scopes?: string; expiresInDays?: number }): Promise<TestToken>
  group(): Promise<TestGroup>
  stop(): Promise<void>
}

export interface TestAccount {
  readonly id: string
  readonly email: string
}

export interface TestToken {
  readonly id: string
  readonly token: string
}

export interface TestGroup {
  readonly id: string
  readonly token: string
  readonly adminEmail: string
  addMember(email: string): Promise<string>
}

let people = 0

export const startTestService = async (
  engine: Engine,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestService> => {
  const storage = await createStorage(engine)
  const clock = new TestClock()
  const logLines: string[] = []
  const service: Service = await startService({
    config: readConfig({ PORT: '0', DATABASE_URL: storage.url, ...environment }),
    keys: new Keyring([randomBytes(32)]),
    clock,
    log: createLog('info', { write: (line) => logLines.push(line) }),
    extra: probes,
  })
  const { url, store } = service
  await createProbeTable(store)
  const newAddress = (): string => `person${(people += 1)}@test.example`

  return {
    url,
    store,
    clock,
    logLines,
    databaseUrl: storage.url,
    call: (method, path, options) => call(url, method, path, options),
    account: ({ plan = 'club', email = newAddress() } = {}) =>
      store.write((tx) =>
        createAccount(tx, { email, firstName: 'Pat', lastName: 'Quill', plan }, clock.now()),
      ),
    token: ({ id }, { scopes = 'all', expiresInDays } = {}) =>
      store.write((tx) =>
        createToken(tx, { owner: { kind: 'account', id }, scopes, name: 'test', expiresInDays }, clock.now()),
      ),
    group: async () => {
      const adminEmail = newAddress()
      const admin = { email: adminEmail, firstName: 'Alex' }
      const { id } = await store.write((tx) => createGroup(tx, { name: 'Blue', admin }, clock.now()))
      const { token } = await store.write((tx) =>
        createToken(tx, { owner: { kind: 'group', id }, scopes: 'all' }, clock.now()),
      )
      return {
        id,
        token,
        adminEmail,
        addMember: (email) =>
          store.write((tx) => addMember(tx, id, { email, firstName: 'Mo', role: 'member' }, clock.now())),
      }
    },
    stop: async () => {
      await service.stop()
      await storage.remove()
    },
  }
}
