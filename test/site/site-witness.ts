// A witness of every page that was shown: who saw it, and what stood there. Afterwards it says what stood where it must
// not: what is someone else's alone, or what nobody may see.
import { hashSecretValue } from '../../packages/server/src/kernel/secret-value.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { visitors, type SiteCast, type VisitorName } from './cast.ts'
import type { SeenPage } from './visitor.ts'

interface Heard {
  readonly by: VisitorName
  readonly what: string
  readonly text: string
}

/** What is kept and never shown, not even to whom it belongs. */
const neverShown = {
  people: ['id'],
  tokens: ['hash'],
  sessions: ['hash', 'browser_hash'],
  known_browsers: ['browser_hash'],
  calendars: ['hash'],
  sign_ins: ['id', 'inbox', 'address_hash', 'browser_hash', 'link_hash', 'code_hash'],
} as const

/** Shown to its owner alone, by its id. */
const owned = {
  sessions: 'account_id',
  passkeys: 'account_id',
  tokens: 'account_id',
  webhooks: 'owner_id',
} as const

export class SiteWitness {
  readonly #cast: SiteCast
  readonly #heard: Heard[] = []

  constructor(cast: SiteCast) {
    this.#cast = cast
  }

  /** `asked`: what was named in the address, which the page may name again. */
  hear(by: VisitorName, what: string, { headers, text }: SeenPage, asked: readonly string[]): void {
    // A browser is given its own cookies.
    const { 'set-cookie': _, ...others } = headers
    const whole = asked.reduce((left, id) => left.replaceAll(id, ''), JSON.stringify(others) + text)
    this.#heard.push({ by, what, text: whole.toLowerCase() })
  }

  /** So that a silent witness is noticed. */
  get count(): number {
    return this.#heard.length
  }

  async leaks(): Promise<readonly string[]> {
    const { by, service } = this.#cast
    const secret = await this.#listNeverShown()
    const ids = await this.#listOwned()
    const found = this.#heard.flatMap((heard) =>
      [
        ...Object.entries(by)
          .filter(([who, { word }]) => who !== heard.by && heard.text.includes(word))
          .map(([who]) => `a word of ${who}`),
        ...secret.filter(([, value]) => heard.text.includes(value)).map(([name]) => name),
        ...ids
          .filter(([who, id]) => who !== heard.by && heard.text.includes(id))
          .map(([who]) => `an id of ${who}`),
      ].map((leak) => `${leak} to ${heard.by} on ${heard.what}`),
    )
    const logged = Object.entries(by)
      .filter(([, { word }]) => service.logLines.some((line) => line.toLowerCase().includes(word)))
      .map(([who]) => `a word of ${who} in the log`)
    return [...new Set([...found, ...logged])]
  }

  async #listNeverShown(): Promise<readonly (readonly [name: string, value: string])[]> {
    const { service, secrets, by } = this.#cast
    const values: (readonly [string, string])[] = Object.values(by).map(({ word }) => [
      'a header',
      `${word}headervalue`,
    ])
    for (const value of secrets)
      values.push(['a secret', value], ['the hash of a secret', hashSecretValue(value)])
    for (const [table, columns] of Object.entries(neverShown)) {
      for (const column of columns) {
        const rows = await service.store.all(
          once<{ value: string }>(`select ${column} as value from ${table}`),
        )
        for (const { value } of rows) if (value !== '') values.push([`${table}.${column}`, value])
      }
    }
    return values.map(([name, value]) => [name, value.toLowerCase()])
  }

  async #listOwned(): Promise<readonly (readonly [who: VisitorName, id: string])[]> {
    const { service, by } = this.#cast
    const found: (readonly [VisitorName, string])[] = []
    for (const [table, owner] of Object.entries(owned)) {
      const rows = await service.store.all(
        once<{ id: string; owner: string }>(`select id, ${owner} as owner from ${table}`),
      )
      for (const who of visitors) {
        const own = who === 'nobody' ? undefined : by[who].accountId
        for (const row of rows) if (row.owner === own) found.push([who, row.id])
      }
    }
    return found
  }
}
