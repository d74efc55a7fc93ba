// /settings/tokens: makes tokens for the API, and looks after those that there are.
import * as Type from 'typebox'
import type { TokenRow } from '../../../../features/access/tokens.store.ts'
import {
  makeOwnToken,
  nameOf,
  renameOwnToken,
  renewOwnToken,
  revokeAllOwnTokens,
  revokeOwnToken,
  type TokenMaker,
} from '../../../../features/tokens/own-tokens.service.ts'
import { listOwnTokens } from '../../../../features/tokens/listed-tokens.store.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import { invalidFields, Refusal } from '../../../../kernel/refusal.ts'
import { compileMembers } from '../../../../operations/input.ts'
import { connectSection } from '../assistants/connect-section.ts'
import { makeOnce } from '../../engine/do-once.ts'
import {
  failedAt,
  leadTo,
  ownForm,
  ownPage,
  type SiteAnswer,
  type SiteRequest,
  type FailedForm,
  type SentForm,
} from '../../engine/page.ts'
import { copied } from '../../parts/copied.ts'
import { textField } from '../../parts/fields.ts'
import { askedOnceMore, buttonForm, form } from '../../parts/forms.ts'
import { failure } from '../../parts/notices.ts'
import { said, withWord } from '../../parts/flash.ts'
import { shownBefore } from '../../parts/one-time-secret.ts'
import { timesFor, type Times } from '../../parts/times.ts'
import { SHOWN_EXPIRED_MS, tokenFacts } from '../../parts/token-facts.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'
import { clubOffer, hasClub, requireClub } from './club.ts'
import { showSettings } from './settings-frame.ts'
import { readTokenForm, tokenForm, tokenLabels, tokenNameSchema } from './token-form.ts'

const PATH = '/settings/tokens'
const ALL_PATH = `${PATH}/revoke-all`

const words = {
  renamed: 'The token has its new name.',
  revoked: 'The token is revoked: nothing can use it any more.',
  all: 'All your tokens are revoked.',
} as const

const tokensPage = async (
  context: PageContext,
  asked: SiteRequest<SignedInVisit>,
  failed?: FailedForm,
): Promise<SiteAnswer> => {
  const { visit } = asked
  const tokens = await listOwnTokens(context.store, visit.signedIn.accountId, visit.now - SHOWN_EXPIRED_MS)
  const times = timesFor(context, visit)
  return showSettings({
    section: PATH,
    scripts: ['copy'],
    inside: html`${said(asked, words)} ${failure(failed, tokenLabels)}
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
      ${hasClub(visit) && connectSection(asked.origin.url)}`,
  })
}

const row = (token: TokenRow, times: Times, failed: FailedForm | undefined): Html => {
  const { id } = token
  const name = nameOf(token)
  return html`<li>
    <p>${tokenFacts.title(token, times)}</p>
    <p class="quiet small">${tokenFacts.line(token, times)}</p>
    <div class="buttons">
      ${askedOnceMore('Rename…', renameForm(token, name, failed))}
      ${token.replaced_at === null && askedOnceMore('Make anew…', renewForm(token, name))}
      ${askedOnceMore(
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
        schema: tokenNameSchema,
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
  askedOnceMore(
    'Revoke all…',
    html`<p>Everything that uses one of your tokens stops working at once. That cannot be undone.</p>
      ${buttonForm(ALL_PATH, 'Revoke all my tokens', { kind: 'bad' })}`,
  )

/** The one time that it is seen. */
const shownOnce = ({ origin }: SiteRequest, token: string): SiteAnswer =>
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

const inSettings = (page: { readonly title: string; readonly inside: Html }) =>
  showSettings({ section: PATH, ...page })

const makerOf = ({ signedIn, browser }: SignedInVisit): TokenMaker => ({
  accountId: signedIn.accountId,
  personId: signedIn.account.personId,
  browserName: browser.name,
})

const make = async (context: PageContext, sent: SentForm<SignedInVisit>): Promise<SiteAnswer> => {
  requireClub(sent.visit)
  const wanted = readTokenForm(sent.fields, context.clock.now())
  const made = await makeOnce(context, sent, async (tx, now) => {
    const { token } = await makeOwnToken(tx, makerOf(sent.visit), wanted, now)
    return token
  })
  return made === undefined ? shownBefore(inSettings, PATH) : shownOnce(sent, made)
}

const renew = async (context: PageContext, sent: SentForm<SignedInVisit>): Promise<SiteAnswer> => {
  requireClub(sent.visit)
  const keepsOld = sent.fields.get('old') === 'later'
  const id = sent.params['id'] ?? ''
  const made = await makeOnce(context, sent, async (tx, now) => {
    const { token } = await renewOwnToken(tx, makerOf(sent.visit), id, keepsOld, now)
    return token
  })
  return made === undefined ? shownBefore(inSettings, PATH) : shownOnce(sent, made)
}

const renaming = Type.Object({ name: tokenNameSchema }, { additionalProperties: false })
const readRenamingMembers = compileMembers(renaming)

/** Each row has a field of its own, since ids on a page stand once. */
const readRenaming = (id: string, fields: URLSearchParams): { readonly name: string } => {
  const field = `name_${id}`
  try {
    return readRenamingMembers({ name: fields.get(field) ?? '' })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw invalidFields((error.details.fields ?? []).map(({ message }) => ({ field, message })))
  }
}

const rename = async (
  context: PageContext,
  { visit, params, fields }: SentForm<SignedInVisit>,
): Promise<SiteAnswer> => {
  const id = params['id'] ?? ''
  const { name } = readRenaming(id, fields)
  await context.store.write((tx) => renameOwnToken(tx, makerOf(visit), id, name))
  return leadTo(withWord(PATH, 'renamed'))
}

const revoke = async (
  context: PageContext,
  { visit, params }: SentForm<SignedInVisit>,
): Promise<SiteAnswer> => {
  const { store, clock } = context
  await store.write((tx) => revokeOwnToken(tx, makerOf(visit), params['id'] ?? '', clock.now()))
  return leadTo(withWord(PATH, 'revoked'))
}

const revokeAll = async (context: PageContext, { visit }: SentForm<SignedInVisit>): Promise<SiteAnswer> => {
  const { store, clock } = context
  await store.write((tx) => revokeAllOwnTokens(tx, makerOf(visit), clock.now()))
  return leadTo(withWord(PATH, 'all'))
}

const back = (): string => PATH

export const tokensPages = [
  ownPage(PATH, tokensPage, { hasOwnWindow: true }),
  ownForm({ path: PATH, receive: make, on: tokensPage, needsProof: true }),
  ownForm({ path: ALL_PATH, receive: revokeAll, on: tokensPage, hasOwnWindow: true, back }),
  ownForm({ path: `${PATH}/:id/renew`, receive: renew, on: tokensPage, needsProof: true, back, list: back }),
  ownForm({ path: `${PATH}/:id/rename`, receive: rename, on: tokensPage, back, list: back }),
  ownForm({
    path: `${PATH}/:id/revoke`,
    receive: revoke,
    on: tokensPage,
    hasOwnWindow: true,
    back,
    list: back,
  }),
]
