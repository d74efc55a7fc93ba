// A path that no page has, for who is signed in and for who is not.
import { describe, expect, it } from 'vitest'
import { engines } from '../support/engine.ts'
import { useService } from '../support/service.ts'
import { siteSettings, Visitor } from './visitor.ts'

describe.each(engines)('a path that no page has, on %s', (engine) => {
  const service = useService(engine, siteSettings)

  const look = (visitor: Visitor) => visitor.get('/no/such/page', { accept: 'text/html' })

  it('has the frame of who is signed in, and is kept by no browser', async () => {
    const browser = await Visitor.signedIn(service, (await service.account()).email)
    const seen = await look(browser)
    expect(seen.status).toBe(404)
    expect(seen.text).toContain('There is nothing here')
    expect(seen.text).toContain('href="/challenges"')
    expect(seen.text).toContain('href="/settings"')
    expect(seen.headers['cache-control']).toBe('no-store')
  })

  it('has the frame of nobody for everyone else, also under another host', async () => {
    const browser = await Visitor.signedIn(service, (await service.account()).email)
    const elsewhere = browser.copy({ host: 'x.example' })
    for (const visitor of [new Visitor(service.url), elsewhere]) {
      const seen = await look(visitor)
      expect([seen.status, seen.text.includes('There is nothing here')]).toEqual([404, true])
      expect(seen.text).not.toContain('href="/settings"')
    }
  })
})
