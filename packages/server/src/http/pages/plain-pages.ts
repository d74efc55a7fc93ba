// The pages without a challenge on them: a link that is over or was never ours, and what went wrong.
import { html, type Html } from '../../kernel/html.ts'
import { documentOf } from './document.ts'

const plain = (baseUrl: string, title: string, ...paragraphs: readonly string[]): Html =>
  documentOf(
    baseUrl,
    title,
    html`<main class="card plain">
      <h1>${title}</h1>
      ${paragraphs.map((line) => html`<p>${line}</p>`)}
    </main>`,
  )

export const lapsedPage = (baseUrl: string): Html =>
  plain(
    baseUrl,
    'This link has lapsed',
    'The time to answer here is over, so the link no longer shows anything.',
    'If the challenge needs something else from you, there is another mail with a new link.',
  )

export const lapsedLeavePage = (baseUrl: string): Html =>
  plain(
    baseUrl,
    'This link has lapsed',
    'It was good for a year, so it no longer shows anything, and nothing was changed.',
    'To leave the group, ask one of its admins, or whoever runs this service.',
  )

export const unknownLinkPage = (baseUrl: string): Html =>
  plain(
    baseUrl,
    'This link does not work',
    'It may have been cut off on its way. Open it from the mail again, or copy it as a whole.',
  )

export const refusedPage = (baseUrl: string): Html =>
  plain(
    baseUrl,
    'That came from another site',
    'Nothing was changed. Open the link from your mail, and answer on the page that it shows.',
  )

export const foreignFormPage = (baseUrl: string): Html =>
  plain(
    baseUrl,
    'That could not be read',
    'Nothing was changed. Open the link from your mail again, and use one of its buttons.',
  )

export const brokenPage = (baseUrl: string, status: number, requestId: string): Html =>
  status >= 500
    ? plain(
        baseUrl,
        'Something went wrong on our side',
        'Please try again in a moment.',
        `If it stays like this, tell us this number: ${requestId}`,
      )
    : foreignFormPage(baseUrl)

export const stopPage = (baseUrl: string): Html =>
  documentOf(
    baseUrl,
    'No more mails?',
    html`<main class="card plain">
      <h1>No more mails?</h1>
      <p>
        We will write nothing more to the address that this link was sent to, not even when a challenge waits
        for an answer.
      </p>
      <form method="post">
        <div class="choices"><button class="primary" name="choice" value="stop">Stop all mails</button></div>
      </form>
    </main>`,
  )

export const stoppedPage = (baseUrl: string): Html =>
  plain(
    baseUrl,
    'You get no more mails',
    'We will write nothing more to this address.',
    'Links in mails that you have still work until they lapse.',
  )
