// The story of an account in a real browser, with a real mail server: invited, opened, signed in to by link, by code and by
// passkey; a token that works, a webhook that breaks and is mended, the export, the erasure. With scripts and without.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../packages/server/src/kernel/instants.ts'
import { chromiumPath, freePort, openBrowser } from '../support/browser.ts'
import { engines } from '../support/engine.ts'
import { challenge, person, type Person } from '../support/people.ts'
import { openPostOffice, type PostOffice } from '../support/post-office.ts'
import { startTestService, type TestService } from '../support/service.ts'

const execute = promisify(execFile)

describe.skipIf(chromiumPath === undefined).each(engines)(
  'the story of an account, on %s',
  { timeout: 120_000 },
  (engine) => {
    let service: TestService
    let office: PostOffice
    let browser: Browser
    let receiver: Server
    let receiverStatus = 200
    let url: string
    let ana: Person

    beforeAll(async () => {
      office = await openPostOffice()
      const port = await freePort()
      url = `http://localhost:${port}`
      service = await startTestService(engine, {
        PORT: String(port),
        PUBLIC_URL: url,
        SMTP_URL: office.url,
        SITE_CONTACT: 'Robin',
        DEFAULT_PLAN: 'club',
        WEBHOOK_ALLOW_PRIVATE: 'true',
        WEBHOOK_RETRY_SECONDS: '0,0,0,0,0',
        WRITES_PER_MINUTE: '1000',
        READS_PER_MINUTE: '1000',
      })
      browser = await openBrowser()
      receiver = createServer((_, response) => response.writeHead(receiverStatus).end('thanks')).listen(
        0,
        '127.0.0.1',
      )
      await once(receiver, 'listening')
      ana = await person(service)
    })
    afterAll(async () => {
      await browser.close()
      await service.stop()
      await office.close()
      receiver.close()
    })

    const mailTo = async (address: string): Promise<string> => {
      await service.runDue()
      const mail = office.received.findLast(
        ({ to, subject }) => JSON.stringify(to).includes(address) && subject?.startsWith('Sign in'),
      )
      return mail?.text ?? ''
    }
    const linkTo = async (address: string): Promise<string> =>
      /http:\S+\/sign-in\/\S+/.exec(await mailTo(address))?.[0] ?? ''
    const codeTo = async (address: string): Promise<string> =>
      /\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(await mailTo(address))?.[0] ?? ''

    const ask = async (page: Page, address: string): Promise<void> => {
      await page.goto(`${url}/sign-in`)
      await page.getByLabel('Your address').fill(address)
      await page.getByRole('button', { name: 'Mail me a link' }).click()
      await page.waitForURL(`${url}/sign-in/code`)
    }
    const signInByLink = async (page: Page, address: string): Promise<void> => {
      await ask(page, address)
      await page.goto(await linkTo(address))
      await page.getByRole('button', { name: 'Sign in' }).click()
    }

    it.each([true, false])('with scripts: %s', async (javaScriptEnabled) => {
      const address = `new${Number(javaScriptEnabled)}@test.example`
      const context: BrowserContext = await browser.newContext({ javaScriptEnabled, acceptDownloads: true })
      const page = await context.newPage()

      // Nobody knows the address yet: no mail. Once it was challenged, it may open an account.
      await ask(page, address)
      expect(await mailTo(address)).toBe('')
      const invited = { email: address } as Person
      await challenge(ana, invited)
      await signInByLink(page, address)
      await page.getByLabel('Your first name').fill('Zoë')
      await page.getByRole('button', { name: 'Open the account' }).click()
      await page.waitForURL(`${url}/`)
      expect(await page.textContent('h1')).toBe('Hello Zoë')
      expect(await page.textContent('main')).toContain('challenges you')

      // Out, and in again by the code, which was read elsewhere.
      await page.goto(`${url}/settings`)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.waitForURL(`${url}/?did=signed-out`)
      await ask(page, address)
      await page.getByLabel('The code from the mail').fill(await codeTo(address))
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.waitForURL(`${url}/`)

      // A token, and the line that is shown with it.
      await page.goto(`${url}/settings/tokens`)
      await page.getByLabel('Its name').fill('laptop')
      await page.getByRole('button', { name: 'Make the token' }).click()
      const line = (await page.locator('.copied code').nth(1).textContent()) ?? ''
      const { stdout } = await execute('sh', ['-c', line])
      expect(JSON.parse(stdout)).toMatchObject({ data: { name: 'laptop', kind: 'account' } })

      // A webhook: made, tested, broken, switched on with what it missed.
      const { port } = receiver.address() as AddressInfo
      await page.goto(`${url}/settings/webhooks`)
      await page.getByLabel('The URL').fill(`http://127.0.0.1:${port}/in-${String(javaScriptEnabled)}`)
      await page.getByRole('button', { name: 'Make the webhook' }).click()
      expect(await page.locator('.copied code').first().textContent()).toMatch(/^whsec_/)
      await page.getByRole('link', { name: 'I have copied it' }).click()
      await page.getByRole('button', { name: 'Send a test' }).click()
      await service.runDue()
      await page.reload()
      expect(await page.textContent('main')).toContain('Delivered')
      receiverStatus = 503
      const webhookUrl = page.url().replace(/\?.*/, '')
      await challenge(ana, invited)
      for (let tries = 0; tries < 8; tries += 1) {
        service.clock.advance(1000)
        await service.runDue()
      }
      await page.goto(webhookUrl)
      expect(await page.textContent('main')).toContain('Switched off')
      receiverStatus = 200
      await page.getByRole('button', { name: /^Switch on and send/ }).click()
      await service.runDue()
      await page.goto(webhookUrl)
      expect(await page.textContent('main')).not.toContain('Switched off')

      // What is kept, as a file.
      await page.goto(`${url}/settings/data`)
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download the file' }).click(),
      ])
      const chunks: Buffer[] = []
      for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
      expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ email: address })

      // Gone, in every browser.
      await page.goto(`${url}/settings/data`)
      await page.getByLabel('Your address').fill(address)
      await page.getByRole('button', { name: 'Erase my account' }).click()
      expect(await page.textContent('h1')).toBe('You are erased')
      await page.goto(`${url}/settings`)
      expect(page.url()).toContain('/sign-in')
      await context.close()
    })

    it('by a passkey', async () => {
      const { email } = await service.account()
      const context = await browser.newContext()
      const page = await context.newPage()
      const cdp = await context.newCDPSession(page)
      await cdp.send('WebAuthn.enable')
      await cdp.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
        },
      })
      await signInByLink(page, email)
      await page.goto(`${url}/settings/passkeys`)
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByText('The passkey is added').waitFor()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.goto(`${url}/sign-in`)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await page.waitForURL(`${url}/`)
      expect(await page.textContent('h1')).toMatch(/^Hello/)
      // It also proves who sits there, once that is too long ago.
      service.clock.advance(DAY_MS)
      await page.goto(`${url}/settings/tokens`)
      await page.getByLabel('Its name').fill('by passkey')
      await page.getByRole('button', { name: 'Make the token' }).click()
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await page.getByText('Copy it now').waitFor()
      await context.close()
    })
  },
)
