// A witness of everything that leaves the service: who asked, and what they were told. Afterwards it says
// whose surname or address stood where it must not.
import { call, type Reply } from '../support/call.ts'
import { mailsTo, visit } from '../support/mails.ts'
import type { TestGroup, TestService } from '../support/service.ts'
import { Visitor, type SeenPage } from '../site/visitor.ts'

export interface Canary {
  readonly token: string
  readonly email: string
  /** Words that stand in nothing but this person's surname and address. */
  readonly words: readonly string[]
  /** Named with each call of a group token. */
  readonly actsThrough?: TestGroup
}

interface Heard {
  readonly by: Canary
  readonly what: string
  readonly text: string
}

const name = (word: string): string => word[0]?.toUpperCase() + word.slice(1)

/** A person with an account, whose surname and address can be told from every other text. */
export const canary = async (service: TestService, word: string): Promise<Canary> => {
  const email = `${word}mailbox@${word}domain.example`
  const account = await service.account({ email, lastName: name(`${word}surname`) })
  const { token } = await service.token(account)
  return { token, email, words: [`${word}mailbox`, `${word}domain`, `${word}surname`] }
}

/** The same person as a member of a group, with a surname of their own there. */
export const member = async (group: TestGroup, person: Canary, word: string): Promise<Canary> => {
  await group.addMember(person.email, name(`${word}membersurname`))
  return {
    token: group.token,
    email: person.email,
    words: [...person.words, `${word}membersurname`],
    actsThrough: group,
  }
}

export class Witness {
  readonly #service: TestService
  readonly #heard: Heard[] = []
  readonly #opened = new Set<string>()
  readonly #browsers = new Map<string, Visitor>()
  /** Of the mails that were opened. */
  readonly kinds = new Set<string>()

  constructor(service: TestService) {
    this.#service = service
  }

  async ask(by: Canary, method: string, path: string, body?: object, key?: string): Promise<Reply> {
    const acting = by.actsThrough
      ? `${path.includes('?') ? '&' : '?'}user_email=${encodeURIComponent(by.email)}`
      : ''
    const reply = await call(this.#service.url, method, path + acting, {
      token: by.token,
      ...(body ? { body } : {}),
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    })
    this.hear(by, `${method} ${path}`, JSON.stringify(reply.headers) + reply.text)
    return reply
  }

  hear(by: Canary, what: string, text: string): void {
    this.#heard.push({ by, what, text })
  }

  /** Opens a page behind a link, or presses one of its buttons. */
  async visit(by: Canary, kind: string, path: string, choice?: string): Promise<void> {
    const { headers, text } = await visit(
      this.#service,
      path,
      choice === undefined ? {} : { form: { choice } },
    )
    this.hear(by, `the page of ${kind}`, JSON.stringify(headers) + text)
  }

  /** The pages of the site where challenges stand, as someone sees them who is signed in. `path`: of the API. */
  async lookAtSite(by: Canary, path: string): Promise<void> {
    const browser = await this.#enterSite(by)
    const page = path.replace('/v1/', '/')
    const id = page.replace('/challenges/', '')
    for (const address of ['/', '/challenges', '/challenges/new', `/challenges/new?rematch_of=${id}`, page]) {
      const seen = await browser.get(address)
      this.#hearPage(by, address, seen)
      const again = seen.forms.find(({ action }) => action.endsWith('/invite-again'))
      if (again) this.#hearPage(by, again.action, await browser.submit(seen, again.action))
    }
  }

  #hearPage(by: Canary, address: string, { headers, text }: SeenPage): void {
    const what = `a page of the site, ${address.replace(/ch_\w+/, '{id}')}`
    this.hear(by, what, JSON.stringify(headers) + text)
  }

  /** A session may have ended meanwhile: stories take months. */
  async #enterSite({ email }: Canary): Promise<Visitor> {
    const known = this.#browsers.get(email)
    if (known && (await known.get('/challenges')).status === 200) return known
    const { url } = this.#service
    const browser = new Visitor(url, { host: new URL(url).host })
    await browser.signIn(this.#service, email)
    this.#browsers.set(email, browser)
    return browser
  }

  /** Every mail that was written to someone since they were last heard, and the pages that they lead to. */
  async openMails(to: Canary): Promise<void> {
    const paths = new Map<string, string>()
    for (const { id, kind, mail, answerPath, leavePath } of await mailsTo(this.#service, to.email)) {
      if (this.#opened.has(id)) continue
      this.#opened.add(id)
      this.kinds.add(kind)
      this.hear(to, `a mail of the kind ${kind}`, [mail.subject, mail.text, mail.html].join('\n'))
      if (answerPath !== 'none') paths.set(answerPath, 'a challenge')
      if (leavePath !== 'none') paths.set(leavePath, 'a membership')
    }
    for (const [path, kind] of paths) await this.visit(to, kind, path)
  }

  /** Everything on those pages that has nothing to do with an outcome. */
  async pressAsides(by: Canary): Promise<void> {
    const last = (await mailsTo(this.#service, by.email)).findLast(({ answerPath }) => answerPath !== 'none')
    if (!last) throw new Error('there is no mail with a link')
    for (const choice of [undefined, 'no_invitations', 'invitations', 'daily_news', 'nothing', 'mails']) {
      await this.visit(by, 'mails', last.stopPath, choice)
    }
    for (const choice of ['block', undefined, 'unblock', 'renew', undefined]) {
      await this.visit(by, 'a challenge', last.answerPath, choice)
    }
  }

  /** How many answers were heard, so that a silent witness is noticed. */
  get count(): number {
    return this.#heard.length
  }

  /** Where a word of someone stood that the reader must not see, or a word of anyone in a log. */
  leaks(everyone: readonly Canary[]): readonly string[] {
    const answers = this.#heard.flatMap(({ by, what, text }) =>
      everyone.flatMap(({ words }) =>
        words
          .filter((word) => text.toLowerCase().includes(word))
          // One's own may be seen in one place only.
          .filter((word) => !(what === 'GET /v1/me' && by.words.includes(word)))
          .map((word) => `${word} in ${what}`),
      ),
    )
    const lines = everyone.flatMap(({ words }) =>
      words
        .filter((word) => this.#service.logLines.some((line) => line.toLowerCase().includes(word)))
        .map((word) => `${word} in a log line`),
    )
    return [...new Set([...answers, ...lines])]
  }
}
