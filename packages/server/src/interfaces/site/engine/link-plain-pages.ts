// The pages behind links that say one thing: a link that is over or was never ours, and what went wrong.
import { codes } from '@challenge-service/contract'
import { html } from '../../../kernel/html.ts'
import { show, type ShownPage } from './response.ts'

const plain = (status: number, title: string, ...paragraphs: readonly string[]): ShownPage =>
  show({
    title,
    status,
    isNarrow: true,
    main: html`<h1>${title}</h1>
      ${paragraphs.map((line) => html`<p>${line}</p>`)}`,
  })

export const endedPage = (): ShownPage =>
  plain(
    410,
    'This link has ended',
    'Either its challenge ended more than 90 days ago, or the earlier links to it were ended: on its page, or since the address that they were mailed to has been changed.',
    'If the challenge is still running, there is another mail with a new link.',
  )

export const renewedPage = (): ShownPage =>
  plain(
    200,
    'The earlier links have ended',
    'Whoever has one of the earlier mails can no longer see this challenge, nor act for you in it. A mail with a new link is on its way to you. What they can still do is choose which mails you get; you are told if they stop them all.',
  )

export const lapsedLeavePage = (): ShownPage =>
  plain(
    410,
    'This link has lapsed',
    'It was good for a year, so it no longer shows anything, and nothing was changed.',
    'To leave the group, ask one of its admins, or whoever runs this service.',
  )

export const endedLeavePage = (): ShownPage =>
  plain(
    410,
    'This link has ended',
    'The address that it was mailed to has been changed for another one since, so it no longer shows anything, and nothing was changed.',
    'Every later mail of this kind goes to the other address, with a link that is good.',
  )

export const otherPersonPage = (): ShownPage =>
  plain(
    403,
    'This link is for someone else',
    'It was mailed to another person than the one who is signed in here, and that person wants it to work for nobody else.',
    'Is that you too? Then sign out first, and open the link again.',
  )

export const unknownLinkPage = (): ShownPage =>
  plain(
    404,
    'This link does not work',
    'It may have been cut off on its way. Open it from the mail again, or copy it as a whole.',
  )

export const refusedPage = (): ShownPage =>
  plain(
    403,
    'That came from another site',
    'Nothing was changed. Open the link from your mail, and answer on the page that it shows.',
  )

export const foreignFormPage = (): ShownPage =>
  plain(
    400,
    'That could not be read',
    'Nothing was changed. Open the link from your mail again, and use one of its buttons.',
  )

export const tooLongPage = (): ShownPage =>
  plain(
    400,
    'That was too long',
    'Nothing was changed. A form takes 64 KiB, which is about 60,000 plain letters. Go back, and send less.',
  )

export const brokenPage = (requestId: string): ShownPage =>
  plain(
    codes.internal_error.status,
    'Something went wrong on our side',
    'Please try again in a moment.',
    `If it stays like this, tell us this number: ${requestId}`,
  )
