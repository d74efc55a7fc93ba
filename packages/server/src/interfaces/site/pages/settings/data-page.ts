// /settings/data: everything that is kept about a person, as a file; and the erasure of all of it.
import { email } from '@challenge-service/contract'
import { normalizeAddress } from '@challenge-service/contract/plain'
import { eraseAccount } from '../../../../features/privacy/erasure.operations.ts'
import { listErasedAccounts } from '../../../../features/privacy/erasure.service.ts'
import { beginDownload } from '../../../../features/privacy/export.operations.ts'
import { previewErasure, type ErasurePreview } from '../../../../features/privacy/erasure.preview.ts'
import { EXPORTS_A_DAY } from '../../../../features/privacy/export-lease.rules.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import { dayOf, inWords, secondsUntil, spanInWords } from '../../../../kernel/instants.ts'
import { refuse } from '../../../../kernel/refusal.ts'
import { runs } from '../../engine/form-work.ts'
import { isMarkOf } from '../../engine/form-token.ts'
import { type SiteResponse, show } from '../../engine/response.ts'
import {
  type FailedForm,
  type SentForm,
  type SiteRequest,
  signedInForm,
  signedInPage,
} from '../../engine/page.ts'
import { textField } from '../../parts/fields.ts'
import { buttonForm, form } from '../../parts/forms.ts'
import { failure } from '../../parts/notices.ts'
import { timesFor } from '../../parts/times.ts'
import type { PageContext } from '../../engine/page-context.ts'
import { endSessionCookie, endSignInCookies } from '../../engine/site-cookies.ts'
import type { SignedInVisit, Visit } from '../../engine/visit.ts'
import { showSettings } from './settings-frame.ts'

const PATH = '/settings/data'
const EXPORT_PATH = `${PATH}/export`
const ERASE_PATH = `${PATH}/erase`

const dataPage = async (
  context: PageContext,
  { visit }: SiteRequest<SignedInVisit>,
  failed?: FailedForm,
): Promise<SiteResponse> => {
  const { read, keys } = context
  const { email: address } = visit.signedIn.account
  const preview = await read(previewErasure, keys, address, visit.now, SHOWN_AT_MOST + 1)
  return showSettings({
    section: PATH,
    inside: html`${failure(failed, { address: 'Your address' })}
      <section class="card">
        <h2>Take it with you</h2>
        <p>
          Everything that is kept about you, as one JSON file. Of others it holds first names alone. You can
          download it ${EXPORTS_A_DAY} times a day.
        </p>
        ${buttonForm(EXPORT_PATH, 'Download the file')}
      </section>
      <section class="card">
        <h2>Erase everything</h2>
        ${preview && whatEnds(preview)}
        <p>
          Your first name becomes “someone”, and what you wrote “(removed)”, wherever others can read it. That
          cannot be undone. So that nobody writes to your address again, a fingerprint of it stays, from which
          it cannot be read.
        </p>
        ${form(
          ERASE_PATH,
          html`${textField({
              name: 'address',
              label: 'Your address',
              hint: 'Type it to say that you mean it.',
              schema: email(),
              type: 'text',
              isLiteral: true,
              failed,
            })}
            <p class="buttons"><button class="bad">Erase my account</button></p>`,
        )}
      </section>`,
  })
}

/** Counting on would keep everyone else waiting. */
const SHOWN_AT_MOST = 1_000
const MORE = `${SHOWN_AT_MOST.toLocaleString('en')}+`

const whatEnds = ({ open, tokens, webhooks, groups }: ErasurePreview): Html => {
  const counted = [
    count(open, 'open challenge', open > SHOWN_AT_MOST ? MORE : undefined),
    count(tokens, 'token'),
    count(webhooks, 'webhook'),
    count(groups.length, 'group', `your place in ${groups.length}`),
  ].filter((text) => text !== null)
  return html`<p>
    At once end: your sessions, passkeys and
    links${counted.map((text) => `, ${text}`).join('')}${lastAdmin(groups)}.
  </p>`
}

/** Null where there is none to tell of. */
const count = (many: number, thing: string, words = String(many)): string | null =>
  many === 0 ? null : `${words} ${thing}${many === 1 ? '' : 's'}`

const lastAdmin = (groups: ErasurePreview['groups']): string => {
  const names = groups.filter(({ isLastAdmin }) => isLastAdmin).map(({ name }) => name)
  return names.length === 0 ? '' : `; then nobody manages ${names.join(', ')}`
}

const download = runs(beginDownload, (begun, { visit }, context) => {
  const { now, signedIn } = visit
  if (!begun.isAllowed) {
    const { why, possibleAt } = begun
    throw refuse(
      'rate_limited',
      why === 'running' ? 'streams_open' : 'rate_passed',
      whyNot[why](possibleAt, context, visit),
      { retryAfter: secondsUntil(possibleAt, now) },
    )
  }
  return {
    kind: 'file',
    name: `challenges-${dayOf(now)}.json`,
    type: 'application/json; charset=utf-8',
    body: context.streamExport(begun.lease, signedIn.account.email, now),
  }
})

/** Why nothing can be downloaded now, and from when on it can. */
const whyNot = {
  running: (possibleAt: number, _: PageContext, { now }: Visit): string =>
    `A download of your data is already running. Try again when it has finished, or in ${spanInWords(possibleAt - now)} if it was interrupted.`,
  too_many: (possibleAt: number, context: PageContext, visit: Visit): string =>
    `You have downloaded your data ${EXPORTS_A_DAY} times within 24 hours. You can download it again on ${inWords(possibleAt, timesFor(context, visit).zone)}.`,
} as const

/** Whatever was typed: what is no address is not the one. */
const readTyped = ({ fields }: SentForm) => ({ address: (fields.get('address') ?? '').slice(0, 1_000) })

/** The second of two presses: the first has ended the session. Only who was shown the form has the mark of the account. */
const eraseAgain = async ({ read, keys }: PageContext, sent: SentForm): Promise<SiteResponse | undefined> => {
  const address = normalizeAddress(sent.fields.get('address') ?? '')
  if (address === undefined) return undefined
  const accounts = await read(listErasedAccounts, keys, address)
  return accounts.some((id) => isMarkOf(keys, id, sent.fields)) ? goodbye(sent) : undefined
}

const goodbye = ({ origin }: SiteRequest): SiteResponse =>
  show({
    title: 'You are erased',
    isNarrow: true,
    isForNobody: true,
    cookies: [endSessionCookie(origin.isSecure), ...endSignInCookies(origin.isSecure)],
    main: html`<h1>You are erased</h1>
      <p>
        Nobody can act for you any more. What you left in what others can read is being removed now, which
        takes at most a few minutes.
      </p>
      <p>Should you come back one day, ask here to sign in with the same address.</p>`,
  })

const back = (): string => PATH

export const dataPages = [
  signedInPage(PATH, dataPage),
  signedInForm({ path: EXPORT_PATH, work: download, on: dataPage, back }),
  signedInForm({
    path: ERASE_PATH,
    work: runs(eraseAccount, (_, sent) => goodbye(sent), readTyped),
    on: dataPage,
    back,
    sentAgain: eraseAgain,
  }),
]
