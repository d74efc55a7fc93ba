// /settings/mails: which mails one gets, by kind. Each step can be undone here.
import {
  findHeldWish,
  findMailChoices,
  grantLoggedWish,
  takesPlaceOf,
  wishes,
  type Wish,
} from '../../../../features/mails/mails.service.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import { refuse } from '../../../../kernel/refusal.ts'
import { addressHash, inboxHash, type MailsLink } from '../../../../mail/links.ts'
import { mailSteps } from '../links/mail-steps.ts'
import {
  leadTo,
  ownForm,
  ownPage,
  type SiteAnswer,
  type SiteRequest,
  type FailedForm,
  type SentForm,
} from '../../engine/page.ts'
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
  asked: SiteRequest<SignedInVisit>,
  failed?: FailedForm,
): Promise<SiteAnswer> => {
  const { store, keys } = context
  const choices = await findMailChoices(store, keys, ownLink(context, asked.visit))
  const step = (wish: Wish, label: string): Html =>
    buttonForm(PATH, label, { fields: { wish, [BEFORE]: findHeldWish(choices.preferences, wish) } })
  const timeZone = asked.visit.signedIn.timeZone ?? context.site.timeZone
  return showSettings({
    section: PATH,
    inside: html`${failure(failed)} ${changed(asked)}
      <p>
        What ${context.site.name} writes to ${asked.visit.signedIn.account.email}. Mails that you ask for,
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
    takesPlaceOf(wish, before) &&
    buttonForm(PATH, 'Undo', { kind: 'plain', fields: { wish: before, [BEFORE]: wish } })
  return notice(
    html`<p>Your wish is noted, and holds from now on.</p>
      ${undo}`,
    'good',
  )
}

const change = async (
  context: PageContext,
  { visit, fields }: SentForm<SignedInVisit>,
): Promise<SiteAnswer> => {
  const { store, keys, clock } = context
  const wish = readWish(fields.get('wish'))
  if (!wish) throw refuse('invalid_request', 'input_invalid', 'That is no choice about mails.')
  const held = await store.write(async (tx) => {
    const now = clock.now()
    const link = ownLink(context, visit)
    const granted = await grantLoggedWish(tx, keys, link, wish, { browser: visit.browser.name }, now)
    if (granted.outcome === 'too_often') {
      throw refuse('conflict', 'limit_reached', 'Nothing was changed: that was switched too often today.')
    }
    return granted.before
  })
  // Sent twice, the form found the second time what it had done itself: its page still knew what held before.
  const before = held === wish ? fields.get(BEFORE) : held
  return leadTo(`${PATH}?${new URLSearchParams({ did: wish, [BEFORE]: before ?? wish }).toString()}`)
}

export const mailsPages = [ownPage(PATH, mailsPage), ownForm({ path: PATH, receive: change, on: mailsPage })]
