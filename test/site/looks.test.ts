// Every page of the site in a real browser: in light and in dark, from 320 to 1920 pixels, nothing sticks out, is cut off or
// too small, and axe-core finds nothing. What forms lead to is in looks-of-forms.test.ts.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, openBrowser } from '../support/browser.ts'
import { isFast } from '../support/is-fast.ts'
import { useService } from '../support/service.ts'
import { expectGoodLooks, openDetails } from './looks.ts'
import { makeWorld, type SiteWorld } from './world.ts'

describe.skipIf(chromiumPath === undefined)('every page of the site', { timeout: 120_000 }, () => {
  const service = useService('sqlite', {
    READS_PER_MINUTE: '100000',
    WRITES_PER_MINUTE: '100000',
    SITE_CONTACT: 'Robin, robin@test.example',
    IMPRINT_URL: 'https://imprint.test.example/',
  })
  let browser: Browser
  let world: SiteWorld
  beforeAll(async () => {
    browser = await openBrowser()
    world = await makeWorld(service)
  })
  afterAll(() => browser.close())

  it('for who is not signed in', async () => {
    const page = await (await browser.newContext()).newPage()
    for (const path of ['/', '/sign-in', '/sign-in/nothing-of-the-kind']) {
      const response = await page.goto(service.url + path)
      expect(response?.headers()['content-type']).toContain('text/html')
      await expectGoodLooks(page, `stranger ${path}`)
    }
    await page.context().close()
  })

  const residents = isFast ? (['full', 'admin'] as const) : (['full', 'empty', 'free', 'admin'] as const)

  it.each(residents)('for someone whose account is %s', async (who) => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(service.url + (await world.linkFor(who)))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${service.url}/`)
    for (const path of world.pathsOf(who)) {
      const response = await page.goto(service.url + path)
      expect(response?.status(), path).toBe(200)
      await openDetails(page)
      await expectGoodLooks(page, `${who} ${path}`)
    }
    await context.close()
  })
})
