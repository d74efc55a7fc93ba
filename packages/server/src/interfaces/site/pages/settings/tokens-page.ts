// /settings/tokens: makes tokens for the API, and looks after those that there are.
import * as Type from 'typebox'
import { nameOf } from '../../../../features/tokens/own-tokens.service.ts'
import { isWorkingToken } from '../../../../features/tokens/shown-token.ts'
import {
  makeToken,
  renameToken,
  renewToken,
  revokeAllTokens,
  revokeToken,
  tokenName,
} from '../../../../features/tokens/tokens.operations.ts'
import { listOwnTokens, type TokenRow } from '../../../../features/tokens/tokens.queries.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import { invalidFields, Refusal } from '../../../../kernel/refusal.ts'
import { compileMembers } from '../../../../operations/input.ts'
import { connectSection } from '../assistants/connect-section.ts'
import { runs } from '../../engine/form-work.ts'
import { type SiteResponse, leadTo } from '../../engine/response.ts'
import {
  type FailedForm,
  type SentForm,
  type SiteRequest,
  failedAt,
  signedInForm,
  signedInPage,
} from '../../engine/page.ts'
import { copied } from '../../parts/copied.ts'
import { textField } from '../../parts/fields.ts'
import { confirmedOnce, buttonForm, form } from '../../parts/forms.ts'
import { failure } from '../../parts/notices.ts'
import { said, withWord } from '../../parts/flash.ts'
import { showOnce } from '../../parts/one-time-secret.ts'
import { timesFor, type Times } from '../../parts/times.ts'
import { SHOWN_EXPIRED_MS, tokenFacts } from '../../parts/token-facts.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'
import { clubOffer, hasClub, requireClub } from './club.ts'
import { showSettings } from './settings-frame.ts'
import { readTokenForm, tokenForm, tokenLabels } from './token-form.ts'

const PATH = '/settings/tokens'
const ALL_PATH = `${PATH}/revoke-all`

const words = {
  renamed: 'The token has its new name.',
  revoked: 'The token is revoked: nothing can use it any more.',
  all: 'All your tokens are revoked.',
} as const

const tokensPage = async (
  context: PageContext,
  request: SiteRequest<SignedInVisit>,
  failed?: FailedForm,
): Promise<SiteResponse> => {
  const { visit } = request
  const tokens = await context.read(listOwnTokens, visit.signedIn.accountId, visit.now - SHOWN_EXPIRED_MS)
  const times = timesFor(context, visit)
  return showSettings({
    section: PATH,
    scripts: ['copy'],
    inside: html`${said(request, words)} ${failure(failed, tokenLabels)}
      ${
        hasClub(visit)
          ? html`<section class="card">
              <h2>New token</h2>
              ${tokenForm(PATH, failedAt(failed, PATH))}
            </section>`
          : clubOffer(context, 'Tokens')
      }
      <h2>Your tokens</h2>
      ${
        tokens.length === 0
          ? html`<p class="empty">
              You have none. A token lets a program act for you, with the scopes that you give it.
            </p>`
          : html`<ul class="rows card">
                ${tokens.map((token) => row(token, times, failed))}
              </ul>
              ${revokeAllForm()}`
      }
      ${hasClub(visit) && connectSection(request.origin.url)}`,
  })
}

const row = (token: TokenRow, times: Times, failed: FailedForm | undefined): Html => {
  const { id } = token
  const name = nameOf(token)
  return html`<li>
    <p>${tokenFacts.title(token, times)}</p>
    <p class="quiet small">${tokenFacts.line(token, times)}</p>
    <div class="buttons">
      ${confirmedOnce('Rename…', renameForm(token, name, failed))}
      ${token.replaced_at === null && confirmedOnce('Make anew…', renewForm(token, name))}
      ${confirmedOnce(
        'Revoke…',
        html`<p>Whatever uses it stops working at once. That cannot be undone.</p>
          ${buttonForm(`${PATH}/${id}/revoke`, html`Revoke<span class="unseen"> ${name}</span>`, { kind: 'bad' })}`,
      )}
    </div>
  </li>`
}

