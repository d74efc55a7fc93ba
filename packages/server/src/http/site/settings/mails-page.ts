// /settings/mails: which mails one gets, by kind. Each step can be undone here.
import { findMailChoices, grantWish, wishes, type Wish } from '../../../features/mails/mails.service.ts'
import { logSecurity } from '../../../features/security/security-log.store.ts'
import { html, type Html } from '../../../kernel/html.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { addressHash, inboxHash, type MailsLink } from '../../../mail/links.ts'
import { mailSteps } from '../../pages/mail-steps.ts'
import {
  leadTo,
  ownForm,
  ownPage,
  type SiteAnswer,
  type SiteRequest,
  type FailedForm,
  type SentForm,
} from '../page.ts'
import { buttonForm } from '../parts/forms.ts'
import { failure, notice } from '../parts/notices.ts'
import type { SiteRoom } from '../room.ts'
import type { SignedInVisit } from '../visit.ts'
import { showSettings } from './settings-frame.ts'

const PATH = '/settings/mails'

/** What undoes each of them. */
const undoing: Readonly<Record<Wish, Wish>> = {
  no_invitations: 'invitations',
  invitations: 'no_invitations',
  no_news: 'all_news',
  daily_news: 'all_news',
  all_news: 'no_news',
  nothing: 'mails',
  mails: 'nothing',
}

/** Whom the choice is about, as the link in the foot of a mail would say it. */
const ownLink = ({ floor: { keys } }: SiteRoom, { signedIn }: SignedInVisit): MailsLink => {
  const { email, personId } = signedIn.account
  return { stop: null, addressHash: addressHash(keys, email), inboxHash: inboxHash(keys, email), personId }
}

const mailsPage = async (
  room: SiteRoom,
  asked: SiteRequest<SignedInVisit>,
  failed?: FailedForm,
): Promise<SiteAnswer> => {
  const { store, keys } = room.floor
  const choices = await findMailChoices(store, keys, ownLink(room, asked.visit))
  const timeZone = asked.visit.signedIn.timeZone ?? room.site.timeZone
  return showSettings({
    section: PATH,
    inside: html`${failure(failed)} ${changed(asked)}
      <p>
        What ${room.site.name} writes to ${asked.visit.signedIn.account.email}. Mails that you ask for, such
        as those to sign in, always come.
      </p>
      <div class="card">
        ${mailSteps({ ...room.site, timeZone }, choices, (wish, label) => buttonForm(PATH, label, { fields: { wish } }))}
      </div>`,
  })
}

const changed = ({ query }: SiteRequest): Html | null => {
  const wish = wishes.find((known) => known === query.get('did'))
  return wish === undefined
    ? null
    : notice(
        html`<p>Your wish is noted, and holds from now on.</p>
          ${buttonForm(PATH, 'Undo', { kind: 'plain', fields: { wish: undoing[wish] } })}`,
        'good',
      )
}

const change = async (room: SiteRoom, { visit, fields }: SentForm<SignedInVisit>): Promise<SiteAnswer> => {
  const { store, keys, clock } = room.floor
  const wish = wishes.find((known) => known === fields.get('wish'))
  if (!wish) throw refuse('invalid_request', 'input_invalid', 'That is no choice about mails.')
  await store.write(async (tx) => {
    const now = clock.now()
    if ((await grantWish(tx, keys, ownLink(room, visit), wish, now)) === 'too_often') {
      throw refuse('conflict', 'limit_reached', 'Nothing was changed: that was switched too often today.')
    }
    logSecurity(tx, visit.signedIn.accountId, 'mails_changed', { wish, browser: visit.browser.name }, now)
  })
  return leadTo(`${PATH}?did=${wish}`)
}

export const mailsPages = [ownPage(PATH, mailsPage), ownForm({ path: PATH, receive: change, on: mailsPage })]
