// A running service with one token of each kind, and what is known of its state: the quota that is left to
// each owner, and ids that answers held.
import { endToken } from '../../packages/server/src/features/access/access.service.ts'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import { mintToken } from '../../packages/server/src/kernel/token.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import type { Engine } from '../support/engine.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { listTables } from '../support/tables.ts'
import { addresses } from './call.ts'
import { keepIds, startChallenge, type KnownIds, type Tokens } from './known.ts'
import { Wire } from './wire.ts'

export interface World extends KnownIds {
  readonly service: TestService
  readonly wire: Wire
  readonly tokens: Tokens
  /** What X-Quota-Remaining must say, by owner; unknown before the first answer. */
  readonly quota: Map<string, number>
  /** Makes a challenge that is under way, privately and in the group by turns. */
  readonly freshen: () => Promise<void>
  /** All rows of all tables. */
  countRows(): Promise<number>
  stop(): Promise<void>
}

export const startWorld = async (engine: Engine): Promise<World> => {
  const service = await startTestService(engine, {
    READS_PER_MINUTE: '1000000',
    WRITES_PER_MINUTE: '1000000',
    ACCOUNT_QUOTA: '1000000000',
    GROUP_QUOTA: '1000000000',
  })
  const { tokens, acting } = await makeTokens(service)
  const wire = new Wire(service.url)
  const { noteIds, knownId } = keepIds(acting)
  const quota = new Map<string, number>()
  let made = 0
  return {
    service,
    wire,
    tokens,
    quota,
    noteIds,
    freshen: async () => {
      made += 1
      for (const text of await startChallenge(service, tokens, made % 2 === 0)) noteIds(text)
      quota.clear()
    },
    knownId,
    countRows: await rowCounter(service),
    stop: async () => {
      wire.close()
      await service.stop()
    },
  }
}

const makeTokens = async (
  service: TestService,
): Promise<{ readonly tokens: Tokens; readonly acting: ReadonlySet<string> }> => {
  const account = await service.account({ email: addresses.creator })
  const opponent = await service.account({ email: addresses.opponent })
  const group = await service.group()
  const acting = [await group.addMember(addresses.creator), await group.addMember(addresses.opponent)]
  const expired = await service.token(account, { expiresInDays: 1 })
  service.clock.advance(DAY_MS)
  const revoked = await service.token(account)
  await service.store.write((tx) => endToken(tx, revoked.id, service.clock.now()))
  const tokenOf = async (scopes: string): Promise<string> => (await service.token(account, { scopes })).token
  const tokens = {
    account: await tokenOf('all'),
    group: group.token,
    opponent: (await service.token(opponent)).token,
    'group, as the opponent': group.token,
    'profile only': await tokenOf('profile:read'),
    'events only': await tokenOf('events:read'),
    free: (await service.token(await service.account({ plan: 'free' }))).token,
    revoked: revoked.token,
    expired: expired.token,
    unknown: mintToken('account'),
    none: undefined,
  }
  return { tokens, acting: new Set(acting) }
}

const rowCounter = async ({ store, databaseUrl }: TestService): Promise<() => Promise<number>> => {
  const tables = await listTables(store, databaseUrl)
  const text = `select ${tables.map((name) => `(select count(*) from ${name})`).join(' + ')} as count`
  return async () => Number((await store.first(once<{ count: number }>(text)))?.count)
}
