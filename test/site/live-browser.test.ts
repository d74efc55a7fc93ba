// Two people in real browsers: what one does appears on the other's page without reloading, and takes nothing away.
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dismissMember } from '../../packages/server/src/features/groups/operator.service.ts'
import { makeOperatorsLink } from '../../packages/server/src/features/sign-in/sign-in.service.ts'
import { chromiumPath, freePort, openBrowser } from '../support/browser.ts'
import { engines } from '../support/engine.ts'
import { challengeIn, throughGroup } from '../support/groups.ts'
import { challenge, person, type Person } from '../support/people.ts'
import { startTestService, type TestService } from '../support/service.ts'

const WITHIN_MS = 15_000
const script = fileURLToPath(new URL('live.page.mjs', import.meta.url))

describe.skipIf(chromiumPath === undefined).each(engines)(
  'a live page in a browser, on %s',
  { timeout: 180_000 },
  (engine) => {
    let service: TestService
    let browser: Browser
    let context: BrowserContext
    let page: Page
    let url: string
    let ana: Person
    let ben: Person
    const faults: string[] = []

    beforeAll(async () => {
      const port = await freePort()
      url = `http://localhost:${port}`
      const many = { WRITES_PER_MINUTE: '10000', READS_PER_MINUTE: '10000' }
      service = await startTestService(engine, { PORT: String(port), PUBLIC_URL: url, ...many })
      browser = await openBrowser()
    })
    afterAll(async () => {
      await browser.close()
      await service.stop()
    })
    beforeEach(async () => {
      ana = await person(service)
      ben = await person(service)
      context = await browser.newContext()
      page = await enter(ana)
    })
    afterEach(async () => {
      await context.close()
      await service.untilNoneWaits()
      if (faults.length > 0) throw new Error(faults.splice(0).join('\n'))
    })

    const enter = async ({ email }: Person, into = context): Promise<Page> => {
      const { store, keys, clock } = service
      const link = await store.write((tx) => makeOperatorsLink(tx, keys, email, clock.now()))
      const opened = await into.newPage()
      await opened.addInitScript({ path: script })
      opened.on('pageerror', (error) => faults.push(error.message))
      opened.on('console', (message) => {
        // What a refused request leaves there is no fault of the page.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load'))
          faults.push(message.text())
      })
      await opened.goto(`${url}/sign-in/${link}`)
      await opened.getByRole('button', { name: 'Sign in' }).click()
      await opened.waitForURL(`${url}/`)
      return opened
    }
    /** Shown, and listening. */
    const open = async (path: string): Promise<void> => {
      await page.goto(url + path)
      await service.untilWaiting()
      await page.evaluate('live.mark()')
    }
    const isTheFirst = (): Promise<unknown> => page.evaluate('live.isMarked()')
    const said = () => page.locator('[data-live-region]')

    it('shows what the other did, where it belongs, and says it once', async () => {
      await open('/')
      await page.getByText('Dare someone').waitFor()
      const made = await challenge(ben, ana, { claim: 'I swim a mile.' })
      await page.getByText('I swim a mile.').waitFor()
      expect(await page.getByRole('heading', { name: 'Your turn (1)' }).count()).toBe(1)
      expect(await said().textContent()).toBe('One challenge waits for you.')
      await ben.act(made, 'cancel')
      await page.getByText('You’re all caught up').first().waitFor()
      expect(await isTheFirst()).toBe(true)
    })

    it('shows on the page of a challenge what both do, and the list as well', async () => {
      const made = await challenge(ana, ben, { claim: 'I swim a mile.' })
      const list = await context.newPage()
      await open(`/challenges/${made.id}`)
      await list.goto(`${url}/challenges`)
      await service.untilWaiting(2)
      const before = await page.title()
      await ben.act(made, 'accept')
      await page.locator('main').getByText('In progress.').waitFor()
      await list.locator('main .rows').getByText('In progress').waitFor()
      expect(await said().textContent()).toBe('In progress.')
      expect([await page.title(), await isTheFirst()]).toEqual([before, true])
    })

    it('leaves the focus, what was typed, what was opened and the scrolling where they are', async () => {
      const made = await challenge(ana, ben)
      await ben.act(made, 'accept')
      for (let count = 0; count < 30; count += 1) await challenge(ana, ben)
      await open('/challenges')
      const link = page.locator(`main a[href="/challenges/${made.id}"]`)
      await page.locator('main li a').nth(20).scrollIntoViewIfNeeded()
      const focused = page.locator('main li a').nth(20)
      await focused.focus()
      const [target, top] = [await focused.getAttribute('href'), (await focused.boundingBox())?.y ?? 0]
      await challenge(ben, ana, { claim: 'A newer one.' })
      await page.getByText('A newer one.').waitFor({ state: 'attached' })
      const active = page.locator('main a:focus')
      expect(await active.getAttribute('href')).toBe(target)
      expect(Math.abs(((await active.boundingBox())?.y ?? 0) - top)).toBeLessThan(2)
      expect(await link.count()).toBe(0)
    })

    it('does not take away a form that someone writes in, offers what is new, and shows it when asked', async () => {
      const made = await challenge(ana, ben)
      await ben.act(made, 'accept')
      await open(`/challenges/${made.id}`)
      await page.evaluate('live.addForm()')
      await page.getByLabel('Why', { exact: true }).fill('because')
      await ben.act(made, 'evidence', { text: 'Here is a picture.' }, 201)
      await page.getByText('This page has changed. What you are at was kept.').waitFor()
      const field = page.getByLabel('Why', { exact: true })
      expect(await page.locator('[name=why]:focus').inputValue()).toBe('because')
      // It does so too where the focus is elsewhere, but the words are there.
      await page.getByRole('link', { name: 'Home' }).focus()
      await ben.act(made, 'evidence', { text: 'And another.' }, 201)
      await expect.poll(() => page.locator('main').getAttribute('data-live')).toContain('after=4')
      expect(await field.inputValue()).toBe('because')
      // All else is as it is now.
      await page.getByText('And another.').waitFor()
      await page.getByRole('button', { name: 'Show the page as it is' }).click()
      await field.waitFor({ state: 'detached' })
      expect(await page.getByText('And another.').count()).toBe(1)
      expect(await page.evaluate('live.focused()')).toBe('main')
    })

    it('does not take away what someone has ticked or chosen, wherever the focus is', async () => {
      const made = await challenge(ana, ben)
      await ben.act(made, 'accept')
      await open(`/challenges/${made.id}`)
      for (const field of ['tick', 'choice']) {
        await page.evaluate(`live.addChoices()`)
        if (field === 'tick') await page.getByLabel('Sure').check()
        else await page.getByLabel('Which').selectOption('two')
        await page.getByRole('link', { name: 'Home' }).focus()
        await ben.act(made, 'evidence', { text: `A picture after a ${field}.` }, 201)
        await page.getByText('This page has changed. What you are at was kept.').waitFor()
        await page.getByText(`A picture after a ${field}.`).waitFor()
        expect(await page.getByLabel('Sure').isChecked()).toBe(field === 'tick')
        expect(await page.getByLabel('Which').inputValue()).toBe(field === 'tick' ? 'one' : 'two')
        await page.getByRole('button', { name: 'Show the page as it is' }).click()
        await page.getByLabel('Sure').waitFor({ state: 'detached' })
      }
    })

    it('does not take away what someone has selected', async () => {
      const made = await challenge(ben, ana, { claim: 'I swim a mile.' })
      await open('/')
      await page.evaluate('live.selectIn("main .card q")')
      await ben.act(made, 'cancel')
      await page.getByText('This page has changed. What you are at was kept.').waitFor()
      expect(await page.evaluate('getSelection().toString()')).toBe('I swim a mile.')
    })

    it('does not take away what has the focus, though it leads nowhere now', async () => {
      const made = await challenge(ben, ana, { claim: 'I swim a mile.' })
      await open('/')
      await page.getByRole('link', { name: 'See and answer' }).focus()
      await ben.act(made, 'cancel')
      await page.getByText('This page has changed. What you are at was kept.').waitFor()
      expect(await page.locator('main a:focus').getAttribute('href')).toBe(`/challenges/${made.id}`)
    })

    it('moves no more once a form was sent', async () => {
      const made = await challenge(ana, ben)
      await ben.act(made, 'accept')
      await open(`/challenges/${made.id}`)
      const held: Route[] = []
      await page.route(`${url}/challenges/${made.id}`, (route) =>
        route.request().method() === 'POST' ? held.push(route) : route.continue(),
      )
      const clicked = page.getByRole('button', { name: 'I won' }).click()
      await expect.poll(() => held.length).toBe(1)
      await service.untilNoneWaits()
      await held[0]?.continue()
      await clicked
      await page.getByText('is asked to agree').waitFor()
    })

    it('says so when what it shows is not theirs to see any more', async () => {
      const group = await service.group()
      const cleo = await person(service)
      for (const { email } of [ana, ben, cleo]) await group.addMember(email)
      const made = await challengeIn(throughGroup(service, group, ben.email), cleo)
      // So that the page is not told of what it shows already.
      service.clock.advance(60_000)
      await open(`/challenges/${made.id}`)
      await service.store.write((tx) => dismissMember(tx, group.id, ana.email, service.clock.now()))
      service.clock.advance(WITHIN_MS)
      await page.getByText('This page is no longer what it was.').waitFor()
      const again = page.getByRole('link', { name: 'Load it again' })
      expect(await again.getAttribute('href')).toBe(`${url}/challenges/${made.id}`)
    })

    it('keeps the id of a form, and what other scripts and people opened', async () => {
      const made = await challenge(ana, ben)
      await open(`/challenges/${made.id}`)
      await page.evaluate('live.renewApart()')
      const renewed = page.locator('[data-apart]')
      expect(await renewed.locator('[name=form_id]').inputValue()).toBe('first')
      expect(await renewed.locator('[name=words]').inputValue()).toBe('two')
      expect(await renewed.locator('details').getAttribute('open')).toBe('')
      expect(await renewed.locator('> p').textContent()).toBe('two')
    })

    it('holds no connection while it is hidden, and catches up when it is seen again', async () => {
      await open('/')
      await page.evaluate('live.hide(true)')
      await service.untilNoneWaits()
      await challenge(ben, ana, { claim: 'Made meanwhile.' })
      await page.evaluate('live.hide(false)')
      await page.getByText('Made meanwhile.').waitFor()
      expect(service.waitingCalls()).toBe(1)
    })

    it('says so when its session was ended elsewhere, and stays as it is', async () => {
      await challenge(ben, ana, { claim: 'I swim a mile.' })
      await open('/')
      const elsewhere = await browser.newContext()
      const other = await enter(ana, elsewhere)
      await other.goto(`${url}/settings/sessions`)
      await other.getByRole('button', { name: 'Sign out all others' }).click()
      await other.goto('about:blank')
      service.clock.advance(WITHIN_MS)
      await page.getByText('You are signed out. This page stays as it is.').waitFor()
      expect(await page.getByText('I swim a mile.').count()).toBe(1)
      await page.getByRole('link', { name: 'Sign in' }).click()
      await page.waitForURL(`${url}/sign-in?next=%2F`)
      await elsewhere.close()
    })

    it('asks again where the page could not be had, and waits as long as it is told to', async () => {
      await open('/')
      const statuses = [503, 429]
      await page.route(`${url}/`, (route) => {
        const status = statuses.shift()
        return status === undefined
          ? route.continue()
          : route.fulfill({ status, headers: { 'retry-after': '1' }, body: '' })
      })
      await challenge(ben, ana, { claim: 'I swim a mile.' })
      await page.getByText('I swim a mile.').waitFor()
      expect(statuses).toEqual([])
    })

    it('asks for a page far less often than things happen', async () => {
      await open('/')
      const asked: string[] = []
      page.on('request', (request) => {
        if (request.url() === `${url}/`) asked.push(request.url())
      })
      for (let count = 1; count <= 9; count += 1) await challenge(ben, ana, { claim: `Number ${count}.` })
      await page.getByText('Number 9.').waitFor()
      expect(asked.length).toBeLessThanOrEqual(3)
    })

    it('works without scripts, and says when it was made', async () => {
      const plain = await browser.newContext({ javaScriptEnabled: false })
      const opened = await enter(ana, plain)
      await challenge(ben, ana, { claim: 'I swim a mile.' })
      expect(await opened.getByText('I swim a mile.').count()).toBe(0)
      await opened.getByText('Load the page again to see what is new.').waitFor()
      expect(await opened.getByText('As of 12:').count()).toBe(1)
      await page.getByText('Load the page again to see what is new.').waitFor({ state: 'hidden' })
      await opened.reload()
      await opened.getByText('I swim a mile.').waitFor()
      await plain.close()
    })
  },
)
