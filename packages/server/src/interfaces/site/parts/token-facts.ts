// What is told of a token: how it is called and begins, what it may do, and its times. Never the token itself.
import { isScope, scopes } from '@challenge-service/contract'
import type { TokenRow } from '../../../features/tokens/tokens.queries.ts'
import { nameOf } from '../../../features/tokens/own-tokens.service.ts'
import { html, type Html } from '../../../kernel/html.ts'
import { DAY_MS } from '../../../kernel/instants.ts'
import { atTime, fromNow, type Times } from './times.ts'

/** How long a token that has expired is still listed. */
export const SHOWN_EXPIRED_MS = 30 * DAY_MS

const title = (token: TokenRow, { now }: Times): Html => {
  const { start, expires_at } = token
  return html`<strong>${nameOf(token)}</strong> ${start !== null && html`<code>${start}…</code>`}
    ${expires_at !== null && expires_at <= now && html`<span class="tag bad">Expired</span>`}`
}

const line = ({ scopes: granted, created_at, last_used_at, expires_at }: TokenRow, times: Times): Html =>
  html`${scopeWords(granted)} · made ${fromNow(created_at, times)} ·
  ${last_used_at === null ? 'never used' : html`used ${fromNow(last_used_at, times)}`} ·
  ${expires_at === null ? 'does not expire' : html`expires ${atTime(expires_at, times)}`}`

const scopeWords = (text: string): string => {
  const known = text.split(' ').filter(isScope)
  return known.length === Object.keys(scopes).length ? 'everything' : known.join(', ')
}

export const tokenFacts = { title, line }
