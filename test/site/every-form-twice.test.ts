// Every form of someone who is signed in, sent twice, does one thing: the second time it gives the same answer and changes
// nothing, whatever it does. What signs in or out has its own tests, in pressed-twice.test.ts.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../packages/server/src/config/config.ts'
import { openSession } from '../../packages/server/src/features/sessions/session.service.ts'
import { endOtherSessions } from '../../packages/server/src/features/sign-in/sign-in.operations.ts'
import { sitePages } from '../../packages/server/src/interfaces/site/pages.ts'
import { MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { makeOperations } from '../../packages/server/src/operations/run-operation.ts'
import { dump } from '../support/dump.ts'
import { engines } from '../support/engine.ts'
import { useService } from '../support/service.ts'
import { gatherVisitors, type SiteCast } from './cast.ts'
import { siteGrid, type SiteRow } from './reach-grid.ts'
import { setScene } from './reach-scenes.ts'
import { siteSettings, type SeenPage } from './visitor.ts'

const settings = { ...siteSettings, READS_PER_MINUTE: '100000', WRITES_PER_MINUTE: '100000' }

type OwnForm = Extract<(typeof sitePages)[number], { readonly kind: 'form'; readonly access: 'signed_in' }>

const ownForms = sitePages.filter(
  (page): page is OwnForm => page.kind === 'form' && page.access === 'signed_in',
)

/** What it does is remembered under its key. */
const isByKey = ({ work: { does } }: OwnForm): boolean =>
  does.every((one) => !('once' in one) || one.once === 'by_key')

/** After it nobody is signed in who could send it again. */
const ENDS_THE_SESSION = '/sign-out'

const isReached = (word: string): boolean => word === 'page' || word === 'led'

const findWho = ({ expected }: SiteRow) =>
  (['creator', 'admin'] as const).find((who) => isReached(expected[who]))

const rows = siteGrid.filter(
  (row) =>
    row.method === 'POST' &&
    row.path !== ENDS_THE_SESSION &&
    findWho(row) !== undefined &&
    ownForms.some((form) => form.path === row.path && isByKey(form)),
)

/** Beyond what the scene sends: to be sent, not only looked at. */
const more = (path: string, now: number): Readonly<Record<string, string>> =>
  path === '/challenges/new' ? { step: 'send', seen_at: String(now) } : {}

/** Without the ids of forms, which are others each time. */
const answerOf = ({ status, headers, text }: SeenPage) => ({
  status,
  location: headers['location'],
  text: text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ''),
})

it('most forms are among those that are remembered', () => {
  expect(rows.length).toBeGreaterThan(25)
  expect(ownForms.filter((form) => !isByKey(form)).map(({ path }) => path)).toEqual([
    '/settings/data/export',
    '/settings/data/erase',
  ])
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
    expect(answerOf(second)).toEqual(answerOf(first))
    expect(await dump(service)).toEqual(before)
  })

  it('what needs a proof is not done without one', async () => {
    const { store, keys, clock, databaseUrl } = service
    const { accountId, personId, email } = cast.by.creator
    const browser = { hash: 'x', name: 'a browser' }
    const { id: sessionId } = await store.write((tx) => openSession(tx, accountId, browser, clock.now()))
    const account = { id: accountId, personId, firstName: 'Ana', email, plan: 'club', hadClub: true } as const
    const context = { store, keys, clock, config: readConfig({ DATABASE_URL: databaseUrl }) }
    const run = () =>
      makeOperations(context).run(endOtherSessions, {
        by: { actor: undefined as never, account, sessionId, provedAt: clock.now(), browser },
        key: { ownerId: accountId, actorId: accountId, key: randomUUID() },
        found: undefined,
      })
    await expect(run()).resolves.toBeNull()
    clock.advance(15 * MINUTE_MS)
    await expect(run()).rejects.toThrow('was run without a proof')
  })
})
