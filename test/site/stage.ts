// People at real browsers, with a real mail server: they sign in by a mail, or come by the link of a challenge's mail, and
// do everything by what a page shows.
import type { Browser, Locator, Page } from 'playwright-core'
import { createAccount } from '../../packages/server/src/features/access/access.service.ts'
import { freePort, openBrowser } from '../support/browser.ts'
import type { Engine } from '../support/engine.ts'
import { openPostOffice, type PostOffice } from '../support/post-office.ts'
import { startTestService, type TestService } from '../support/service.ts'

export interface Stage {
  readonly url: string
  readonly service: TestService
  readonly office: PostOffice
  /** With an account, and signed in by the link of a mail. */
  signIn(firstName: string, hasScripts: boolean): Promise<Player>
  /** The same person, whose session may have lapsed. */
  signInAgain(player: Player): Promise<void>
  /** By the link of the newest mail about a challenge; nobody with this address has an account. */
  comeByLink(address: string, hasScripts: boolean): Promise<Player>
  close(): Promise<void>
}

const many = { WRITES_PER_MINUTE: '100000', READS_PER_MINUTE: '100000' }
/** A network may sign in only so often. */
const proxied = { TRUST_PROXY: '127.0.0.1' }

let people = 0

export const openStage = async (engine: Engine): Promise<Stage> => {
  const office = await openPostOffice()
  const port = await freePort()
  const url = `http://localhost:${port}`
  const settings = { PORT: String(port), PUBLIC_URL: url, SMTP_URL: office.url, ...many, ...proxied }
  const service = await startTestService(engine, settings)
  const browser = await openBrowser()

  const readLink = async (address: string, path: string): Promise<string> => {
    await service.runDue()
    const links = new RegExp(`${url}/${path}/[^\\s)>]+`)
    for (const { to, text } of office.received.toReversed()) {
      const found = JSON.stringify(to).includes(address) ? links.exec(text ?? '') : null
      if (found) return found[0]
    }
    throw new Error(`no mail to ${address} has a link to /${path}`)
  }

  const enter = async (player: Player): Promise<void> => {
    const { page, email } = player
    await page.goto(`${url}/sign-in`)
    await page.getByLabel('Your address').fill(email)
    await player.press('Mail me a link')
    await page.goto(await readLink(email, 'sign-in'))
    await player.press('Sign in')
  }

  return {
    url,
    service,
    office,
    signInAgain: async (player) => {
      await player.page.context().clearCookies()
      await enter(player)
    },
    signIn: async (firstName, hasScripts) => {
      const email = `${firstName.toLowerCase()}${(people += 1)}@stage.example`
      const wanted = { email, firstName, lastName: `${firstName}surname`, plan: 'free' } as const
      await service.store.write((tx) => createAccount(tx, wanted, service.clock.now()))
      const page = await openPage(browser, hasScripts)
      const player = new Player(service, page, email, (id) => `${url}/challenges/${id}`)
      await enter(player)
      return player
    },
    comeByLink: async (address, hasScripts) => {
      const link = await readLink(address, 'a')
      const page = await openPage(browser, hasScripts)
      await page.goto(link)
      return new Player(service, page, address, () => link)
    },
    close: async () => {
      await browser.close()
      await service.stop()
      await office.close()
    },
  }
}

const openPage = async (browser: Browser, javaScriptEnabled: boolean): Promise<Page> => {
  const extraHTTPHeaders = { 'x-forwarded-for': `192.0.2.${people % 250}` }
  return (await browser.newContext({ javaScriptEnabled, extraHTTPHeaders })).newPage()
}

/** Someone who clicks. Whatever is pressed must lead to a page, and not to a fault. */
export class Player {
  readonly page: Page
  readonly email: string
  readonly #service: TestService
  readonly #pathOf: (challengeId: string) => string

  constructor(service: TestService, page: Page, email: string, pathOf: (challengeId: string) => string) {
    this.#service = service
    this.page = page
    this.email = email
    this.#pathOf = pathOf
  }

  /** Presses a button, and waits for where it leads. */
  async press(name: string | RegExp): Promise<void> {
    await this.click(this.page.getByRole('button', { name, exact: true }))
  }

  async follow(name: string | RegExp): Promise<void> {
    await this.click(this.page.getByRole('link', { name, exact: true }).first())
  }

  async click(what: Locator): Promise<void> {
    const [, response] = await Promise.all([
      what.click(),
      this.page.waitForResponse(
        (one) => one.request().isNavigationRequest() && (one.status() < 300 || one.status() >= 400),
      ),
    ])
    if (response.status() !== 200) throw new Error(`${response.status()}: ${await response.text()}`)
    await this.page.waitForLoadState()
  }

  /** Opens what a page has folded up. */
  async unfold(summary: string): Promise<void> {
    await this.page.locator('summary', { hasText: new RegExp(`^\\s*${summary}\\s*$`) }).click()
  }

  async type(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).locator('visible=true').fill(text)
  }

  /** The page of a challenge, as it is now. */
  async look(challengeId: string): Promise<void> {
    await this.#service.runDue()
    await this.page.goto(this.#pathOf(challengeId))
  }

  /** How the challenge stands, in the words on the page. */
  async standing(): Promise<string> {
    return ((await this.page.locator('.standing').textContent()) ?? '').trim()
  }

  /** What the page says of what was just done. */
  async said(): Promise<string> {
    return ((await this.page.locator('.notice.good').textContent()) ?? '').trim()
  }

  async words(): Promise<string> {
    return (await this.page.locator('main').innerText()).replaceAll(/\s+/g, ' ')
  }

  /** Of the challenge whose page is shown. */
  challengeId(): string {
    const [id] = /ch_\w+/.exec(this.page.url()) ?? []
    if (id === undefined) throw new Error(`${this.page.url()} is the page of no challenge`)
    return id
  }

  async leave(): Promise<void> {
    await this.page.context().close()
  }
}
