// /settings/mails: which mails one gets, by kind. Each step can be undone here.
import {
  findHeldWish,
  findMailChoices,
  replaces,
  wishes,
  type Wish,
} from '../../../../features/mail-preferences/mail-preferences.service.ts'
import { chooseMails } from '../../../../features/mail-preferences/mail-preferences.operations.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import { refuse } from '../../../../kernel/refusal.ts'
import { addressHash, inboxHash, type MailsLink } from '../../../../mail/messages/links.ts'
import { mailSteps } from '../links/mail-steps.ts'
import { type SiteResponse, leadTo } from '../../engine/response.ts'
import {
  type FailedForm,
  type SentForm,
  type SiteRequest,
  signedInForm,
  signedInPage,
} from '../../engine/page.ts'
import { runs } from '../../engine/form-work.ts'
import { buttonForm } from '../../parts/forms.ts'
import { failure, notice } from '../../parts/notices.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'
import { showSettings } from './settings-frame.ts'

const PATH = '/settings/mails'

/** The field and the part of the address that say what held before. */
const BEFORE = 'before'

/** Whom the choice is about, as the link in the foot of a mail would say it. */
const ownLink = ({ keys }: PageContext, { signedIn }: SignedInVisit): MailsLink => {
  const { email, personId } = signedIn.account
  return { stop: null, addressHash: addressHash(keys, email), inboxHash: inboxHash(keys, email), personId }
}

const mailsPage = async (
  context: PageContext,
  request: SiteRequest<SignedInVisit>,
  failed?: FailedForm,
): Promise<SiteResponse> => {
  const { read, keys } = context
  const choices = await read(findMailChoices, keys, ownLink(context, request.visit))
  const step = (wish: Wish, label: string): Html =>
    buttonForm(PATH, label, { fields: { wish, [BEFORE]: findHeldWish(choices.preferences, wish) } })
  const timeZone = request.visit.signedIn.timeZone ?? context.site.timeZone
  return showSettings({
    section: PATH,
    inside: html`${failure(failed)} ${changed(request)}
      <p>
        What ${context.site.name} writes to ${request.visit.signedIn.account.email}. Mails that you ask for,
        such as those to sign in, always come.
      </p>
      ${mailSteps({ ...context.site, timeZone }, choices, step)}`,
  })
}

const readWish = (word: string | null | undefined): Wish | undefined => wishes.find((known) => known === word)

const changed = ({ query }: SiteRequest): Html | null => {
  const wish = readWish(query.get('did'))
  if (wish === undefined) return null
  const before = readWish(query.get(BEFORE))
  // Undoing brings back what held before, and where nothing was changed there is nothing to undo.
  const undo =
    before !== undefined &&
    replaces(wish, before) &&
    buttonForm(PATH, 'Undo', { kind: 'plain', fields: { wish: before, [BEFORE]: wish } })
  return notice(
    html`<p>Your wish is noted, and holds from now on.</p>
      ${undo}`,
    'good',
  )
}

/** A choice that there is none of is said to be none, in words of its own. */
const readChoice = ({ fields }: SentForm<SignedInVisit>) => {
  const wish = readWish(fields.get('wish'))
  if (!wish) throw refuse('invalid_request', 'input_invalid', 'That is no choice about mails.')
  return { wish }
}

const change = runs(
  chooseMails,
  ({ before: held }, { fields }) => {
    const did = fields.get('wish') ?? ''
    // Sent twice, it finds the second time what it did itself: its page still knew what held before.
    const before = held === did ? (readWish(fields.get(BEFORE)) ?? held) : held
    return leadTo(`${PATH}?${new URLSearchParams({ did, [BEFORE]: before }).toString()}`)
  },
  readChoice,
)

export const mailsPages = [
  signedInPage(PATH, mailsPage),
  signedInForm({ path: PATH, work: change, on: mailsPage }),
]
