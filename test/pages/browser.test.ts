// The whole story in a real browser, following the links of mails that a real SMTP server received: no token,
// no script, on a screen of 360 pixels.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { words } from '../../packages/server/src/wording/words.ts'
import type { Challenge } from '@challenge-service/contract'
import { chromiumPath, openBrowser, startMailedService, type MailedService } from '../support/browser.ts'
import { newChallenge, person, type Person } from '../support/people.ts'

describe.skipIf(chromiumPath === undefined)('someone without an account, in a browser', () => {
  let mailed: MailedService
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let ana: Person
  const email = 'bea@elsewhere.example'
  const problems: string[] = []

  beforeAll(async () => {
    mailed = await startMailedService()
    ana = await person(mailed.service)
    browser = await openBrowser()
    context = await browser.newContext({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false })
    page = await context.newPage()
    page.setDefaultTimeout(15_000)
    page.on('console', (message) => problems.push(message.text()))
  })
  afterAll(async () => {
    await browser.close()
    await mailed.stop()
  })

  const expectFits = async (): Promise<void> => {
    const box = await page.locator('body').boundingBox()
    expect(box?.width).toBeLessThanOrEqual(360)
    for (const button of await page.locator('main button:visible, main summary:visible').all()) {
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
  }
  const standing = async () => (await page.locator('.standing').textContent())?.replace(/\.$/, '')
  const heading = () => page.getByRole('heading', { level: 1 }).textContent()

  it('is invited, accepts, is told an outcome, and disputes it', { timeout: 90_000 }, async () => {
    const reply = await ana.call('POST', '/v1/challenges', {
      ...newChallenge(ana),
      opponent_email: email,
    })
    const created = reply.body.data as Challenge

    await page.goto(await mailed.linkTo(email))
    expect(await standing()).toBe('Pat challenges you')
    await expectFits()
    const nameField = page.getByLabel('Your first name')
    await nameField.fill('Bea')
    await nameField.press('Enter')
    expect((await ana.get(created)).status).toBe('pending')
    expect(await nameField.inputValue()).toBe('Bea')

    await nameField.fill('http://bea')
    await page.getByRole('button', { name: words.choice.accept, exact: true }).click()
    expect((await ana.get(created)).status).toBe('pending')
    await expectFits()
    expect(await nameField.inputValue()).toBe('http://bea')
    expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('alert')
    // What is wrong stands right above what was typed.
    const problem = await page.locator('p.problem').boundingBox()
    const typed = await nameField.boundingBox()
    expect((typed?.y ?? 0) - ((problem?.y ?? 0) + (problem?.height ?? 0))).toBeLessThan(16)
    expect(problem?.y).toBeLessThan(typed?.y ?? 0)

    await nameField.fill('Bea')
    await page.getByRole('button', { name: words.choice.accept, exact: true }).click()
    expect(await standing()).toBe('In progress')
    await expectFits()
    await page.reload()
    expect(await standing()).toBe('In progress')
    expect((await ana.get(created)).opponent).toEqual({ first_name: 'Bea' })

    await ana.act(created, 'resolve', { outcome: 'creator_won' })
    await page.goto(await mailed.linkTo(email))
    expect(await standing()).toBe('Pat says “I won”')
    await page.getByText(words.choice.dispute, { exact: true }).click()
    await expectFits()
    await page.getByLabel('Why?').fill('It was nine kilometres.')
    await page.getByRole('button', { name: words.choice.disputeSure }).click()
    expect(await standing()).toBe('You disagree: settle it together')
    expect((await ana.get(created)).dispute).toMatchObject({
      opened_by: 'opponent',
      reason: 'It was nine kilometres.',
    })

    await page.goto(await mailed.linkTo(ana.email))
    expect(await standing()).toBe('Bea disagrees: settle it together')
    await page.getByText(words.choice.concede({ name: 'Bea' })).click()
    await expectFits()
    expect(await page.getByText('You can’t undo this').isVisible()).toBe(true)
    expect((await ana.get(created)).status).toBe('disputed')
    await page.getByRole('button', { name: words.choice.sureToLose({ name: 'Bea' }) }).click()
    expect(await standing()).toBe('Bea won, you conceded')

    await page.getByRole('link', { name: 'Choose which mails you get' }).click()
    expect(await heading()).toBe('Mails to you')
    await page.getByText('Nothing at all…').click()
    await expectFits()
    await page.getByRole('button', { name: 'No news' }).click()
    await page.getByRole('button', { name: 'Get news as it happens' }).click()
    await page.getByText('Nothing at all…').click()
    await page.getByRole('button', { name: 'Send me nothing at all' }).click()
    expect(await page.getByText('Nothing is mailed to this address.').count()).toBe(1)

    await page.goto(await mailed.linkTo(email))
    await page.getByText('More', { exact: true }).click()
    await expectFits()
    await page.getByRole('button', { name: 'Block Pat', exact: true }).click()
    await page.getByText('More', { exact: true }).click()
    await page.getByRole('button', { name: 'Unblock Pat' }).click()
    await page.getByText('More', { exact: true }).click()
    await page.getByRole('button', { name: 'I passed this mail on: end earlier links' }).click()
    expect(await heading()).toBe('The earlier links have ended')
    await page.goto(await mailed.linkTo(email))
    expect(await standing()).toBe('You won, Pat conceded')
    // Neither the stylesheet nor a form was refused by the page's own policy: only the wrong name was, by the service.
    expect(problems).toEqual([
      'Failed to load resource: the server responded with a status of 400 (Bad Request)',
    ])
  })
})
