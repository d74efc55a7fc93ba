// Who reaches what on the site: each page and each form, asked by everyone who may knock, held against a grid written by
// hand. What is someone else's looks like what is not there, and nothing of theirs is on any page.
import { beforeAll, describe, expect, it } from 'vitest'
import { sitePages } from '../../packages/server/src/interfaces/site/pages.ts'
import { settingsSections } from '../../packages/server/src/interfaces/site/pages/settings/settings-frame.ts'
import { MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { engines } from '../support/engine.ts'
import { expectNoFaults } from '../support/faults.ts'
import { plantFault, type Edit } from '../support/planted.ts'
import { startPlanted, useService } from '../support/service.ts'
import { gatherVisitors, visitors, type SiteCast, type VisitorName } from './cast.ts'
import { siteGrid, type SiteRow } from './reach-grid.ts'
import { setScene, type SiteScene } from './reach-scenes.ts'
import { SiteWitness } from './site-witness.ts'
import { siteSettings, type SeenPage, type Visitor } from './visitor.ts'

const SETTINGS_LIST =
  'settingsSections in packages/server/src/interfaces/site/pages/settings/settings-frame.ts'

const settings = { ...siteSettings, READS_PER_MINUTE: '1000000', WRITES_PER_MINUTE: '1000000' }

const words: Readonly<Record<number, string>> = {
  200: 'page',
  400: 'again',
  401: 'out',
  402: 'club',
  403: 'refused',
  404: 'hidden',
  409: 'again',
}

const wordOf = ({ status, headers }: SeenPage): string => {
  if (status !== 303) return words[status] ?? String(status)
  const to = String(headers['location'])
  // Led to the list, which says of it what it says of what never was.
  if (to.endsWith('did=gone')) return 'hidden'
  return to.startsWith('/sign-in?next=') ? 'enter' : 'led'
}

const ask = (
  browser: Visitor,
  { method }: SiteRow,
  path: string,
  fields: ReturnType<SiteScene['fieldsOf']>,
) => (method === 'GET' ? browser.get(path) : browser.post(path, fields))

/** What differs from one page to the next by chance, and what was asked for. */
const withoutChance = ({ text, headers, status }: SeenPage, path: string): string =>
  JSON.stringify([status, headers['location'], headers['cache-control'], text])
    .replaceAll(encodeURIComponent(path), 'PATH')
    .replaceAll(path, 'PATH')
    .replaceAll(/(?:value|data-options)=\\"[^"]*\\"/g, '')

interface Asked {
  readonly cast: SiteCast
  readonly witness: SiteWitness
  readonly row: SiteRow
}

const unmarked = new Set<string>()

/** A form of someone who is signed in says for whom it was made; one that signs someone in does not. */
const noteUnmarked = ({ name }: SiteRow, { text, forms }: SeenPage): void => {
  if (!text.includes('href="/settings"')) return
  for (const { action, fields } of forms) {
    const isMarked = fields.some(([field, value]) => field === 'made_for' && value !== '')
    if (!isMarked && !action.startsWith('/sign-in')) unmarked.add(`${action} on ${name}`)
  }
}

/** Of what is not there the same must be said. */
const answerTo = async (
  { cast, witness, row }: Asked,
  scene: SiteScene,
  who: VisitorName,
): Promise<string> => {
  const by = who === 'nobody' ? undefined : cast.by[who]
  const browser = await cast.enter(who)
  const seen = await ask(browser, row, scene.path, scene.fieldsOf(scene.path, by))
  witness.hear(who, row.name, seen, scene.ids)
  noteUnmarked(row, seen)
  const word = wordOf(seen)
  // Who may see it may be told that it is there.
  const isSeen = ['refused', 'again'].includes(word) && row.expected[who] === word
  if (scene.ids.length === 0 || isReached(word) || isSeen) return word
  const nothing = await ask(browser, row, scene.absentPath, scene.fieldsOf(scene.absentPath, by))
  return withoutChance(seen, scene.path) === withoutChance(nothing, scene.absentPath) ? word : 'a hint'
}

const isReached = (word: string): boolean => word === 'page' || word === 'led'

/** What is not as the grid says, of one row. What someone has reached may be gone: the next one is requested again. */
const deviations = async (asked: Asked): Promise<readonly string[]> => {
  const { cast, row } = asked
  const found: string[] = []
  let scene: SiteScene | undefined
  for (const who of visitors) {
    scene ??= await setScene(cast, row)
    const [wanted, seen] = [row.expected[who], await answerTo(asked, scene, who)]
    if (seen !== wanted) found.push(`${row.name} by ${who}: ${seen} in place of ${wanted}`)
    if (row.method === 'POST' && isReached(seen)) scene = undefined
  }
  return found
}

it('every page and every form has its row', () => {
  const rows = siteGrid.map(({ method, path }) => `${method} ${path}`)
  const pages = sitePages
    // Those behind links have their own in test/pages.
    .filter(({ access }) => access !== 'link')
    .map(({ kind, path }) => `${kind === 'page' ? 'GET' : 'POST'} ${path}`)
  const missing = pages.filter((page) => !rows.includes(page))
  const stale = rows.filter((row) => !pages.includes(row))
  expectNoFaults([
    ...missing.map(
      (page) => `${page} has no row: add one that says who reaches it to test/site/reach-grid.ts`,
    ),
    ...stale.map((row) => `${row} is neither page nor form: take its row out of test/site/reach-grid.ts`),
  ])
})

it('every page of the settings is in their list', () => {
  const listed: readonly string[] = settingsSections.map(([path]) => path)
  const pages = sitePages.flatMap(({ kind, path }) => (kind === 'page' ? [path] : []))
  const missing = pages.filter((path) => /^\/settings(?:\/[^/]+)?$/.test(path) && !listed.includes(path))
  const stale = listed.filter((path) => !pages.includes(path))
  expectNoFaults([
    ...missing.map((path) => `${path} is not in the list of the settings: add a line to ${SETTINGS_LIST}`),
    ...stale.map((path) => `${path} is no page: take its line out of ${SETTINGS_LIST}`),
  ])
})

describe.each(engines)('reach on the site, on %s', (engine) => {
  const service = useService(engine, settings)
  let cast: SiteCast
  let witness: SiteWitness
  beforeAll(async () => {
    cast = await gatherVisitors(service)
    witness = new SiteWitness(cast)
  }, 180_000)

  it.each(siteGrid)('of $name is as the grid says', { timeout: 180_000 }, async (row) => {
    expect(await deviations({ cast, witness, row })).toEqual([])
  })

  it('says nothing of someone else, and no secret, on any of these pages', async () => {
    expect(witness.count).toBeGreaterThanOrEqual(siteGrid.length * visitors.length)
    expect(await witness.leaks()).toEqual([])
  })

  it('says in every form for whom it was made', () => {
    expect([...unmarked]).toEqual([])
  })

  it('asks who sits there before it says whether there is something', { timeout: 180_000 }, async () => {
    const needingProof = sitePages.flatMap((page) =>
      page.kind === 'form' && page.access === 'signed_in' && page.work.needsProof === true ? [page.path] : [],
    )
    const browser = await cast.enter('outsider')
    service.clock.advance(15 * MINUTE_MS)
    for (const row of siteGrid.filter(
      ({ method, path }) => method === 'POST' && needingProof.includes(path),
    )) {
      const scene = await setScene(cast, row)
      const answers = await Promise.all(
        [scene.path, scene.absentPath].map(async (path) => {
          const seen = await ask(browser, row, path, scene.fieldsOf(path, cast.by.outsider))
          witness.hear('outsider', `${row.name}, unproved`, seen, scene.ids)
          expect(seen.text, row.name).toContain('Prove that it is you')
          return withoutChance(seen, path)
        }),
      )
      expect(answers[0], row.name).toBe(answers[1])
    }
    expect(await witness.leaks()).toEqual([])
  })
})

describe('a page that shows too much is found:', () => {
  const server = 'packages/server/src'
  const faults: readonly (readonly [string, Edit, SiteRow['name'], string])[] = [
    [
      'a session that anyone can end',
      {
        file: `${server}/features/sessions/session.store.ts`,
        from: 'delete from sessions where account_id = $1 and id = $2',
        to: 'delete from sessions where $1 = $1 and id = $2',
      },
      'POST /settings/sessions/:id/end',
      'POST /settings/sessions/:id/end by outsider: led in place of hidden',
    ],
    [
      'a passkey that anyone can remove',
      {
        file: `${server}/features/passkeys/passkey.store.ts`,
        from: 'delete from passkeys where account_id = $1 and id = $2',
        to: 'delete from passkeys where $1 = $1 and id = $2',
      },
      'POST /settings/passkeys/:id/remove',
      'POST /settings/passkeys/:id/remove by opponent: led in place of hidden',
    ],
    [
      'a token of someone else, told from none',
      {
        file: `${server}/features/tokens/own-tokens.service.ts`,
        from: '  if (!token) throw notVisible()',
        to: `  if (!token && (await tx.first({ name: null, text: 'select 1 as one from tokens where id = $1' }, id)))
            throw refuse('forbidden', 'not_for_you', 'It is of someone else.')
          if (!token) throw notVisible()`,
      },
      'POST /settings/tokens/:id/revoke',
      'POST /settings/tokens/:id/revoke by member: a hint in place of hidden',
    ],
    [
      'a session for someone who has none',
      {
        file: `${server}/features/sessions/session.store.ts`,
        from: 'where s.hash = $1 and p.email is not null',
        to: "where $1 <> '' and p.email is not null order by s.hash",
      },
      'POST /settings/names',
      'POST /settings/names by erased: led in place of out',
    ],
    [
      'passkeys of everyone',
      {
        file: `${server}/features/passkeys/passkey.store.ts`,
        from: 'from passkeys where account_id = $1 order by id',
        to: 'from passkeys where $1 = $1 order by id',
      },
      'GET /settings/passkeys',
      'a word of creator to outsider on GET /settings/passkeys',
    ],
    [
      'the hash of a session',
      {
        file: `${server}/features/sessions/session.store.ts`,
        from: 'select id, browser, created_at',
        to: 'select id, hash as browser, created_at',
      },
      'GET /settings/sessions',
      'sessions.hash to creator on GET /settings/sessions',
    ],
    [
      'what is for admins of a group, shown to its members',
      {
        file: `${server}/interfaces/site/pages/groups/own-group.ts`,
        from: '  if (!isAdmin(group)) throw notVisible()',
        to: '',
      },
      'GET /groups/:group/tokens',
      'GET /groups/:group/tokens by member: page in place of hidden',
    ],
    [
      'surnames of members',
      {
        file: `${server}/features/groups/groups.store.ts`,
        from: '`select id, group_id, person_id, first_name, role',
        to: '`select id, group_id, person_id, last_name as first_name, role',
      },
      'GET /groups/:group/members',
      'a word of creator to member on GET /groups/:group/members',
    ],
    [
      'a word of the creator on the page of a challenge',
      {
        file: `${server}/interfaces/site/pages/challenges/challenge-body.ts`,
        from: "${fact('At stake', challenge.stake)}",
        to: "${fact('At stake', `anaqxword${challenge.stake}`)}",
      },
      'GET /challenges/:id (inGroup)',
      'a word of creator to member on GET /challenges/:id (inGroup)',
    ],
  ]

  it.each(faults)('%s', { timeout: 180_000 }, async (_, edit, name, expected) => {
    const sources = plantFault([edit])
    const service = await startPlanted(sources, 'sqlite', settings)
    try {
      const cast = await gatherVisitors(service)
      const witness = new SiteWitness(cast)
      const rows = siteGrid.filter((row) => row.name === name)
      const found: string[] = []
      for (const row of rows) found.push(...(await deviations({ cast, witness, row })))
      expect([...found, ...(await witness.leaks())]).toContain(expected)
    } finally {
      await service.stop()
      sources.remove()
    }
  })
})
