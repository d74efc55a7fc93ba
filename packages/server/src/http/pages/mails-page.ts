// The page behind the link in the foot of a mail: which mails a person gets, in steps, each of which can be undone
// here.
import { html, type Html } from '../../kernel/html.ts'
import { inWords } from '../../kernel/instants.ts'
import type { MailChoices, Wish } from '../../features/mails/mails.service.ts'
import type { RunningRow } from '../../features/mails/running.store.ts'
import { renderDocument } from './document.ts'
import type { Site } from './page-parts.ts'

const banners = {
  done: ['status', 'banner', 'That is noted.'],
  too_often: ['alert', 'banner problem', 'Nothing was changed: that was switched too often today.'],
} as const

export const mailsPage = (site: Site, choices: MailChoices, said?: keyof typeof banners): Html => {
  const { preferences } = choices
  const { nothingAt, stoppedAt, erasedAt } = preferences
  const isStopped = [nothingAt, stoppedAt, erasedAt].some((at) => at !== null)
  const [role, look, text] = said ? banners[said] : []
  return renderDocument(
    site,
    'Mails to you',
    html`<main class="card">
      ${text ? html`<p class="${look}" role="${role}">${text}</p>` : null}
      <h1>Mails to you</h1>
      <p class="intro">What ${site.name} writes to the address that this link was sent to.</p>
      ${bounced(site, choices)}
      ${isStopped ? nothingAtAll(choices) : html`${invitations(choices)} ${news(choices)} ${stopAll(site, choices)}`}
    </main>`,
  )
}

/** What no button here can change. */
const bounced = (site: Site, { preferences }: MailChoices): Html | null =>
  preferences.bouncedAt === null
    ? null
    : html`<p class="banner problem">
        Mails to this address came back, so none are sent to it now.
        ${site.contact ?? 'Whoever runs this service'} can change that.
      </p>`

const section = (title: string, text: string, ...buttons: readonly Html[]): Html =>
  html`<section class="step">
    <h2>${title}</h2>
    <p class="quiet">${text}</p>
    <form method="post"><div class="choices">${buttons}</div></form>
  </section>`

const button = (wish: Wish, label: string): Html =>
  html`<button class="second" name="choice" value="${wish}">${label}</button>`

const invitations = ({ preferences }: MailChoices): Html =>
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

const news = ({ preferences }: MailChoices): Html => {
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

const stopAll = (site: Site, { person }: MailChoices): Html => {
  if (!person) {
    return html`<section class="step">
      <h2>Nothing at all</h2>
      <p class="quiet">This link is from an earlier mail. To stop everything, use the link of a newer one.</p>
    </section>`
  }
  return html`<details class="evidence step">
    <summary>Nothing at all…</summary>
    ${running(site, person.running)}
    <form method="post">
      <p class="quiet">One last mail will say so, with a link that undoes it.</p>
      <div class="choices">${button('nothing', 'Send me nothing at all')}</div>
    </form>
  </details>`
}

const running = (site: Site, rows: readonly RunningRow[]): Html =>
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

const nothingAtAll = ({ preferences: { nothingAt, erasedAt } }: MailChoices): Html =>
  erasedAt === null
    ? section(
        'Nothing at all',
        nothingAt === null
          ? 'Nothing is mailed to this address.'
          : 'Nothing is mailed to this address. In challenges that are running your silence counts all the same.',
        button('mails', 'Get mails again'),
      )
    : html`<p>What was known of this address was erased, and nothing is mailed to it.</p>`
