// Addresses that no page of the site ever gives: whatever stands where an id is expected, nothing is there and nothing
// breaks, on both engines.
import { beforeAll, describe, expect, it } from 'vitest'
import { sitePages } from '../../packages/server/src/interfaces/site/pages.ts'
import { engines } from '../support/engine.ts'
import { useService } from '../support/service.ts'
import { siteSettings, Visitor, type SeenPage } from './visitor.ts'

const oddIds = ['%00', 'x%00', '%0D%0A', '%E2%82%AC', '%E2%80%AE', '%2F..%2F..', "'", '{{}}', 'x'.repeat(200)]

const withIds = sitePages.filter(({ path }) => path.includes(':'))

describe.each(engines)('an odd address, on %s', (engine) => {
  const service = useService(engine, {
    ...siteSettings,
    READS_PER_MINUTE: '100000',
    WRITES_PER_MINUTE: '100000',
  })
  let browser: Visitor
  let email: string
  beforeAll(async () => {
    browser = new Visitor(service.url)
    email = (await service.account()).email
    await browser.signIn(service, email)
  })

  const breaks = (): readonly string[] => service.logLines.filter((line) => line.includes('a page failed'))

  it.each(withIds.map(({ kind, path }) => [kind, path] as const))(
    'of the %s %s leads to nothing',
    async (kind, path) => {
      // Someone who is signed in is told so in place of an expired link.
      const visitor = path === '/sign-in/:link' ? new Visitor(service.url) : browser
      for (const odd of oddIds) {
        const address = path.replaceAll(/:\w+/g, odd)
        // The address of a form leads to the page that has it, which may not exist.
        expect((await visitor.get(address)).status, odd).toBeOneOf([303, 404])
        // What a form asks for, where it asks before it looks.
        const fields = { [`name_${decodeURIComponent(odd)}`]: 'desk' }
        const seen = kind === 'form' ? await visitor.post(address, fields) : await visitor.get(address)
        // A form leads to the list that it stood in, which says that there is nothing.
        const isGone = kind === 'form' && String(seen.headers['location']).includes('did=gone')
        expect(isGone ? 404 : seen.status, `${odd}\n${seen.text}`).toBe(404)
      }
      expect(breaks()).toEqual([])
    },
  )

  it('has odd words after it, and is read all the same or not at all', async () => {
    for (const { kind, path } of sitePages) {
      if (kind !== 'page' || path.includes(':')) continue
      for (const name of ['after', 'before', 'next', 'did']) {
        for (const odd of oddIds.slice(0, 4)) {
          const { status } = await browser.get(`${path}?${name}=${odd}`)
          expect(status, `${path} ${name} ${odd}`).toBeLessThan(500)
        }
      }
    }
    expect(breaks()).toEqual([])
  })

  const isSignedInFrame = ({ text }: SeenPage): boolean =>
    text.includes('<a href="/groups"') && !text.includes('href="/sign-in"')

  it('that leads to no place in a list is answered in the frame of who is signed in', async () => {
    const group = await service.group()
    await group.addMember(email)
    for (const path of [
      '/challenges',
      '/groups',
      '/settings/webhooks',
      `/groups/${group.id}`,
      `/groups/${group.id}/members`,
    ]) {
      const seen = await browser.get(`${path}?after=x`)
      expect([seen.status, isSignedInFrame(seen)], path).toEqual([400, true])
      expect(seen.text).toContain('This address is not one that a page here leads to.')
      expect(seen.headers['cache-control']).toBe('no-store')
    }
  })

  it('that is sent too much says so, in the frame of who is signed in', async () => {
    const much = { claim: 'x'.repeat(70_000) }
    const seen = await browser.post('/challenges/new', much)
    expect([seen.status, isSignedInFrame(seen)]).toEqual([400, true])
    expect(seen.text).toContain('<h1>That was too long</h1>')
    expect(seen.text).toContain('A form takes 64 KiB')
    const stranger = await new Visitor(service.url).post('/challenges/new', much)
    expect([stranger.status, isSignedInFrame(stranger)]).toEqual([400, false])
    const foreign = await browser.post('/challenges/new', much, { 'sec-fetch-site': 'cross-site' })
    expect(foreign.status).toBe(403)
  })

  it('is not given to a passkey either', async () => {
    const stranger = new Visitor(service.url)
    const page = await stranger.get('/sign-in')
    for (const id of ['\0', '', 'x'.repeat(5_000), '€']) {
      const credential = JSON.stringify({ id })
      expect((await stranger.submit(page, '/sign-in/passkey', { credential })).status).toBe(400)
    }
    expect(breaks()).toEqual([])
  })
})
