// The guides and the ways through /docs in a real browser: search, places that an address names, languages.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { guides } from '../../packages/server/src/interfaces/docs/guides.ts'
import { findAccessibilityFaults } from '../support/accessibility.ts'
import { chromiumPath, openBrowser } from '../support/browser.ts'
import { isFast } from '../support/is-fast.ts'
import { useService } from '../support/service.ts'

/** The words of the page that stand on more than one line. A break after a hyphen or a slash is none. */
const BROKEN_WORDS = String.raw`(() => {
  const broken = []
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (node.parentElement.closest('pre') || node.parentElement.offsetParent === null) continue
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}_.:]+/gu)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
    }
  }
  return broken
})()`

// A browser on a busy machine takes its time.
describe.skipIf(chromiumPath === undefined)('the pages of /docs', { timeout: 180_000 }, () => {
  const service = useService('sqlite')
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterEach(() => page.context().close())
  afterAll(() => browser.close())

  const open = async (path: string, options: BrowserContextOptions = {}): Promise<void> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
    page = await context.newPage()
    await page.goto(service.url + path)
  }
  const openDetails = () =>
    page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
  /** How far below the top of the window a place is. */
  const topOf = async (selector: string): Promise<number> =>
    (await page.locator(selector).boundingBox())?.y ?? Number.NaN
  const expectAtTop = async (selector: string): Promise<void> => {
    await expect.poll(() => topOf(selector)).toBeLessThan(100)
    expect(await topOf(selector)).toBeGreaterThanOrEqual(0)
  }

  it('find a sentence of a guide from the reference, and go to it', async () => {
    await open('/docs')
    await page.fill('#search', 'the second rotation ends it')
    const first = page.locator('.results a').first()
    await first.waitFor()
    expect(await first.innerText()).toContain('Webhooks')
    await first.click()
    await page.waitForURL(/\/docs\/webhooks#.+/)
    await expectAtTop(new URL(page.url()).hash)
    await page.fill('#search', 'dispute challenge')
    await page.locator('.results a').first().click()
    await page.waitForURL(/\/docs#disputeChallenge$/)
    await expectAtTop('#disputeChallenge')
    // And on the same page, with the results still there.
    await page.fill('#search', 'rotate webhook')
    await page.locator('.results a').first().click()
    await page.waitForURL(/\/docs#rotateWebhook$/)
    await expectAtTop('#rotateWebhook')
  })

  it.each([
    ['the last endpoint', '#voteDailyQuestion', '#voteDailyQuestion', 1280],
    ['the last endpoint, on a phone', '#voteDailyQuestion', '#voteDailyQuestion', 390],
    ['an object', '#object-Webhook', '#object-Webhook', 1280],
    ['a field in a closed part', '#getMe-token', '#getMe-token', 1280],
  ])('jump to %s when the address names it', async (_, hash, selector, width) => {
    await open(`/docs${hash}`, { viewport: { width, height: 800 } })
    await page.locator('#createChallenge .try').waitFor()
    await expectAtTop(selector)
    expect(await page.locator(selector).isVisible()).toBe(true)
    expect(new URL(page.url()).hash).toBe(hash)
  })

  it('put the place that was chosen in the contents into the address', async () => {
    await open('/docs/webhooks')
    const link = page.locator('.contents .part a[href^="#"]').last()
    const hash = await link.getAttribute('href')
    await link.click()
    expect(new URL(page.url()).hash).toBe(hash)
    await page.goBack()
    expect(new URL(page.url()).hash).toBe('')
  })

  const shownCode = (name: string) => page.locator(`#${name} .request pre:visible`)

  it('show every call in the language that was chosen, and remember it without a cookie', async () => {
    await open('/docs')
    expect(await shownCode('getMe').innerText()).toMatch(/^curl /)
    await page.locator('#createChallenge .languages').getByText('Python').click()
    for (const name of ['createChallenge', 'getMe', 'voteDailyQuestion']) {
      expect(await shownCode(name).count()).toBe(1)
      expect(await shownCode(name).innerText()).toContain('import urllib.request')
    }
    expect(await shownCode('getMe').innerText()).toContain(`"${service.url}/v1/me"`)
    await page.reload()
    expect(await shownCode('getMe').innerText()).toContain('import urllib.request')
    await page.locator('#getMe .languages').getByText('TypeScript').click()
    expect(await shownCode('createChallenge').innerText()).toContain('client.createChallenge({')
    expect(await page.context().cookies()).toEqual([])
  })

  it('show each language without scripts too', async () => {
    await open('/docs', { javaScriptEnabled: false })
    expect(await shownCode('getMe').innerText()).toMatch(/^curl /)
    await page.locator('#getMe .languages').getByText('Python').click()
    expect(await shownCode('getMe').innerText()).toContain('import urllib.request')
  })

  const paths = ['/docs', ...guides.map(({ slug }) => `/docs/${slug}`)]

  it.each(isFast ? paths.slice(1, 4) : paths)(
    'break no word at 1280 pixels, and scroll sideways nowhere: %s',
    async (path) => {
      await open(path)
      await openDetails()
      expect(await page.evaluate(BROKEN_WORDS)).toEqual([])
      for (const width of isFast ? [390] : [1280, 390]) {
        await page.setViewportSize({ width, height: 800 })
        expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBe(0)
      }
    },
  )

  const inBoth = ['light', 'dark'] as const
  const looks = [
    ...inBoth.map((theme) => ['/docs/webhooks', theme] as const),
    ...inBoth.map((theme) => ['/docs', theme] as const),
    ['/docs/life-of-a-challenge', 'light'],
  ] as const

  it.each(isFast ? looks.slice(0, 1) : looks)(
    'can be read by everyone: %s in %s',
    async (path, colorScheme) => {
      await open(path, { colorScheme })
      // All endpoints are made alike, and axe takes a minute for them all.
      await page.evaluate(
        "for (const one of document.querySelectorAll('.endpoint:not(#createChallenge)')) one.remove()",
      )
      await openDetails()
      await page.fill('#search', 'secret')
      await page.locator('.results a').first().waitFor()
      expect(await findAccessibilityFaults(page)).toEqual([])
    },
  )
})
