// Every form of someone who is signed in, sent twice, does one thing: the second time it gives the same answer and changes
// nothing, whatever it does. One that sets or ends something does so again where that was changed meanwhile. What signs in has
// its own tests, in pressed-twice.test.ts.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { blockPerson } from '../../packages/server/src/features/challenges/link/blocks.store.ts'
import { openSession } from '../../packages/server/src/features/sessions/session.service.ts'
import {
  claimKey,
  rememberResponse,
} from '../../packages/server/src/features/idempotency/idempotency.store.ts'
import { removeSession, removeSessions } from '../../packages/server/src/features/sessions/session.store.ts'
import { endSession } from '../../packages/server/src/features/sessions/sessions.operations.ts'
import { endOtherSessions } from '../../packages/server/src/features/sign-in/sign-in.operations.ts'
import { switchOff } from '../../packages/server/src/features/webhooks/switch.service.ts'
import { findWebhook } from '../../packages/server/src/features/webhooks/webhook.store.ts'
import { leadTo } from '../../packages/server/src/interfaces/site/engine/response.ts'
import { doesOneOf } from '../../packages/server/src/interfaces/site/engine/form-work.ts'
import { makeFormKey } from '../../packages/server/src/interfaces/site/engine/sent-form.ts'
import { sitePages } from '../../packages/server/src/interfaces/site/pages.ts'
import type { OwnerId } from '../../packages/server/src/kernel/ids.ts'
import { MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { makeOperations } from '../../packages/server/src/operations/run-operation.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { dump } from '../support/dump.ts'
import { engines, holdOpen } from '../support/engine.ts'
import { useService } from '../support/service.ts'
import { gatherVisitors, type SiteCast } from './cast.ts'
import { siteGrid, type SiteRow } from './reach-grid.ts'
import { setScene } from './reach-scenes.ts'
import { siteSettings, type Fields, type SeenPage, type Visitor } from './visitor.ts'

const settings = { ...siteSettings, READS_PER_MINUTE: '100000', WRITES_PER_MINUTE: '100000' }

type OwnForm = Extract<(typeof sitePages)[number], { readonly kind: 'form'; readonly access: 'signed_in' }>

const ownForms = sitePages.filter(
  (page): page is OwnForm => page.kind === 'form' && page.access === 'signed_in',
)

/** After these nobody is signed in who could send them again, or each time is meant to be one by itself. */
const ONCE_ALONE = ['/sign-out', '/settings/data/export', '/settings/data/erase']

/** It names someone who is blocked: sent again, it leads to the list that says that they are not. */
const GONE_AGAIN = '/settings/blocked/:handle/unblock'

const isReached = (word: string): boolean => word === 'page' || word === 'led'

const findWho = ({ expected }: SiteRow) =>
  (['creator', 'admin'] as const).find((who) => isReached(expected[who]))

const rows = siteGrid.filter(
  (row) =>
    row.method === 'POST' &&
    !ONCE_ALONE.includes(row.path) &&
    findWho(row) !== undefined &&
    ownForms.some((form) => form.path === row.path),
)

/** They need proof, whatever they do. */
const proved = rows.filter(({ path }) =>
  ownForms.some((form) => form.path === path && form.work.needsProof === true),
)

/** It sets or ends something, and nothing of it is remembered. */
const setsSomething = ({ work: { does } }: OwnForm): boolean =>
  does.some((one) => ('once' in one ? one.once === 'by_itself' : one.method === 'PATCH'))

/** Beyond what the scene sends: to be sent, not only looked at. */
const more = (path: string, now: number): Readonly<Record<string, string>> =>
  path === '/challenges/new' ? { step: 'send', seen_at: String(now) } : {}

interface Between {
  readonly cast: SiteCast
  readonly browser: Visitor
  /** Where the form is sent. */
  readonly path: string
  readonly who: 'creator' | 'admin'
}

/** What is changed between two presses of a form. */
interface Change {
  readonly name: string
  readonly path: string
  readonly who?: 'creator' | 'admin'
  /** In place of what the scene sends. */
  readonly fields?: Fields
  /** What the form sets or ends, as it is stored. */
  readonly holds: string
  readonly between: (between: Between) => Promise<unknown>
}

/** By the same form, with other words. */
const otherwise =
  (fields: (path: string) => Fields) =>
  ({ browser, path }: Between): Promise<SeenPage> =>
    browser.post(path, { ...fields(path), form_id: randomUUID() })

const switchOffAgain = async ({ cast: { service }, path }: Between): Promise<void> => {
  const id = path.split('/').at(-2) ?? ''
  const { store, clock } = service
  const [found] = await store.all(
    once<{ readonly owner_id: OwnerId }>(`select owner_id from webhooks where id = '${id}'`),
  )
  await store.write(async (tx) => {
    const subscription = found && (await findWebhook(tx, found.owner_id, id))
    if (subscription?.status === 'active') await switchOff(tx, subscription, 'failures', clock.now())
  })
}

const urls = 'select id, url from webhooks order by id'
const otherUrl = otherwise(() => ({ url: 'https://hooks.example.com/other', every: 'yes' }))
const switches = 'select id, status from webhooks order by id'

/** By the path of the form, where it is not named otherwise. */
const unnamed: readonly (Omit<Change, 'name'> & { readonly name?: string })[] = [
  {
    path: '/sign-out',
    holds: 'select id from sessions order by id',
    between: ({ cast: { service, by }, browser, who }) => browser.signIn(service, by[who].email),
  },
  {
    path: '/settings/sessions/end-others',
    holds: 'select id from sessions order by id',
    between: ({ cast, who }) => cast.enter(who),
  },
  {
    path: '/settings/tokens/revoke-all',
    holds: 'select id from tokens where revoked_at is null order by id',
    between: ({ cast: { service, by }, who }) =>
      service.token({ id: by[who].accountId, email: by[who].email }),
  },
  {
    path: '/settings/calendar/end',
    holds: 'select account_id from calendars order by account_id',
    between: ({ browser }) => browser.post('/settings/calendar', { form_id: randomUUID() }),
  },
  {
    path: GONE_AGAIN,
    holds: 'select origin from block_origins order by origin',
    between: ({ cast: { service, by } }) =>
      service.store.write((tx) =>
        blockPerson(tx, by.creator.personId, by.outsider.personId, service.clock.now(), 'Otto'),
      ),
  },
  {
    name: 'blocking an opponent',
    path: '/challenges/:id',
    fields: { choice: 'block' },
    holds: 'select origin from block_origins order by origin',
    between: otherwise(() => ({ choice: 'unblock' })),
  },
  {
    path: '/settings/names',
    holds: 'select first_name, last_name from accounts order by id',
    between: otherwise(() => ({ first_name: 'Other', last_name: 'Name' })),
  },
  {
    path: '/settings/time-zone',
    holds: 'select time_zone from accounts order by id',
    between: otherwise(() => ({ time_zone: 'Europe/Berlin' })),
  },
  {
    path: '/settings/links',
    holds: 'select links_sign_in from accounts order by id',
    between: otherwise(() => ({ links: 'sign_in' })),
  },
  {
    path: '/settings/mails',
    holds: 'select no_news_at, daily_news_at from mail_preferences order by address_hash',
    between: otherwise(() => ({ wish: 'no_news' })),
  },
  {
    path: '/settings/tokens/:id/rename',
    holds: 'select id, name from tokens order by id',
    between: otherwise((path) => ({ [`name_${path.split('/').at(-2)}`]: 'other' })),
  },
  { path: '/settings/webhooks/:id/change', holds: urls, between: otherUrl },
  { path: '/settings/webhooks/:id/enable', holds: switches, between: switchOffAgain },
  { path: '/groups/:group/webhooks/:id/change', who: 'admin', holds: urls, between: otherUrl },
  { path: '/groups/:group/webhooks/:id/enable', who: 'admin', holds: switches, between: switchOffAgain },
  {
    path: '/groups/:group/members/:member_id/role',
    who: 'admin',
    holds: 'select id, role from memberships order by id',
    between: otherwise(() => ({ role: 'admin' })),
  },
]
const changes = unnamed.map((change): Change => ({ name: change.path, ...change }))

/** Without the ids of forms, which are others each time. */
const answerOf = ({ status, headers, text }: SeenPage) => ({
  status,
  location: headers['location'],
  text: text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ''),
})

