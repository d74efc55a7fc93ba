// A real browser, and a service whose links lead to itself.
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { chromium, type Browser } from 'playwright-core'
import { openPostOffice, type PostOffice } from './post-office.ts'
import { requirement } from './requirements.ts'
import { startTestService, type TestService } from './service.ts'

export const chromiumPath = requirement('chromium')

/** As long as a test may take: a busy machine needs more than the half minute after which Playwright gives up. */
const TIMEOUT_MS = 90_000

export const openBrowser = async (): Promise<Browser> => {
  const browser = await chromium.launch({
    executablePath: chromiumPath ?? 'chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
    timeout: TIMEOUT_MS,
  })
  const openContext = browser.newContext.bind(browser)
  // A page that is opened without a context gets one in the same way.
  browser.newContext = async (options) => {
    const context = await openContext(options)
    context.setDefaultTimeout(TIMEOUT_MS)
    return context
  }
  return browser
}

export interface MailedService {
  readonly service: TestService
  readonly office: PostOffice
  /** The link to answer in the newest mail to an address. */
  linkTo(email: string): Promise<string>
  stop(): Promise<void>
}

export const startMailedService = async (): Promise<MailedService> => {
  const office = await openPostOffice()
  const port = await freePort()
  const service = await startTestService('sqlite', {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: office.url,
    MAIL_FROM: 'Challenges <us@challenges.test>',
  })
  return {
    service,
    office,
    linkTo: async (email) => {
      await service.runDue()
      const mail = office.received.findLast(({ to }) => to && !Array.isArray(to) && to.text === email)
      const link = /http:\S+\/a\/\S+/.exec(mail?.text ?? '')?.[0]
      if (link === undefined) throw new Error('no mail with a link has arrived')
      return link
    },
    stop: async () => {
      await service.stop()
      await office.close()
    },
  }
}

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
