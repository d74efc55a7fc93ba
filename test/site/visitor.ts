// A browser as the server sees one: it keeps cookies, says where a form comes from, and sends the forms that it was
// shown with what stands in them.
import { request } from 'undici'
import { makeOperatorsLink } from '../../packages/server/src/features/sign-in/sign-in.service.ts'
import type { TestService } from '../support/service.ts'

const SITE_HOST = 'play.test.example'
export const SITE_URL = `https://${SITE_HOST}`

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** With these each visitor comes from a network of its own, and the site is used under SITE_URL. */
export const siteSettings = {
  PUBLIC_URL: SITE_URL,
  TRUST_PROXY: '127.0.0.1',
  SITE_CONTACT: 'Robin, robin@test.example',
} as const

let visitors = 0

export interface SeenPage {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
  /** Where it was shown. */
  readonly path: string
  readonly forms: readonly SeenForm[]
}

export interface SeenForm {
  readonly action: string
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly text: string
}

export type Fields = Readonly<Record<string, string | readonly string[]>>

/** What makes links for the operator. */
type Signing = Pick<TestService, 'store' | 'keys'> & { readonly clock: Pick<TestService['clock'], 'now'> }

export class Visitor {
  readonly #url: string
  readonly #cookies = new Map<string, string>()
  readonly #headers: Readonly<Record<string, string>>

  /** By default the site is used under SITE_URL. */
  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    this.#url = url
    this.#headers = {
      host: SITE_HOST,
      'user-agent': FIREFOX,
      'x-forwarded-for': `192.0.2.${(visitors += 1) % 250}`,
      ...headers,
    }
  }

  /** A new browser that is signed in, by a link of the operator. */
  static async signedIn(service: Signing & Pick<TestService, 'url'>, address: string): Promise<Visitor> {
    const visitor = new Visitor(service.url)
    await visitor.signIn(service, address)
    return visitor
  }

  /** Another browser with the cookies that this one has now. */
  copy(headers: Readonly<Record<string, string>> = {}): Visitor {
    const copy = new Visitor(this.#url, headers)
    for (const [name, value] of this.#cookies) copy.setCookie(name, value)
    return copy
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies
  }

  /** What it sends with every request. */
  get head(): Readonly<Record<string, string>> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return { ...this.#headers, ...(cookie === '' ? {} : { cookie }) }
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value)
  }

  async get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<SeenPage> {
    return this.#send('GET', path, headers)
  }

  /** As from a page of the site, unless the headers say otherwise. */
  async post(
    path: string,
    fields: Fields,
    headers: Readonly<Record<string, string>> = { 'sec-fetch-site': 'same-origin' },
  ): Promise<SeenPage> {
    const body = new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, one]),
      ),
    )
    return this.#send(
      'POST',
      path,
      { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body.toString(),
    )
  }

  /** Sends a form that a page shows, with other words in some of its fields. */
  async submit(page: SeenPage, action: string, fields: Fields = {}): Promise<SeenPage> {
    const form = page.forms.find((one) => one.action === action)
    if (!form) {
      const known = page.forms.map((one) => one.action).join(', ')
      throw new Error(`${page.path} has no form for ${action}, only ${known}`)
    }
    const kept: Record<string, string[]> = {}
    for (const [name, value] of form.fields) (kept[name] ??= []).push(value)
    return this.post(action, { ...kept, ...fields })
  }

  /** Goes on where a form leads. */
  async follow(page: SeenPage): Promise<SeenPage> {
    const to = page.headers['location']
    if (page.status !== 303 || typeof to !== 'string') {
      throw new Error(`${page.path} leads nowhere: ${page.status}\n${page.text}`)
    }
    return this.get(to)
  }

  /** By a link of the operator. */
  async signIn({ store, keys, clock }: Signing, address: string): Promise<SeenPage> {
    const link = await store.write((tx) => makeOperatorsLink(tx, keys, address, clock.now()))
    const page = await this.get(`/sign-in/${link}`)
    return this.submit(page, `/sign-in/${link}`)
  }

  async #send(
    method: 'GET' | 'POST',
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ): Promise<SeenPage> {
    const response = await request(this.#url + path, {
      method,
      headers: { ...this.head, ...headers },
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.body.text()
    for (const set of [response.headers['set-cookie'] ?? []].flat()) this.#keep(set)
    return { status: response.statusCode, headers: response.headers, text, path, forms: formsIn(text) }
  }

  #keep(set: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
    if (/max-age=0/i.test(set)) this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }
}

const formsIn = (text: string): readonly SeenForm[] =>
  [...text.matchAll(/<form\b([^>]*)>([^]*?)<\/form>/g)].map(([, attributes = '', inner = '']) => ({
    action: unescape(attributeOf(attributes, 'action') ?? ''),
    fields: fieldsIn(inner),
    text: inner,
  }))

/** As a browser would send them: without buttons, and without what is not ticked. */
const fieldsIn = (inner: string): readonly (readonly [string, string])[] => [
  ...[...inner.matchAll(/<input\b([^>]*)>/g)].flatMap(([, attributes = '']) => {
    const name = attributeOf(attributes, 'name')
    const isTicking = /type="(?:checkbox|radio)"/.test(attributes)
    if (name === undefined || (isTicking && !/\bchecked\b/.test(attributes))) return []
    return [[name, unescape(attributeOf(attributes, 'value') ?? '')] as const]
  }),
  ...[...inner.matchAll(/<select\b([^>]*)>([^]*?)<\/select>/g)].flatMap(
    ([, attributes = '', options = '']) => {
      const name = attributeOf(attributes, 'name')
      const [, chosen = ''] = /<option value="([^"]*)" selected/.exec(options) ?? []
      return name === undefined ? [] : [[name, unescape(chosen)] as const]
    },
  ),
  ...[...inner.matchAll(/<textarea\b([^>]*)>([^]*?)<\/textarea\s*>/g)].flatMap(
    ([, attributes = '', value = '']) => {
      const name = attributeOf(attributes, 'name')
      return name === undefined ? [] : [[name, unescape(value.replace(/^\n/, ''))] as const]
    },
  ),
]

const attributeOf = (attributes: string, name: string): string | undefined =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1]

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

const unescape = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '')
