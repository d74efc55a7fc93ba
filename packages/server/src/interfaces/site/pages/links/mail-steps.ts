// Which mails a person gets, in steps: the same words behind the link of a mail and in the settings.
import { html, type Html } from '../../../../kernel/html.ts'
import { inWords } from '../../../../kernel/instants.ts'
import type { MailChoices, Wish } from '../../../../features/mail-preferences/mail-preferences.service.ts'
import type { RunningRow } from '../../../../features/mail-preferences/mail-preferences.queries.ts'
import type { Site } from '../../engine/site.ts'

/** A button that has this wish granted. */
export type WishButton = (wish: Wish, label: string) => Html

type Words = Pick<Site, 'contact' | 'timeZone'>

export const mailSteps = (site: Words, choices: MailChoices, button: WishButton): Html => {
  const { nothingAt, stoppedAt, erasedAt } = choices.preferences
  const isStopped = [nothingAt, stoppedAt, erasedAt].some((at) => at !== null)
  return html`${bounced(site, choices)}
  ${
    isStopped
      ? nothingAtAll(choices, button)
      : html`${invitations(choices, button)} ${news(choices, button)} ${stopAll(site, choices, button)}`
  }`
}

/** What no button here can change. */
const bounced = (site: Words, { preferences }: MailChoices): Html | null =>
  preferences.bouncedAt === null
    ? null
    : html`<p class="notice bad">
        Mails to this address came back, so none are sent to it now.
        ${site.contact ?? 'Whoever runs this service'} can change that.
      </p>`

const section = (title: string, text: string, ...buttons: readonly Html[]): Html =>
  html`<section class="card step">
    <h2>${title}</h2>
    <p class="quiet">${text}</p>
    <div class="buttons">${buttons}</div>
  </section>`

const invitations = ({ preferences }: MailChoices, button: WishButton): Html =>
  preferences.noInvitationsAt === null
    ? section(
        'Invitations',
        'You are told when someone challenges you, or adds you to a group.',
        button('no_invitations', 'No more invitations'),
      )
    : section(
        'Invitations',
        'You are not told when someone challenges you. A new membership in a group is still told once.',
        button('invitations', 'Get invitations again'),
      )

const news = ({ preferences }: MailChoices, button: WishButton): Html => {
  const offers = {
    all: button('all_news', 'Get news as it happens'),
    daily: button('daily_news', 'Get news once a day at most'),
    none: button('no_news', 'No news'),
  }
  if (preferences.noNewsAt !== null) {
    return section(
      'News',
      'You are told nothing that needs no answer. What runs against you, such as a proposed outcome, you are told.',
      offers.all,
      offers.daily,
    )
  }
  return preferences.dailyNewsAt === null
    ? section('News', 'You are told what happens in your challenges.', offers.daily, offers.none)
    : section(
        'News',
        'You are told at most once a day what happens in your challenges.',
        offers.all,
        offers.none,
      )
}

const stopAll = (site: Words, { person }: MailChoices, button: WishButton): Html => {
  if (!person) {
    return html`<section class="card step">
      <h2>Nothing at all</h2>
      <p class="quiet">This link is from an earlier mail. To stop everything, use the link of a newer one.</p>
    </section>`
  }
  return html`<details class="more card step">
    <summary>Nothing at all…</summary>
    ${running(site, person.running)}
    <p class="quiet">One last mail will say so, with a link that undoes it.</p>
    <div class="buttons">${button('nothing', 'Send me nothing at all')}</div>
  </details>`
}

const running = (site: Words, rows: readonly RunningRow[]): Html =>
  rows.length === 0
    ? html`<p>No challenge of yours is running.</p>`
    : html`<p>
          These challenges of yours are running. Your silence counts there: what the other side says stands if
          you do not answer in time, and you will not be told.
        </p>
        <ul>
          ${rows.map(
            ({ role, creator_name, opponent_name, due_at }) =>
              html`<li>
                with ${role === 'opponent' ? creator_name : (opponent_name ?? 'your opponent')}, due
                ${inWords(due_at, site.timeZone)}
              </li>`,
          )}
        </ul>`

const nothingAtAll = ({ preferences: { nothingAt, erasedAt } }: MailChoices, button: WishButton): Html =>
  erasedAt === null
    ? section(
        'Nothing at all',
        nothingAt === null
          ? 'Nothing is mailed to this address.'
          : 'Nothing is mailed to this address. In challenges that are running your silence counts all the same.',
        button('mails', 'Get mails again'),
      )
    : html`<p>What was known of this address was erased, and nothing is mailed to it.</p>`
