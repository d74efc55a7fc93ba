// The whole service on a real socket and a real engine, with a clock in the test's hand and its log in memory.
import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, vi } from 'vitest'
import type { Plan } from '@challenge-service/contract'
import { readConfig } from '../../packages/server/src/config/config.ts'
import {
  createAccount,
  createGroup,
  createToken,
} from '../../packages/server/src/features/access/access.service.ts'
import { ensurePerson } from '../../packages/server/src/features/access/accounts.store.ts'
import { joinGroup } from '../../packages/server/src/features/access/memberships.store.ts'
import { listTokens } from '../../packages/server/src/features/access/tokens.store.ts'
import { beginErasure, eraseSome } from '../../packages/server/src/features/privacy/erasure.service.ts'
import { createLog } from '../../packages/server/src/log/log.ts'
import {
  newId,
  type AccountId,
  type GroupId,
  type MemberId,
  type TokenId,
} from '../../packages/server/src/kernel/ids.ts'
import { Keyring } from '../../packages/server/src/kernel/keyring.ts'
import { linkTiming, type LinkState } from '../../packages/server/src/limits/redis-link.ts'
import { startService, type Service } from '../../packages/server/src/service.ts'
import { openStore } from '../../packages/server/src/store/open.ts'
import type { Store } from '../../packages/server/src/store/store.ts'
import { call, type CallOptions, type Reply } from './call.ts'
import { TestClock } from './clock.ts'
import { createMigrated, type Engine } from './engine.ts'
import type { Sources } from './planted.ts'
import { createProbeTable, probes } from './probe.ts'

export interface TestService {
  readonly url: string
  readonly metricsPort: number | undefined
  readonly store: Store
  readonly databaseUrl: string
  readonly clock: TestClock
  readonly keys: Keyring
  /** What the keys were made from, as SECRET_KEY takes it. */
  readonly secretKey: string
  readonly logLines: readonly string[]
  /** Does everything that is due by the clock now: no job runs by itself. */
  runDue(): Promise<void>
  /** Until so many calls are held open. */
  untilWaiting(count?: number): Promise<unknown>
  /** How many calls are held open now. */
  waitingCalls(): number
  sharedLimits(): LinkState | undefined
  /** Until no call is held open, on any node. */
  untilNoneWaits(): Promise<unknown>
  /** Another node on the same database, with the same clock and secrets; it stops with the service. */
  startNode(): Promise<TestNode>
  call(method: string, path: string, options?: CallOptions): Promise<Reply>
  account(options?: { plan?: Plan; email?: string; lastName?: string }): Promise<TestAccount>
  token(account: TestAccount, options?: { scopes?: string; expiresInDays?: number }): Promise<TestToken>
  group(): Promise<TestGroup>
  /** As `account erase` does: all but the last look, or only so many batches of it. */
  erase(email: string, batches?: number): Promise<void>
  /** Read from the database itself, whether or not the service runs. */
  lastUsedAt(account: TestAccount, tokenId: string): Promise<number | null | undefined>
  /** Stops and removes the database. */
  stop(): Promise<void>
  /** Stops, and keeps the database until `remove`. */
  stopKeeping(): Promise<void>
  remove(): Promise<void>
}

export interface TestNode {
  readonly url: string
  readonly store: Store
  runDue(): Promise<void>
  sharedLimits(): LinkState | undefined
  stop(): Promise<void>
}

export interface TestAccount {
  readonly id: AccountId
  readonly email: string
}

export interface TestToken {
  readonly id: TokenId
  readonly token: string
}

export interface TestGroup {
  readonly id: GroupId
  readonly token: string
  readonly adminEmail: string
  /** Without a mail or an event: a group as it stands before a test begins. */
  addMember(email: string, lastName?: string | null, firstName?: string): Promise<MemberId>
}

export interface TestServiceOptions {
  readonly jobs?: boolean
  /** How long a call waits for Redis: long, where a test is about what is shared and the machine is busy. */
  readonly redisAnswerMs?: number
  /** How long a connection may be open on which nothing moves. */
  readonly quietMs?: number
  /** The clock in the test's hand is that of the machine: the service keeps the time by itself. */
  readonly ownsTime?: boolean
  /** How long a waiting call relies on being woken: often, so that a test need only move the clock. */
  readonly pollMs?: number
}

let people = 0

