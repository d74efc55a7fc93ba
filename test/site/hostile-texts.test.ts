// Hostile words in every place where a person's words stand on a page: a real browser reads them as text, they make no
// element and no attribute, and no link leads anywhere but to the web.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sitePages } from '../../packages/server/src/interfaces/site/pages.ts'
import { chromiumPath, openBrowser } from '../support/browser.ts'
import { engines } from '../support/engine.ts'
import { openPostOffice, type PostOffice } from '../support/post-office.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { loopbackAllowed } from '../support/subscriptions.ts'
import { makeHostileWorld, type HostileWorld } from './hostile-world.ts'
import { openParser, parsePage, type ParsedPage } from './parsed-page.ts'
import { SITE_URL, siteSettings, Visitor } from './visitor.ts'

const hostileTexts = [
  '<script>alert("hqx")</script>',
  '"><img src=x onerror=alert("hqx")>',
  "' onfocus='alert(1)' hqx='",
  '</textarea></title></style></select></q><hqx hqx=1>',
  '<!--hqx--><![CDATA[hqx]]></a><a href=javascript:hqx>',
  'javascript:alert("hqx")',
  '{{hqx}} ${hqx} <%= hqx %> &lt;hqx&gt; &#60;hqx> %3Chqx%3E',
  'hqx\u202Etxt.exe\u2066\u200B\u2028\u2400\\0&#0;%00',
  `hqx${'W'.repeat(1_000)}`,
] as const

/** Every name of a field that a form of the site reads as a text. */
const fieldNames = [
  'first_name last_name time_zone links wish name expires preset scopes old url description every events headers',
  'resend address email code next ceremony credential',
  'claim stake reference opponent_email opponent_member_id rematch_of group due_days due_preset step seen_at',
].flatMap((names) => names.split(' '))

/** These act on whatever they are sent, and show nothing that was typed. */
const silent = [
  '/sign-out',
  '/settings/sessions/end-others',
  '/settings/tokens/revoke-all',
  '/settings/data/export',
]

describe.skipIf(chromiumPath === undefined).each(engines)('hostile words on the site, on %s', (engine) => {
  let service: TestService
  let office: PostOffice
  let chromium: Browser
  let parser: Page
  /** What pages are made of where nobody means harm. */
  let harmless: ReadonlyMap<string, ParsedPage>
  beforeAll(async () => {
    office = await openPostOffice()
    service = await startTestService(engine, { ...loopbackAllowed, ...siteSettings, SMTP_URL: office.url })
    chromium = await openBrowser()
    parser = await openParser(chromium)
    harmless = (await look('plain')).pages
  }, 180_000)
  afterAll(async () => {
    await chromium.close()
    await service.stop()
    await office.close()
  })

  const look = async (text: string): Promise<{ world: HostileWorld; pages: Map<string, ParsedPage> }> => {
    const world = await makeHostileWorld(service, text)
    const pages = new Map<string, ParsedPage>()
    const own = sitePages.flatMap(({ kind, path }) =>
      kind === 'page' && !path.includes(':') ? [[path, path] as const] : [],
    )
    for (const [who, browser] of Object.entries(world.browsers)) {
      for (const [at, [path, address]] of [...own, ...world.paths].entries()) {
        const seen = await browser.get(address)
        pages.set(`${who} ${path} ${at}`, await parsePage(parser, seen.text))
      }
    }
    return { world, pages }
  }

  /** The one address of another scheme: the calendar that was just made, under the site's own host. */
  const isOwnCalendar = (link: string): boolean =>
    link.startsWith(`webcal://${new URL(SITE_URL).host}/calendar/`) && /^[^?#]*\/[\w-]{43}\.ics$/.test(link)

  const badLinks = ({ links }: ParsedPage): readonly string[] =>
    links.filter(
      (link) =>
        !/^https?:$/.test(new URL(link, SITE_URL).protocol) &&
        !link.startsWith('data:image/svg+xml') &&
        !isOwnCalendar(link),
    )

  it.each(hostileTexts)('%s is text wherever it stands', { timeout: 180_000 }, async (text) => {
    const { world, pages } = await look(text)
    for (const [name, page] of pages) {
      expect(page.elements, name).toEqual(harmless.get(name)?.elements)
      expect(page.scripts.join(''), name).toBe('')
      expect(badLinks(page), name).toEqual([])
    }
    const shown = [...pages.values()].map((page) => page.text)
    const missing = [...world.words].filter(([, word]) => !shown.some((one) => one.includes(word)))
    expect(missing.map(([place]) => place)).toEqual([])
  })

  it.each([...hostileTexts, 'hqx\0'])(
    '%s is text where it was typed and not taken',
    { timeout: 180_000 },
    async (text) => {
      const { browsers } = await makeHostileWorld(service, 'plain')
      const known = new Set(
        [...harmless.values()].flatMap(({ elements }) => elements.map((one) => one.split(' ')[0])),
      )
      const fields = Object.fromEntries(fieldNames.map((name) => [name, text]))
      const typedBack: string[] = []
      for (const { kind, path } of sitePages) {
        if (kind !== 'form' || path.includes(':') || silent.includes(path)) continue
        for (const browser of [browsers.hers, new Visitor(service.url)]) {
          const seen = await browser.post(path, fields)
          const page = await parsePage(parser, seen.text)
          expect(
            page.elements.filter((one) => !known.has(one.split(' ')[0]) || /hqx| on|style/.test(one)),
            path,
          ).toEqual([])
          expect(page.scripts.join(''), path).toBe('')
          expect(badLinks(page), path).toEqual([])
          if (page.text.includes(text)) typedBack.push(path)
        }
      }
      const kept = [
        '/sign-in',
        '/challenges/new',
        '/settings/names',
        '/settings/passkeys',
        '/settings/tokens',
        '/settings/webhooks',
        '/settings/data/erase',
      ]
      // A browser reads no NUL, whatever was typed.
      const lost = kept.filter((path) => !typedBack.includes(path))
      expect(lost).toEqual(text.includes('\0') ? kept : [])
    },
  )
})

it('every page with an id is looked at', async () => {
  const looked = [
    '/challenges/:id',
    '/settings/webhooks/:id',
    '/settings/webhooks/:id/deliveries/:delivery_id',
    '/groups/:group',
    '/groups/:group/members',
    '/groups/:group/members/:member_id',
    '/groups/:group/webhooks',
    '/groups/:group/webhooks/:id',
    '/groups/:group/webhooks/:id/deliveries/:delivery_id',
    '/groups/:group/tokens',
  ]
  // It shows nobody's words but an address, which the service has checked.
  const wordless = ['/sign-in/:link']
  expect(
    sitePages
      .filter(({ kind, access, path }) => kind === 'page' && access !== 'link' && path.includes(':'))
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual([...looked, ...wordless].toSorted())
})
