// A stream ends when its caller is no longer allowed, whatever its reader does, and shows nothing that was written
// from then on. The clock is the test's: fifteen seconds are moved, never waited for.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { changePlan, endToken } from '../../packages/server/src/features/access/access.service.ts'
import type { FeedId } from '../../packages/server/src/kernel/ids.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { appendNamed, feedOfAccount, firstEntryOf, namesIn } from '../support/backlog.ts'
import { engines } from '../support/engine.ts'
import { adminOf, expectStatus, newMember } from '../support/groups.ts'
import { startTestService, type TestAccount, type TestGroup, type TestService } from '../support/service.ts'
import { openSlowly, type SlowReader } from '../support/slow-reader.ts'
import { openStream } from '../support/stream.ts'

const BACKLOG = 4_000
// The first page is more than any connection holds: a reader that takes nothing stalls the stream within it.
const PAGE = 100
const LARGE = 160_000
const WITHIN_MS = 15_000
const DAY_MS = 86_400_000
const bin = fileURLToPath(new URL('../../bin/challenge-service', import.meta.url))

const numbered = (word: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${word}-${at}`)

describe.each(engines)('A stream goes on after revocation or removal, on %s', (engine) => {
  let service: TestService
  let account: TestAccount
  let group: TestGroup
  let feedId: FeedId
  let after: { readonly account: string; readonly group: string }

  const written = new Map<FeedId, string[]>()
  const write = async (feed: FeedId, names: readonly string[], length?: number): Promise<void> => {
    await appendNamed(service.store, feed, names, service.clock.now(), length)
    written.set(feed, [...(written.get(feed) ?? []), ...names])
  }

  const ask = (token: string, query: string) => service.call('GET', `/v1/events${query}`, { token })

  beforeAll(async () => {
    const many = { WRITES_PER_MINUTE: '10000', READS_PER_MINUTE: '10000', LOG_LEVEL: 'silent' }
    service = await startTestService(engine, many)
    account = await service.account()
    group = await service.group()
    feedId = await feedOfAccount(service.store, account.id)
    for (const feed of [feedId, group.id]) {
      await appendNamed(service.store, feed, ['first'], service.clock.now())
      await write(feed, numbered('large', PAGE), LARGE)
      await write(feed, numbered('small', BACKLOG - PAGE))
    }
    after = {
      account: `?after=${await firstEntryOf(service.store, feedId)}`,
      group: `?after=${await firstEntryOf(service.store, group.id)}`,
    }
  })
  afterAll(() => service.stop())

  interface Opened {
    readonly reader: SlowReader
    readonly feedId: FeedId
    /** Ends what the caller may do. */
    readonly end: () => Promise<unknown>
    /** Makes the next test possible. */
    readonly restore?: () => Promise<unknown>
  }

  const ofAccount = async (
    end: (token: { readonly id: string }) => Promise<unknown>,
    options: { readonly expiresInDays?: number } = {},
  ): Promise<Opened> => {
    const token = await service.token(account, options)
    const reader = await openSlowly(service.url, token.token, after.account)
    return { reader, feedId, end: () => end(token) }
  }

  const setPlan = (plan: 'free' | 'club') => service.store.write((tx) => changePlan(tx, account.email, plan))

  const losses: readonly [string, () => Promise<Opened>][] = [
    [
      'its token is revoked',
      () => ofAccount(({ id }) => service.store.write((tx) => endToken(tx, id, service.clock.now()))),
    ],
    [
      'its token expires',
      () =>
        ofAccount(async () => service.clock.set(new Date(service.clock.now() + DAY_MS).toISOString()), {
          expiresInDays: 1,
        }),
    ],
    [
      'its token loses the scope',
      () =>
        ofAccount(({ id }) =>
          service.store.write((tx) =>
            tx.run(once(`update tokens set scopes = 'challenges:read' where id = '${id}'`)),
          ),
        ),
    ],
    [
      'the plan of its account lapses',
      async () => ({ ...(await ofAccount(() => setPlan('free'))), restore: () => setPlan('club') }),
    ],
    [
      'its member is removed from the group',
      async () => {
        const { email, memberId } = await newMember(service, group)
        const query = `${after.group}&user_email=${encodeURIComponent(email)}`
        const path = `/v1/groups/${group.id}/members/${memberId}`
        return {
          reader: await openSlowly(service.url, group.token, query),
          feedId: group.id,
          end: () => expectStatus(adminOf(service, group).call('DELETE', path), 200),
        }
      },
    ],
  ]

  const readings: readonly [string, (reader: SlowReader) => Promise<void>][] = [
    ['reads nothing', async () => service.clock.advance(WITHIN_MS)],
    [
      'reads slowly',
      async (reader) => {
        for (let at = 0; at < 30 && (await reader.takeSome()); at += 1) service.clock.advance(WITHIN_MS / 30)
        void reader.takeAll()
      },
    ],
    [
      'reads all it can',
      async (reader) => {
        service.clock.advance(WITHIN_MS)
        void reader.takeAll()
      },
    ],
  ]

  const cases = losses.flatMap(([loss, open]) =>
    readings.map(([reading, read]) => [reading, loss, open, read] as const),
  )

  it.each(cases)(
    'a stream with a backlog whose reader %s ends within 15 s when %s, and shows nothing written after',
    async (reading, loss, open, read) => {
      const { reader, feedId: feed, end, restore } = await open()
      const before = written.get(feed) ?? []
      while (namesIn(reader.text).length === 0) await reader.takeSome()
      await end()
      await write(feed, numbered(`${loss}, ${reading}`, 50))
      await read(reader)
      await service.untilNoneWaits()
      await reader.takeAll()
      await restore?.()

      const shown = namesIn(reader.text)
      // What a connection cannot hold is not sent to a reader that takes nothing.
      expect(shown.length).toBeLessThan(reading === 'reads nothing' ? PAGE : BACKLOG * 2)
      expect(shown).toEqual(before.slice(0, shown.length))
      expect(reader.text).not.toContain('group.member_removed')
    },
  )

  it('an idle stream shows nothing that was written after the revocation, though no second has passed', async () => {
    const token = await service.token(account)
    const stream = await openStream(service.url, token.token)
    expect(stream.status).toBe(200)
    await service.store.write((tx) => endToken(tx, token.id, service.clock.now()))
    await write(feedId, ['an idle stream'])

    expect(await stream.next()).toBeUndefined()
  })

  it('a waiting call is refused when something comes after the revocation, though no second has passed', async () => {
    const token = await service.token(account)
    const [newest] = (await ask(token.token, '?order=desc&limit=1')).body.data as { readonly id: string }[]
    const waiting = ask(token.token, `?wait=25&after=${newest?.id}`)
    await service.untilWaiting()
    await service.store.write((tx) => endToken(tx, token.id, service.clock.now()))
    await write(feedId, ['a waiting call'])

    expect((await waiting).body).toMatchObject({ error: { code: 'invalid_token', reason: 'token_revoked' } })
  })

  it(
    'a revocation by the command line ends the streams of the token on every node',
    { timeout: 180_000 },
    async () => {
      // A file of SQLite has one process that serves it.
      const nodes = [service, ...(engine === 'postgres' ? [await service.startNode()] : [])]
      const { id, token } = await service.token(account)
      const open = nodes.flatMap(({ url }) => [
        openSlowly(url, token, after.account),
        openSlowly(url, token, after.account),
      ])
      const opened = await Promise.all(open)
      await Promise.all(opened.map((reader) => reader.takeSome()))
      const env = {
        PATH: process.env['PATH'],
        DATABASE_URL: service.databaseUrl,
        SECRET_KEY: service.secretKey,
      }
      await promisify(execFile)(bin, ['token', 'revoke', id], { env })
      await write(feedId, ['another process'])
      service.clock.advance(WITHIN_MS)
      await service.untilNoneWaits()
      await Promise.all(opened.map((reader) => reader.takeAll()))

      for (const { text } of opened) expect(namesIn(text)).not.toContain('another process')
    },
  )

  it('a client that takes nothing for 30 seconds is cut off, and its place is free again', async () => {
    const { token } = await service.token(account)
    const readers = await Promise.all(
      Array.from({ length: 5 }, () => openSlowly(service.url, token, after.account)),
    )
    // How soon the connections are full is theirs to say; what is moved meanwhile does not count against anyone.
    await vi.waitUntil(
      () => {
        service.clock.advance(1_000)
        return service.waitingCalls() === 0
      },
      { timeout: 15_000, interval: 20 },
    )
    for (const reader of readers) reader.close()
    const next = await openStream(service.url, token)
    expect(next.status).toBe(200)
    next.close()
    await service.untilNoneWaits()
  })

  it('a stream that has nothing to say is not cut off', async () => {
    const { token } = await service.token(account)
    const stream = await openStream(service.url, token)
    await service.untilWaiting()
    for (let minute = 0; minute < 10; minute += 1) {
      service.clock.advance(60_000)
      await service.call('GET', '/healthz')
    }
    await write(feedId, ['a quiet stream'])

    expect((await stream.next())?.data.challenge_id).toBe('a quiet stream')
    stream.close()
    await service.untilNoneWaits()
  })

  it('reading a backlog leaves no listener behind, however often it stalls', async () => {
    const warnings: string[] = []
    const onWarning = ({ name }: Error): number => warnings.push(name)
    process.on('warning', onWarning)
    const reading = await service.account()
    const own = await feedOfAccount(service.store, reading.id)
    const names = numbered('own', BACKLOG)
    await write(own, ['first', ...names])
    const { token } = await service.token(reading)
    const reader = await openSlowly(service.url, token, `?after=${await firstEntryOf(service.store, own)}`)
    while (namesIn(reader.text).length < BACKLOG) await reader.takeSome()
    reader.close()
    await service.untilNoneWaits()
    process.off('warning', onWarning)

    expect(namesIn(reader.text)).toEqual(names)
    expect(warnings).toEqual([])
  })
})