const renameForm = ({ id }: TokenRow, name: string, failed: FailedForm | undefined): Html => {
  const path = `${PATH}/${id}/rename`
  return form(
    path,
    html`${textField({
        name: `name_${id}`,
        label: 'Its new name',
        schema: tokenName,
        value: name,
        failed: failedAt(failed, path),
      })} <button>Rename</button>`,
  )
}

const renewForm = ({ id }: TokenRow, name: string): Html =>
  form(
    `${PATH}/${id}/renew`,
    html`<p>A new token with the same name and scopes. When does the old one end?</p>
      <p class="buttons">
        <button name="old" value="later">In 24 hours<span class="unseen"> (${name})</span></button>
        <button name="old" value="now">At once<span class="unseen"> (${name})</span></button>
      </p>`,
  )

const revokeAllForm = (): Html =>
  confirmedOnce(
    'Revoke all…',
    html`<p>Everything that uses one of your tokens stops working at once. That cannot be undone.</p>
      ${buttonForm(ALL_PATH, 'Revoke all my tokens', { kind: 'bad' })}`,
  )

/** The one time that it is seen. */
const tokenPage = ({ origin }: SiteRequest, token: string): SiteResponse =>
  showSettings({
    section: PATH,
    title: 'Your new token',
    isSecret: true,
    scripts: ['copy'],
    inside: html`<div class="notice good" role="status">
        <p><strong>Copy it now:</strong> once you have left this page, nobody can show it to you again.</p>
      </div>
      ${copied(token, 'the token')}
      <p>This line says what it may do:</p>
      ${copied(`curl -s ${origin.url}/v1/token -H 'Authorization: Bearer ${token}'`, 'the line')}
      ${connectSection(origin.url, token)}
      <p class="buttons">
        <a class="button" href="${PATH}">I have copied it</a>
        <a class="button" href="/docs">What to do with it</a>
      </p>`,
  })

const showToken = (
  { token }: { readonly token: string },
  sent: SiteRequest,
  { read, clock }: PageContext,
): Promise<SiteResponse> =>
  showOnce({
    secret: token,
    isGood: () => read(isWorkingToken, token, clock.now()),
    show: () => tokenPage(sent, token),
    over: {
      title: 'That token no longer works',
      reason: 'Since then the token was revoked, renewed or expired, so it is not shown again.',
    },
    frame: (page) => showSettings({ section: PATH, ...page }),
    back: PATH,
  })

const make = runs(makeToken, showToken, ({ visit, fields }) => {
  requireClub(visit)
  return readTokenForm(fields)
})

const renew = runs(renewToken, showToken, ({ visit, params, fields }) => {
  requireClub(visit)
  return { id: params['id'] ?? '', keeps_old: fields.get('old') === 'later' }
})

const renaming = Type.Object({ name: tokenName }, { additionalProperties: false })
const readRenamingMembers = compileMembers(renaming)

/** Each row has a field of its own, since ids on a page stand once. */
const readRenaming = ({ params, fields }: SentForm) => {
  const id = params['id'] ?? ''
  const field = `name_${id}`
  try {
    return { id, ...readRenamingMembers({ name: fields.get(field) ?? '' }) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw invalidFields((error.details.fields ?? []).map(({ message }) => ({ field, message })))
  }
}

const done = (word: keyof typeof words) => () => leadTo(withWord(PATH, word))

const back = (): string => PATH

export const tokensPages = [
  signedInPage(PATH, tokensPage, { hasOwnWindow: true }),
  signedInForm({ path: PATH, work: make, on: tokensPage }),
  signedInForm({
    path: ALL_PATH,
    work: runs(revokeAllTokens, done('all')),
    on: tokensPage,
    hasOwnWindow: true,
    back,
  }),
  signedInForm({ path: `${PATH}/:id/renew`, work: renew, on: tokensPage, back, list: back }),
  signedInForm({
    path: `${PATH}/:id/rename`,
    work: runs(renameToken, done('renamed'), readRenaming),
    on: tokensPage,
    back,
    list: back,
  }),
  signedInForm({
    path: `${PATH}/:id/revoke`,
    work: runs(revokeToken, done('revoked')),
    on: tokensPage,
    hasOwnWindow: true,
    back,
    list: back,
  }),
]
