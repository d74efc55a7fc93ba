// A running service with one token of each kind, and what is known of its state: the quota that is left to
// each owner, and ids that answers held.
import { endToken } from '../../packages/server/src/features/access/access.service.ts'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import { mintToken } from '../../packages/server/src/kernel/token.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import type { Engine } from '../support/engine.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { listTables } from '../support/tables.ts'
import { addresses, type TokenKind } from './call.ts'
import { Wire } from './wire.ts'

export interface World {
  readonly service: TestService
  readonly wire: Wire
  readonly tokens: Readonly<Record<TokenKind, string | undefined>>
  /** What X-Quota-Remaining must say, by owner; unknown before the first answer. */
  readonly quota: Map<string, number>
  readonly knownId: (prefix: string, index: number) => string
  /** Keeps the ids and the cursor that an answer held. */
  readonly noteIds: (text: string) => void
  /** Makes a challenge that is under way, privately and in the group by turns. */
  readonly freshen: () => Promise<void>
  /** All rows of all tables. */
  countRows(): Promise<number>
  stop(): Promise<void>
}

const KEPT_IDS = 50
const ID = /\b(?!req_)([a-z]{2,3})_[0-9a-hjkmnp-tv-z]{26}\b/g

export const startWorld = async (engine: Engine): Promise<World> => {
  const service = await startTestService(engine, {
    READS_PER_MINUTE: '1000000',
    WRITES_PER_MINUTE: '1000000',
    ACCOUNT_QUOTA: '1000000000',
    GROUP_QUOTA: '1000000000',
  })
  const { tokens, acting } = await makeTokens(service)
  const wire = new Wire(service.url)
  const ids = new Map<string, string[]>()
  const quota = new Map<string, number>()
  const note = (kind: string, one: string): void => {
    const known = ids.get(kind) ?? []
    if (!known.includes(one)) ids.set(kind, [one, ...known].slice(0, KEPT_IDS))
  }
  const noteIds = (text: string): void => {
    // Nobody is told the memberships that the group's token acts for: a call that ends one would end the run.
    for (const [id, prefix = ''] of text.matchAll(ID)) if (!acting.has(id)) note(prefix, id)
    const cursor = /"next_cursor":"([^"]+)"/.exec(text)?.[1]
    if (cursor !== undefined) note('cursor', cursor)
  }
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
    knownId: (prefix, index) => {
      const known = ids.get(prefix) ?? []
      return known[index % Math.max(known.length, 1)] ?? `${prefix}_${'0'.repeat(26)}`
    },
    countRows: await rowCounter(service),
    stop: async () => {
      wire.close()
      await service.stop()
    },
  }
}

const makeTokens = async (
  service: TestService,
): Promise<{ readonly tokens: World['tokens']; readonly acting: ReadonlySet<string> }> => {
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

/** The answers to its creation, its acceptance and an entry of each party. */
const startChallenge = async (
  service: TestService,
  tokens: World['tokens'],
  inGroup: boolean,
): Promise<readonly string[]> => {
  const post = async (party: 'creator' | 'opponent', path: string, body: object): Promise<string> => {
    const account = party === 'creator' ? tokens.account : tokens.opponent
    const token = inGroup ? tokens.group : account
    const sent = inGroup ? { ...body, user_email: addresses[party] } : body
    return (await service.call('POST', path, { ...(token === undefined ? {} : { token }), body: sent })).text
  }
  const terms = { claim: 'I will', opponent_email: addresses.opponent, stake: 'coffee', due_days: 30 }
  const created = await post('creator', '/v1/challenges', terms)
  const path = `/v1/challenges/${/"id":"(\w+)"/.exec(created)?.[1] ?? ''}`
  const accepted = await post('opponent', `${path}/accept`, {})
  const entry = await post('opponent', `${path}/tally`, { amount: 2 })
  return [created, accepted, entry, await post('creator', `${path}/tally`, {})]
}

const rowCounter = async ({ store, databaseUrl }: TestService): Promise<() => Promise<number>> => {
  const tables = await listTables(store, databaseUrl)
  const text = `select ${tables.map((name) => `(select count(*) from ${name})`).join(' + ')} as count`
  return async () => Number((await store.first(once<{ count: number }>(text)))?.count)
}