export const startTestService = async (
  engine: Engine,
  environment: Readonly<Record<string, string>> = {},
  /** With jobs, what is due happens by itself, by the clock of the test. */
  {
    jobs = false,
    redisAnswerMs = linkTiming.answerMs,
    quietMs = 120_000,
    ownsTime = false,
    pollMs = 10,
  }: TestServiceOptions = {},
): Promise<TestService> => {
  const storage = await createMigrated(engine)
  const clock = new TestClock()
  const logLines: string[] = []
  const config = readConfig({ PORT: '0', DATABASE_URL: storage.url, ...environment })
  const secret = randomBytes(32)
  const secrets = new Keyring([secret])
  const log = createLog(config.logLevel, { write: (line) => logLines.push(line) })
  const timing = { pollMs, recheckMs: 8_000, heartbeatMs: 15_000, stallMs: 30_000, quietMs }
  const nodes: Service[] = []
  const startNode = async (): Promise<Service> => {
    const node = await startService({
      config,
      keys: secrets,
      ...(ownsTime ? { machine: clock } : { clock }),
      log,
      jobs,
      timing,
      linkTiming: { ...linkTiming, answerMs: redisAnswerMs },
      extra: probes,
    })
    nodes.push(node)
    return node
  }
  const stopNodes = async (): Promise<void> => {
    for (const node of nodes) await node.stop()
  }
  const service = await startNode()
  const { url, store, keys } = service
  await createProbeTable(store)
  const newAddress = (): string => `person${(people += 1)}@test.example`

  return {
    url,
    metricsPort: service.metricsPort,
    store,
    clock,
    keys,
    secretKey: secret.toString('base64'),
    logLines,
    databaseUrl: storage.url,
    runDue: () => service.runDue(),
    untilWaiting: (count = 1) =>
      vi.waitUntil(() => service.waitingCalls() >= count, { interval: 5, timeout: 20_000 }),
    waitingCalls: () => service.waitingCalls(),
    sharedLimits: () => service.sharedLimits(),
    untilNoneWaits: () =>
      vi.waitUntil(() => nodes.every((node) => node.waitingCalls() === 0), { interval: 5, timeout: 10_000 }),
    startNode,
    call: (method, path, options) => call(url, method, path, options),
    account: ({ plan = 'club', email = newAddress(), lastName = 'Quill' } = {}) =>
      store.write((tx) => createAccount(tx, { email, firstName: 'Pat', lastName, plan }, clock.now())),
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
        addMember: (email, lastName = null, firstName = 'Mo') =>
          store.write(async (tx) => {
            const personId = await ensurePerson(tx, email, clock.now())
            const names = { email, firstName, lastName }
            const memberId = newId('member', clock.now())
            const member = { id: memberId, groupId: id, personId, ...names, role: 'member' } as const
            await joinGroup(tx, { ...member, joinedAt: clock.now() }, 'operator')
            return memberId
          }),
      }
    },
    erase: async (email, batches = Number.POSITIVE_INFINITY) => {
      const ids = await store.write((tx) => beginErasure(tx, keys, email, clock.now()))
      for (const id of ids) {
        for (let left = batches; left > 0; left -= 1) {
          const { state } = await store.write((tx) => eraseSome(tx, keys, id, clock.now()))
          if (state !== 'working') break
        }
      }
    },
    lastUsedAt: async ({ id }, tokenId) => {
      const other = await openStore(storage.target, { onIdleError: () => undefined })
      const tokens = await listTokens(other, { kind: 'account', id })
      await other.close()
      return tokens.find((token) => token.id === tokenId)?.last_used_at
    },
    stop: async () => {
      await stopNodes()
      await storage.remove()
    },
    stopKeeping: stopNodes,
    remove: () => storage.remove(),
  }
}

type StartOptions = Parameters<typeof startTestService>

/** What a hook gives back is called when its tests are over, after all other hooks. */
const stopped = (service: TestService) => () => service.stop()

/** A service for a group of tests: it starts before the first of them and stops after the last. */
export const useService = (...options: StartOptions): TestService => {
  const service = {} as TestService
  beforeAll(async () => stopped(Object.assign(service, await startTestService(...options))))
  return service
}

/** A new service for each test. */
export const useFreshService = (...options: StartOptions): TestService => {
  const service = {} as TestService
  beforeEach(async () => stopped(Object.assign(service, await startTestService(...options))))
  return service
}

/** The same in this process, but of sources with a planted fault. */
export const startPlanted = async (
  sources: Sources,
  engine: Engine,
  environment: Readonly<Record<string, string>>,
): Promise<TestService> => {
  const planted = await sources.load<{ readonly startTestService: typeof startTestService }>(
    'test/support/service.ts',
  )
  return planted.startTestService(engine, environment)
}
