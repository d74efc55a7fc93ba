// The reference page in a real browser: it reads, searches, and makes real calls, and never asks another host.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mintToken } from '../../packages/server/src/kernel/token.ts'
import { chromiumPath, openBrowser } from '../support/browser.ts'
import { isFast } from '../support/is-fast.ts'
import { useService } from '../support/service.ts'

// A browser on a busy machine takes its time.
describe.skipIf(chromiumPath === undefined)('the reference page', { timeout: 180_000 }, () => {
  const service = useService('sqlite')
  let browser: Browser
  let page: Page
  let complaints: string[]
  let asked: string[]

  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser.close())

  const open = async (options: BrowserContextOptions = {}): Promise<void> => {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
    page = await context.newPage()
    complaints = []
    asked = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`${service.url}/docs`)
  }

  beforeEach(() => open())
  afterEach(async () => {
    await page.context().close()
    const elsewhere = asked.filter((url) => !url.startsWith(service.url) && !url.startsWith('data:'))
    if (elsewhere.length > 0) throw new Error(`the page asked elsewhere: ${elsewhere.join(', ')}`)
  })

  const send = async (name: string, token: string): Promise<void> => {
    await page.locator(`#${name} .try > summary`).click()
    await page.fill(`#${name}-token`, token)
    await page.locator(`#${name} .try [type=submit]`).click()
    await page.locator(`#${name} .verdict`).waitFor()
  }
  const said = (name: string): Promise<string> => page.locator(`#${name} .result`).innerText()

  it('loads without complaint, and asks for its own files alone', async () => {
    await expect
      .poll(() => asked.filter((url) => url.startsWith('http')).map((url) => new URL(url).pathname))
      .toEqual(['/docs', '/docs/style.css', '/docs/script.js', '/docs/search.js'])
    expect(complaints).toEqual([])
  })

  const search = async (words: string): Promise<readonly string[]> => {
    await page.fill('#search', words)
    await page.locator('.results li:visible, .nothing:visible').first().waitFor()
    return page.locator('.results li').allInnerTexts()
  }

  it('finds endpoints by name, path, method, scope and reason', async () => {
    const contents = page.locator('.contents .part:visible')
    const parts = await contents.count()
    const found = await search('post tally')
    for (const title of ['Record tally', 'Review tally', 'Dispute tally', 'Resolve tally']) {
      expect(found.slice(0, 4).join()).toContain(title)
    }
    expect((await search('questions:vote'))[0]).toMatch(/^Vote daily question/)
    expect((await search('contradicts_proposal')).join()).toContain('Resolve challenge')
    expect(await contents.count()).toBe(0)
    await page.fill('#search', 'claim zyzzyva')
    await page.locator('.nothing:visible').waitFor()
    expect(await page.locator('.results li:visible').count()).toBe(0)
    await page.press('#search', 'Escape')
    expect(await contents.count()).toBe(parts)
  })

  it('makes a real call with a pasted token and shows the answer', async () => {
    const account = await service.account()
    const { token } = await service.token(account)
    await send('getMe', token)

    expect(await said('getMe')).toContain('200 OK')
    expect(await said('getMe')).toMatch(/x-request-id\s+req_/)
    expect(await said('getMe')).toMatch(/x-ratelimit-remaining\s+119/)
    expect(await said('getMe')).toContain(`"email": "${account.email}"`)
    expect(complaints).toEqual([])
  })

  it('keeps the token in the tab, and out of every URL', async () => {
    const { token } = await service.token(await service.account())
    await send('getMe', token)
    await expect.poll(() => page.inputValue('#listEvents-token')).toBe(token)
    expect(asked.join()).not.toContain(token)
    expect(await page.evaluate('[location.href, document.cookie, localStorage.length]')).toEqual([
      `${service.url}/docs`,
      '',
      0,
    ])
    await page.reload()
    await expect.poll(() => page.inputValue('#getMe-token')).toBe(token)
    const other = await browser.newPage()
    await other.goto(`${service.url}/docs`)
    expect(await other.inputValue('#getMe-token')).toBe('')
    await other.close()
  })

  it('shows the error of a bad token', async () => {
    await send('getMe', mintToken('account'))

    expect(await said('getMe')).toContain('401 Unauthorized')
    expect(await said('getMe')).toContain('"reason": "token_unknown"')
    expect(await said('getMe')).toContain('www-authenticate')
  })

  it('sends the path, query, key and body that were filled in', async () => {
    const { token } = await service.token(await service.account())
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await page.locator('#resolveChallenge .try > summary').click()
    await page.fill('#resolveChallenge-id', 'a/b')
    await page.fill('#resolveChallenge-user_email', 'ana+x@demo.example')
    await page.fill('#resolveChallenge-key', 'once')
    await page.fill('#resolveChallenge-token', token)
    await page.locator('#resolveChallenge .try [type=submit]').click()
    const request = await sent

    expect(request.url()).toBe(`${service.url}/v1/challenges/a%2Fb/resolve?user_email=ana%2Bx%40demo.example`)
    expect(request.postDataJSON()).toEqual({ outcome: 'creator_won' })
    expect(await request.allHeaders()).toMatchObject({
      authorization: `Bearer ${token}`,
      'idempotency-key': 'once',
      'content-type': 'application/json',
    })
  })

  it('can be used with the keyboard alone', async () => {
    const { token } = await service.token(await service.account())
    await page.keyboard.press('/')
    await page.keyboard.type('get me')
    await page.keyboard.press('Enter')
    await page.waitForURL(/#getMe$/)
    const focused = (): Promise<unknown> =>
      page.evaluate(
        "document.activeElement.matches('#getMe .try > summary') ? 'try' : document.activeElement.id",
      )
    for (let presses = 0; presses < 100 && (await focused()) !== 'try'; presses += 1) {
      await page.keyboard.press('Tab')
    }
    expect(await focused()).toBe('try')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('getMe-token')
    await page.keyboard.type(token)
    await page.keyboard.press('Enter')
    await page.locator('#getMe .verdict').waitFor()
    expect(await said('getMe')).toContain('200 OK')
  })

  it('shows calls that lead to where the page is', async () => {
    expect(await page.locator('#getMe .show code').first().innerText()).toContain(`${service.url}/v1/me`)
  })

  it.each(isFast ? [360] : [360, 820, 1280])('has nothing to scroll sideways at %i pixels', async (width) => {
    await page.setViewportSize({ width, height: 740 })
    await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
    expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBe(0)
  })

  it('opens its contents on a phone, and closes them with the choice', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    const entry = page.locator('.contents a[href="#createChallenge"]')
    expect(await entry.isVisible()).toBe(false)
    await page.locator('label[for=opener]').click()
    await entry.click()
    expect(await entry.isVisible()).toBe(false)
    expect(await page.locator('#createChallenge h3').isVisible()).toBe(true)
  })

  it('reads completely without scripts, and offers nothing that needs one', async () => {
    await page.context().close()
    await open({ javaScriptEnabled: false })
    expect(await page.locator('#createChallenge .lead').isVisible()).toBe(true)
    expect(await page.locator('#createChallenge .show').innerText()).toContain('"claim"')
    expect(await page.locator('.try:visible, .copy:visible, .search:visible').count()).toBe(0)
  })
})
