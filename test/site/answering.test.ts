// Answering from the site: it leads to the page behind the links of mails, which acts for whoever is signed in.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../support/engine.ts'
import { challenge, person } from '../support/people.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { siteSettings, SITE_URL, Visitor } from './visitor.ts'

describe.each(engines)('answering, on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService(engine, siteSettings)
  })
  afterAll(() => service.stop())

  it('is one click from home, and is done on the page that it leads to', async () => {
    const [ana, ben] = [await person(service), await person(service)]
    const made = await challenge(ana, ben)
    const browser = new Visitor(service.url)
    await browser.signIn(service, ben.email)
    expect((await browser.get('/')).text).toContain(`href="/challenges/${made.id}/answer"`)
    const { headers } = await browser.get(`/challenges/${made.id}/answer`)
    const path = String(headers['location'])
    expect(path).toMatch(/^\/a\/[\w.~-]+$/)
    expect((await browser.get(path)).status).toBe(200)
    const sent = await browser.post(path, { choice: 'accept' }, { origin: SITE_URL })
    expect(sent.status, sent.text).toBe(303)
    expect(await ana.get(made)).toMatchObject({ status: 'active' })
  })

  it('is for the two parties alone', async () => {
    const [ana, ben, mallory] = [await person(service), await person(service), await person(service)]
    const made = await challenge(ana, ben)
    const stranger = new Visitor(service.url)
    await stranger.signIn(service, mallory.email)
    expect((await stranger.get(`/challenges/${made.id}/answer`)).status).toBe(404)
    const nobody = await new Visitor(service.url).get(`/challenges/${made.id}/answer`)
    expect(nobody.headers['location']).toMatch(/^\/sign-in\?next=/)
  })
})
