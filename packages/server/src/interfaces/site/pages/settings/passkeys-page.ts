// /settings/passkeys: keys that a device keeps, by which one signs in without a mail.
import { checkNewPasskey, offerToAdd } from '../../../../features/passkeys/passkey.service.ts'
import {
  addOwnPasskey,
  passkeyName,
  removePasskey,
} from '../../../../features/passkeys/passkeys.operations.ts'
import { listPasskeys, type ListedPasskey } from '../../../../features/passkeys/passkeys.queries.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import { compileMembers } from '../../../../operations/input.ts'
import { toMembers } from '../../engine/form-members.ts'
import { doesOneOf, runForAccount, runs } from '../../engine/form-work.ts'
import { type SiteResponse, leadTo } from '../../engine/response.ts'
import {
  type FailedForm,
  type SentForm,
  type SiteRequest,
  signedInForm,
  signedInPage,
} from '../../engine/page.ts'
import { textField } from '../../parts/fields.ts'
import { confirmedOnce, buttonForm, form } from '../../parts/forms.ts'
import { failure } from '../../parts/notices.ts'
import { said, withWord } from '../../parts/flash.ts'
import { fromNow, timesFor, type Times } from '../../parts/times.ts'
import { findPasskeyHost, passkeyPart, readSentCredential } from '../../engine/passkeys.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'
import { showSettings } from './settings-frame.ts'

const PATH = '/settings/passkeys'

const words = {
  added: 'The passkey is added. From now on it signs you in.',
  removed: 'The passkey is removed: it signs nobody in any more. Your device may still offer it.',
} as const

const passkeysPage = async (
  context: PageContext,
  request: SiteRequest<SignedInVisit>,
  failed?: FailedForm,
): Promise<SiteResponse> => {
  const { origin, visit } = request
  const passkeys = await context.read(listPasskeys, visit.signedIn.accountId)
  const times = timesFor(context, visit)
  return showSettings({
    section: PATH,
    scripts: ['passkey'],
    inside: html`${said(request, words)} ${failure(failed, { name: 'Its name' })}
      <p>
        A passkey stays on your device or in its password manager, and signs you in by your finger, face or
        PIN, without a mail.
      </p>
      ${
        passkeys.length === 0
          ? html`<p class="empty">You have none yet.</p>`
          : html`<ul class="rows card">
              ${passkeys.map((passkey) => row(passkey, origin.hostname, times))}
            </ul>`
      }
      ${await addForm(context, request, passkeys, failed)}`,
  })
}

const row = (passkey: ListedPasskey, hostname: string, times: Times): Html => {
  const { id, name, host, created_at, used_at } = passkey
  return html`<li>
    <p>
      <strong>${name}</strong>
      ${host !== hostname && html`<span class="tag bad">Works at ${host} only</span>`}
    </p>
    <p class="quiet small">
      Added ${fromNow(created_at, times)} ·
      ${used_at === null ? 'never used' : html`last used ${fromNow(used_at, times)}`}
    </p>
    ${confirmedOnce(
      'Remove…',
      html`<p>Then this passkey signs nobody in any more. A mail still does.</p>
        ${buttonForm(`${PATH}/${id}/remove`, html`Remove<span class="unseen"> ${name}</span>`, { kind: 'bad' })}`,
    )}
  </li>`
}

const addForm = async (
  context: PageContext,
  { origin, visit }: SiteRequest<SignedInVisit>,
  known: readonly ListedPasskey[],
  failed: FailedForm | undefined,
): Promise<Html> => {
  const host = findPasskeyHost(context, origin)
  if (!host) {
    return html`<p class="notice">
      Passkeys need the name of a host: at an IP address such as ${origin.hostname} there are none. On the
      machine itself, use <code>http://localhost</code> in its place.
    </p>`
  }
  const { account } = visit.signedIn
  const offer = await offerToAdd(context.keys, host, account, known, visit.now)
  return html`<section class="card">
    <h2>Add a passkey</h2>
    <noscript><p>This needs scripts: only they can talk to your device.</p></noscript>
    ${form(
      PATH,
      html`${textField({
        name: 'name',
        label: 'Its name',
        schema: passkeyName,
        value: visit.browser.name,
        hint: 'To know it by in this list.',
        failed,
      })}
      ${passkeyPart('make', offer, html`<button class="main">Add a passkey</button>`)}`,
    )}
  </section>`
}

/** Looked at before the passkey: a name that is wrong can be corrected. */
const readName = compileMembers(addOwnPasskey.input)

const add = doesOneOf([addOwnPasskey], async (context, sent: SentForm<SignedInVisit>) => {
  const { keys, clock } = context
  const { visit, origin, fields } = sent
  const host = findPasskeyHost(context, origin)
  if (!host) return leadTo(PATH)
  const named = readName(toMembers(addOwnPasskey.input, fields))
  const credential = readSentCredential(fields)
  const { accountId } = visit.signedIn
  const made = await checkNewPasskey(keys, host, accountId, credential, clock.now())
  await runForAccount(context, addOwnPasskey, sent, made, named)
  return leadTo(withWord(PATH, 'added'))
})

const back = (): string => PATH

export const passkeysPages = [
  signedInPage(PATH, passkeysPage),
  signedInForm({ path: PATH, work: add, on: passkeysPage }),
  signedInForm({
    path: `${PATH}/:id/remove`,
    work: runs(removePasskey, () => leadTo(withWord(PATH, 'removed'))),
    on: passkeysPage,
    back,
    list: back,
  }),
]
