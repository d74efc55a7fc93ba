// Making a challenge in a real browser, with scripts and without: the form, what is wrong with it, the look before it
// goes, and inviting again. All of it looks as it should, and can be done with the keyboard alone.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOperatorsLink } from '../../packages/server/src/features/sign-in/sign-in.service.ts'
import { chromiumPath, freePort, openBrowser } from '../support/browser.ts'
import { challenge, person, type Person } from '../support/people.ts'
import { startTestService, type TestGroup, type TestService } from '../support/service.ts'
import { expectGoodLooks } from './looks.ts'

const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitän'

describe.skipIf(chromiumPath === undefined)('a new challenge in a browser', { timeout: 180_000 }, () => {
  let service: TestService
  let browser: Browser
  let url: string
  let ana: Person
  let group: TestGroup
  beforeAll(async () => {
    const port = await freePort()
    url = `http://localhost:${port}`
    service = await startTestService('sqlite', {
      PORT: String(port),
      PUBLIC_URL: url,
      READS_PER_MINUTE: '100000',
      WRITES_PER_MINUTE: '100000',
    })
    browser = await openBrowser()
    ana = await person(service)
    group = await service.group()
    for (const [email, name] of [
      [ana.email, 'Ana'],
      ['mira@group.example', 'Mira'],
      ['long@group.example', LONG_WORD.slice(0, 40)],
    ] as const)
      await group.addMember(email, null, name)
    const ben = await person(service)
    const played = await challenge(ana, ben)
    await ben.act(played, 'accept')
    await ben.act(played, 'resolve', { outcome: 'creator_won' })
  })
  afterAll(async () => {
    await browser.close()
    await service.stop()
  })

  const enter = async (javaScriptEnabled: boolean) => {
    const { store, keys, clock } = service
    const context = await browser.newContext({ javaScriptEnabled })
    const page = await context.newPage()
    const link = await store.write((tx) => makeOperatorsLink(tx, keys, ana.email, clock.now()))
    await page.goto(`${url}/sign-in/${link}`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${url}/`)
    return { context, page }
  }

  it('looks well at every step', async () => {
    const { context, page } = await enter(true)
    await page.goto(`${url}/challenges/new`)
    await expectGoodLooks(page, 'new challenge')
    await page.getByLabel('What you claim').fill(`${LONG_WORD.repeat(10)}\n<b>سأركض عشرة كيلومترات</b> 🏃`)
    await page.getByLabel('Make it in').selectOption('Blue')
    await page.getByRole('button', { name: 'List the members of the chosen group' }).click()
    await page.getByLabel('A member of the group').waitFor()
    await expectGoodLooks(page, 'new challenge in a group')
    await page.getByLabel('What is at stake').fill('سأركض')
    await page.getByRole('button', { name: 'See it before it goes' }).click()
    await page.getByRole('alert').waitFor()
    await expectGoodLooks(page, 'new challenge with a mistake')
    await page.getByLabel('A member of the group').selectOption('Mira')
    await page.getByLabel('Your name for them').fill(LONG_WORD.slice(0, 40))
    await page.getByRole('button', { name: 'See it before it goes' }).click()
    await page.getByRole('heading', { name: 'Before it goes' }).waitFor()
    await expectGoodLooks(page, 'before it goes')
    await page.getByRole('button', { name: 'Send the challenge' }).click()
    await page.waitForURL(/did=sent/)
    await expectGoodLooks(page, 'sent')
    await page.getByRole('button', { name: 'Send the invitation again' }).click()
    await page.waitForURL(/did=invited_again/)
    await expectGoodLooks(page, 'invited again')
    await context.close()
  })

  it.each([true, false])('is made with the keyboard alone, scripts: %s', async (hasScripts) => {
    const { context, page } = await enter(hasScripts)
    await page.goto(`${url}/challenges/new`)
    await page.getByLabel('What you claim').focus()
    await page.keyboard.type('I stand on my hands for a minute')
    await page.getByLabel('Their address').focus()
    await page.keyboard.type(`keys${String(hasScripts)}@elsewhere.example`)
    await page.getByLabel('What is at stake').focus()
    await page.keyboard.type('a pizza')
    // Enter shows what goes; it sends nothing.
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Before it goes' }).waitFor()
    await page.getByRole('button', { name: 'Send the challenge' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/did=sent/)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
      'I stand on my hands for a minute',
    )
    await context.close()
  })
})
