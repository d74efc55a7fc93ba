// What forms of the site lead to looks as its pages do: mistakes, what is shown once, what asks for proof, what is over.
// All of it can be reached by keyboard. And the check of the layout finds what is wrong.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest'
import { createGroup } from '../../packages/server/src/features/access/access.service.ts'
import { HOUR_MS } from '../../packages/server/src/kernel/instants.ts'
import { makeOperatorsLink } from '../../packages/server/src/features/sign-in/sign-in.service.ts'
import { chromiumPath, freePort, openBrowser } from '../support/browser.ts'
import { openPostOffice, type PostOffice } from '../support/post-office.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { findLayoutFaults } from './layout-faults.ts'
import { expectGoodLooks, openDetails } from './looks.ts'

describe.skipIf(chromiumPath === undefined)('what forms lead to', { timeout: 120_000 }, () => {
  let service: TestService
  let office: PostOffice
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let url: string
  beforeAll(async () => {
    office = await openPostOffice()
    const port = await freePort()
    url = `http://localhost:${port}`
    service = await startTestService('sqlite', {
      PORT: String(port),
      PUBLIC_URL: url,
      SMTP_URL: office.url,
      SIGN_UP: 'open',
      SITE_CONTACT: 'Robin, robin@test.example',
      READS_PER_MINUTE: '100000',
      WRITES_PER_MINUTE: '100000',
      WEBHOOK_ALLOW_PRIVATE: 'true',
    })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await service.stop()
    await office.close()
  })
  beforeEach(async () => {
    context = await browser.newContext()
    page = await context.newPage()
  })
  afterEach(() => context.close())

  const signIn = async (): Promise<string> => {
    const { store, keys, clock } = service
    const { email } = await service.account()
    const link = await store.write((tx) => makeOperatorsLink(tx, keys, email, clock.now()))
    await page.goto(`${url}/sign-in/${link}`)
    await expectGoodLooks(page, 'the page of a link')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${url}/`)
    return email
  }

  it('signing in and up', async () => {
    await page.goto(`${url}/sign-in`)
    await expectGoodLooks(page, 'signing in')
    await page.getByLabel('Your address').fill('a@b')
    await page.getByRole('button', { name: 'Mail me a link' }).click()
    await page.getByRole('alert').first().waitFor()
    await expectGoodLooks(page, 'signing in with no address')
    await page.getByLabel('Your address').fill('looks@test.example')
    await page.getByRole('button', { name: 'Mail me a link' }).click()
    await page.waitForURL(`${url}/sign-in/code`)
    await expectGoodLooks(page, 'the page of a code')
    await page.getByLabel('The code').fill('ZZZZ-ZZZZ')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').first().waitFor()
    await expectGoodLooks(page, 'a wrong code')
    await service.runDue()
    const [link = ''] = /http:\S+\/sign-in\/\S+/.exec(office.received.at(-1)?.text ?? '') ?? []
    await page.goto(link)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${url}/sign-up`)
    await expectGoodLooks(page, 'opening an account')
  })

  it('a token: mistakes, re-authentication, and its one showing', async () => {
    await signIn()
    await page.goto(`${url}/settings/tokens`)
    await page.getByLabel('Its name').fill('laptop')
    await page.getByLabel('Only what I tick below').check()
    await page.getByRole('button', { name: 'Make the token' }).click()
    await page.getByRole('alert').first().waitFor()
    await openDetails(page)
    await expectGoodLooks(page, 'a token without scopes')
    await page.getByLabel('Everything').check()
    service.clock.advance(HOUR_MS)
    await page.getByRole('button', { name: 'Make the token' }).click()
    await page.getByRole('heading', { name: 'Prove that it is you' }).waitFor()
    await expectGoodLooks(page, 're-authentication')
    await page.getByRole('button', { name: 'Mail me a code' }).click()
    await page.getByLabel('The code').waitFor()
    await expectGoodLooks(page, 're-authentication by a code')
    await service.runDue()
    const [code = ''] = /\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(office.received.at(-1)?.text ?? '') ?? []
    await page.getByLabel('The code').fill(code)
    await page.getByRole('button', { name: 'Go on', exact: true }).click()
    await page.getByText('Copy it now').waitFor()
    await expectGoodLooks(page, 'a new token')
  })

  it('a webhook: mistakes, its secret, and a delivery', async () => {
    await signIn()
    await page.goto(`${url}/settings/webhooks`)
    await page.getByLabel('The URL').fill('http://127.0.0.1:1/in')
    await page.getByLabel('Headers').fill('no colon here')
    await page.getByRole('button', { name: /Make/ }).click()
    await page.getByRole('alert').first().waitFor()
    await openDetails(page)
    await expectGoodLooks(page, 'a webhook with a wrong header')
    await page.getByLabel('Headers').fill('X-Api-Key: key')
    await page.getByRole('button', { name: /Make/ }).click()
    await page.getByText('Copy the signing secret now').waitFor()
    await expectGoodLooks(page, 'a new webhook')
    await page.getByRole('link', { name: 'I have copied it' }).click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('A test is on its way').waitFor()
    await service.runDue()
    await page.reload()
    await openDetails(page)
    await expectGoodLooks(page, 'a webhook that fails')
    await page.getByRole('link', { name: 'webhook.test' }).click()
    await page.getByText('What was sent').waitFor()
    await expectGoodLooks(page, 'a delivery')
  })

  it('members of a group: mistakes, and what became of a list', async () => {
    const { store, clock } = service
    const admin = { email: await signIn(), firstName: 'Ana' }
    const { id } = await store.write((tx) => createGroup(tx, { name: 'Blue', admin }, clock.now()))
    await page.goto(`${url}/groups/${id}/members`)
    await page.getByLabel('The address').fill('nobody@localhost')
    await page.getByLabel('The first name').fill('4')
    await page.getByRole('button', { name: 'Add them' }).click()
    await page.getByRole('alert').first().waitFor()
    await expectGoodLooks(page, 'a member with a wrong address')
    await page
      .getByLabel('The list')
      .fill(
        [
          'cleo@looks.example, Cleo',
          `عبد الرحمن <${'long'.repeat(14)}@looks.example>`,
          `${admin.email}, Ana`,
          'no address, Eve',
          `<script>alert(1)</script>${'W'.repeat(200)}`,
        ].join('\n'),
      )
    await page.getByRole('button', { name: 'Add all of them' }).click()
    await page.getByRole('heading', { name: 'What became of your list' }).waitFor()
    await expectGoodLooks(page, 'what became of a list')
    expect(await page.getByText('Of 5 lines 2 were added.').count()).toBe(1)
  })

  it('an erasure', async () => {
    const email = await signIn()
    await page.goto(`${url}/settings/data`)
    await page.getByLabel('Your address').fill('someone@else.example')
    await page.getByRole('button', { name: 'Erase my account' }).click()
    await page.getByRole('alert').first().waitFor()
    await expectGoodLooks(page, 'an erasure with a wrong address')
    await page.getByLabel('Your address').fill(email)
    await page.getByRole('button', { name: 'Erase my account' }).click()
    await page.getByRole('heading', { name: 'You are erased' }).waitFor()
    await expectGoodLooks(page, 'an erasure')
    expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0)
  })

  it('a summary of mistakes has the focus', async () => {
    await signIn()
    await page.goto(`${url}/settings/data`)
    await page.getByLabel('Your address').fill('someone@else.example')
    await page.getByRole('button', { name: 'Erase my account' }).click()
    await page.getByRole('alert').first().waitFor()
    expect(await page.evaluate("document.activeElement.getAttribute('role')")).toBe('alert')
  })

  it('a token is made and revoked by keyboard alone', async () => {
    await signIn()
    await page.goto(`${url}/settings/tokens`)
    /** Moves on to the control with this name, by keyboard alone. */
    const tabTo = async (name: RegExp): Promise<void> => {
      for (let steps = 0; steps < 60; steps += 1) {
        await page.keyboard.press('Tab')
        const text = (await page.evaluate(
          "(document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim().replace(/\\s+/g, ' ')",
        )) as string
        if (name.test(text)) return
      }
      throw new Error(`no way to ${String(name)} by keyboard`)
    }
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(page.url()).toContain('#main')
    await tabTo(/^Its name/)
    await page.keyboard.type('by keyboard')
    await tabTo(/^Make the token/)
    await page.keyboard.press('Enter')
    await page.getByText('Copy it now').waitFor()
    await tabTo(/^I have copied it/)
    await page.keyboard.press('Enter')
    await page.locator('strong', { hasText: 'by keyboard' }).waitFor()
    await tabTo(/^Revoke…/)
    await page.keyboard.press('Enter')
    await tabTo(/^Revoke by keyboard/)
    await page.keyboard.press('Enter')
    await page.getByText('The token is revoked').waitFor()
  })

  it.each([
    ['sticks out', "document.querySelector('h1').style.cssText = 'width:3000px'"],
    ['is cut off', "document.querySelector('h1').style.cssText = 'height:8px;overflow:hidden'"],
    [
      'high',
      "document.querySelector('button, a.button').style.cssText = 'min-height:0;height:20px;padding:0'",
    ],
    [
      'lies over another',
      "document.querySelectorAll('a.button').forEach((one) => (one.style.cssText = 'position:absolute;top:200px'))",
    ],
    ['loses a space', "document.querySelector('a.button').innerHTML = 'Play with <b>Eva</b>'"],
  ])('the check of the layout finds what %s', async (fault, script) => {
    await page.goto(url)
    expect(await findLayoutFaults(page)).toEqual([])
    await page.evaluate(script)
    expect((await findLayoutFaults(page)).join('\n')).toContain(fault)
  })
})
