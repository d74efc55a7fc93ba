// /settings/security-log: what happened to the ways into the account, for ninety days.
import {
  listSecurityEntries,
  type SecurityEntry,
  type SecurityFacts,
  type SecurityKind,
} from '../../../../features/security/security.queries.ts'
import type { Wish } from '../../../../features/mail-preferences/mail-preferences.service.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import { capital } from '../../../../wording/names.ts'
import type { SiteResponse } from '../../engine/response.ts'
import { type SiteRequest, signedInPage } from '../../engine/page.ts'
import { atTime, timesFor, type Times } from '../../parts/times.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'
import { showSettings } from './settings-frame.ts'

const PATH = '/settings/security-log'
const ON_A_PAGE = 50
const ENTRY_ID = /^\w{1,40}$/

const logPage = async (
  context: PageContext,
  { visit, query }: SiteRequest<SignedInVisit>,
): Promise<SiteResponse> => {
  const { read } = context
  // One more than is shown tells whether there are more.
  const before = query.get('before')
  const after = before !== undefined && ENTRY_ID.test(before) ? before : undefined
  const found = await read(listSecurityEntries, visit.signedIn.accountId, after, ON_A_PAGE + 1)
  const entries = found.slice(0, ON_A_PAGE)
  const times = timesFor(context, visit)
  return showSettings({
    section: PATH,
    inside: html`<p>
        What happened to the ways into your account in the last 90 days. Is something here that you did not
        do? End the sessions you do not know, revoke tokens, and tell whoever runs this service.
      </p>
      ${
        entries.length === 0
          ? html`<p class="empty">Nothing yet.</p>`
          : html`<ul class="rows card">
              ${entries.map((entry) => row(entry, times))}
            </ul>`
      }
      ${
        found.length > ON_A_PAGE
          ? html`<p><a class="button" href="${PATH}?before=${entries.at(-1)?.id}">Older ones</a></p>`
          : null
      }`,
  })
}

const row = ({ kind, facts, createdAt }: SecurityEntry, times: Times): Html =>
  html`<li>
    <p><strong>${titleOf(kind, facts)}</strong></p>
    <p class="quiet small">
      ${atTime(createdAt, times)}${facts['browser'] && html` · ${facts['browser']}`}${
        facts['token'] && html` · by the token ${facts['token']}`
      }
    </p>
  </li>`

const ways: Readonly<Record<string, string>> = {
  mail_link: 'by the link of a mail',
  mail_code: 'by the code of a mail',
  passkey: 'with a passkey',
  operator_link: 'by a link of whoever runs this service',
}

const wishWords: Readonly<Record<string, string>> = {
  no_invitations: ': no invitations',
  invitations: ': invitations again',
  no_news: ': no news',
  daily_news: ': news once a day',
  all_news: ': news as it happens',
  nothing: ': nothing at all',
  mails: ': mails again',
} satisfies Readonly<Record<Wish, string>>

const named =
  (words: string) =>
  (facts: SecurityFacts): string =>
    facts['name'] === undefined ? words : `${words}: ${facts['name']}`

/** A newer release may have written kinds that have no words here. */
const titleOf = (kind: string, facts: SecurityFacts): string =>
  titles[kind]?.(facts) ?? capital(kind.replaceAll('_', ' '))

const titles: Readonly<Record<string, (facts: SecurityFacts) => string>> = {
  account_opened: () => 'Account opened',
  signed_in: ({ by }) => `Signed in ${ways[by ?? ''] ?? ''}`.trim(),
  signed_out: () => 'Signed out',
  session_replaced: () => 'Signed out: someone signed in anew in this browser',
  session_ended: () => 'Another browser was signed out',
  sessions_ended: ({ count }) => `${count} other browsers were signed out`,
  passkey_added: named('Passkey added'),
  passkey_removed: named('Passkey removed'),
  token_made: named('Token made'),
  token_renewed: named('Token made anew'),
  token_revoked: named('Token revoked'),
  tokens_revoked: ({ count }) => `${count} tokens revoked`,
  webhook_made: named('Webhook made'),
  webhook_changed: named('Webhook changed'),
  webhook_deleted: named('Webhook deleted'),
  secret_rotated: named('Signing secret rotated'),
  mails_changed: ({ wish = '', by }) =>
    [`Wishes about mails changed${wishWords[wish] ?? ''}`, by && ways[by]].filter(Boolean).join(', '),
  links_changed: ({ links }) =>
    links === 'sign_in' ? 'Links in mails lead to signing in' : 'Links in mails act at once',
  calendar_made: () => 'Calendar address made',
  calendar_renewed: () => 'Calendar address renewed',
  calendar_ended: () => 'Calendar address ended',
} satisfies Readonly<Record<SecurityKind, (facts: SecurityFacts) => string>>

export const securityLog = signedInPage(PATH, logPage)