it('every form of webhooks that needs a proof is sent by a session that ends', () => {
  const paths = proved.map(({ path }) => path)
  for (const home of ['/settings/webhooks', '/groups/:group/webhooks']) {
    expect(paths).toEqual(expect.arrayContaining([home, `${home}/:id/change`, `${home}/:id/rotate`]))
  }
})

it('every form that sets something is sent again after a change', () => {
  expect(rows.length).toBeGreaterThan(25)
  const sent = new Set([...changes.map(({ path }) => path), ...ONCE_ALONE])
  expect(ownForms.filter((form) => setsSomething(form) && !sent.has(form.path))).toEqual([])
})

it('what needs a proof now and then is the only thing that its form does', () => {
  const receive = () => leadTo('/')
  expect(() => doesOneOf([endSession], receive)).toThrow('by a form of its own alone')
  expect(doesOneOf([endOtherSessions], receive).needsProof).toBe(true)
})

it('no two operations have one name', () => {
  const names = ownForms.flatMap(({ work }) => work.does.flatMap((one) => ('name' in one ? [one] : [])))
  const byName = new Map(names.map((one) => [one.name, one]))
  expect(names.filter((one) => byName.get(one.name) !== one)).toEqual([])
})

describe.each(engines)('sent twice, on %s', (engine) => {
  const service = useService(engine, settings)
  let cast: SiteCast
  beforeAll(async () => {
    cast = await gatherVisitors(service)
  }, 180_000)

  it.each(rows)('$name does one thing', { timeout: 180_000 }, async (row) => {
    const scene = await setScene(cast, row)
    const who = findWho(row) ?? 'creator'
    const browser = await cast.enter(who)
    const fields = {
      ...scene.fieldsOf(scene.path, cast.by[who]),
      ...more(row.path, service.clock.now()),
      form_id: randomUUID(),
    }
    const first = await browser.post(scene.path, fields)
    const before = await dump(service)
    const second = await browser.post(scene.path, fields)
    const wanted = answerOf(first)
    const location = row.path === GONE_AGAIN ? '/settings/blocked?did=gone' : wanted.location
    expect(answerOf(second)).toEqual({ ...wanted, location })
    expect(await dump(service)).toEqual(before)
  })

  it.each(changes)('$name does it again after a change', { timeout: 180_000 }, async (change) => {
    const { path, who = 'creator', holds, between } = change
    const row = siteGrid.find((one) => one.method === 'POST' && one.path === path)
    if (!row) throw new Error(`${path} is in no row`)
    const scene = await setScene(cast, row)
    const browser = await cast.enter(who)
    const form = { ...(change.fields ?? scene.fieldsOf(scene.path, cast.by[who])), form_id: randomUUID() }
    const look = () => service.store.all(once<Readonly<Record<string, unknown>>>(holds))
    const changed = () => between({ cast, browser, path: scene.path, who })
    const press = async () => answerOf(await browser.post(scene.path, form))
    await changed()
    const first = await press()
    const done = await look()
    expect(first.status).toBe(303)
    await changed()
    expect(await look()).not.toEqual(done)
    expect(await press()).toEqual(first)
    expect(await look()).toEqual(done)
  })

  it('a form without an id is not remembered', { timeout: 180_000 }, async () => {
    const keys = once<{ readonly key: string }>('select key from idempotency_keys order by key')
    for (const row of rows) {
      const scene = await setScene(cast, row)
      const who = findWho(row) ?? 'creator'
      const browser = await cast.enter(who)
      const before = await service.store.all(keys)
      const fields = { ...scene.fieldsOf(scene.path, cast.by[who]), ...more(row.path, service.clock.now()) }
      await browser.post(scene.path, fields)
      expect(await service.store.all(keys), row.name).toEqual(before)
    }
  })

  it('a form whose key was used for something else says so in words of its own', async () => {
    const { store, keys, clock } = service
    const { accountId } = cast.by.creator
    const fields = { name: 'laptop', expires: '90', preset: 'play', form_id: randomUUID() }
    const key = makeFormKey('/settings/tokens', new URLSearchParams(fields)) ?? ''
    const owner = { ownerId: accountId, actorId: accountId, key }
    await store.write(async (tx) => {
      await claimKey(tx, keys, owner, 'of an earlier version', clock.now())
      const response = { status: 200, data: 'null' } as const
      await rememberResponse(tx, keys, owner, 'of an earlier version', response, null)
    })
    const { status, text } = await (await cast.enter('creator')).post('/settings/tokens', fields)
    expect([status, text.includes('This form was sent before.')]).toEqual([409, true])
    expect(text).not.toContain('Idempotency-Key')
  })

  it('what needs a proof is not done without one', async () => {
    const { store, keys, clock, databaseUrl } = service
    const { accountId, personId, email } = cast.by.creator
    const browser = { hash: 'x', name: 'a browser' }
    const { id: sessionId } = await store.write((tx) => openSession(tx, accountId, browser, clock.now()))
    const account = { id: accountId, personId, firstName: 'Ana', email, plan: 'club', hadClub: true } as const
    const context = { store, keys, clock, config: readConfig({ DATABASE_URL: databaseUrl }) }
    const run = (admittedAt: number) =>
      makeOperations(context).run(endOtherSessions, {
        by: { actor: undefined as never, account, sessionId, provedAt: clock.now(), admittedAt, browser },
        found: undefined,
      })
    await expect(run(clock.now())).resolves.toBeNull()
    // While it waited for its turn, the proof has lapsed.
    const admittedAt = clock.now()
    clock.advance(15 * MINUTE_MS)
    await expect(run(admittedAt)).resolves.toBeNull()
    await expect(run(clock.now())).rejects.toThrow('was run without a proof')
    await store.write((tx) => removeSession(tx, accountId, sessionId))
    await expect(run(admittedAt)).rejects.toThrow('the session ended before')
    // This one needs proof because the other session was proved later.
    const other = await store.write((tx) => openSession(tx, accountId, browser, clock.now()))
    const endOther = makeOperations(context).run(endSession, {
      by: { actor: undefined as never, account, sessionId, provedAt: admittedAt, admittedAt, browser },
      found: undefined,
      members: { id: other.id },
    })
    await expect(endOther).rejects.toThrow('the session ended before')
  })

  // SQLite has one writer, whom no test can hold up after the session was read and before the form is done.
  it.each(engine === 'postgres' ? proved : [])(
    '$name is refused when its session ends while it waits',
    { timeout: 180_000 },
    async (row) => {
      const { store } = service
      const scene = await setScene(cast, row)
      const who = findWho(row) ?? 'creator'
      const { accountId } = cast.by[who]
      const browser = await cast.enter(who)
      const fields = { ...scene.fieldsOf(scene.path, cast.by[who]), form_id: randomUUID() }
      const stored = async () => (await dump(service)).filter(({ table }) => table !== 'sessions')
      const before = await stored()
      const isWaiting = once<{ readonly count: number }>(
        `select count(*) as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%proved_at from sessions%'`,
      )
      const { sent } = await store.write(async (tx) => {
        await holdOpen(tx)
        await removeSessions(tx, accountId, null)
        let isAnswered = false
        const begun = {
          sent: browser.post(scene.path, fields).finally(() => {
            isAnswered = true
          }),
        }
        await vi.waitUntil(async () => isAnswered || ((await store.first(isWaiting))?.count ?? 0) > 0, {
          interval: 5,
          timeout: 20_000,
        })
        return begun
      })
      const { status, text } = await sent
      expect([status, text.includes('You are signed out')]).toEqual([401, true])
      expect(await stored()).toEqual(before)
    },
  )
})
