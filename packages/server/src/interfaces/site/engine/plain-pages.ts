// Pages of the site that say one thing: what was not found, what was refused, and what went wrong.
import { codes } from '@challenge-service/contract'
import { html, type Part } from '../../../kernel/html.ts'
import { type ShownPage, show } from './response.ts'

const plain = (status: number, title: string, ...paragraphs: readonly Part[]): ShownPage =>
  show({
    title,
    status,
    isNarrow: true,
    main: html`<h1>${title}</h1>
      ${paragraphs.map((text) => html`<p>${text}</p>`)}`,
  })

export const notFoundPage = (): ShownPage =>
  plain(
    404,
    'There is nothing here',
    'Either it never was, or it is not yours to see.',
    html`<a href="/">Go home</a>`,
  )

export const elsewherePage = (url: string): ShownPage =>
  plain(403, 'This page lives elsewhere', html`Nothing was changed. Go on at <a href="${url}">${url}</a>.`)

/** It would be led here again and again. */
export const hiddenHostPage = (url: string): ShownPage =>
  plain(
    421,
    'The proxy does not pass on the host',
    html`This service lives at <code>${url}</code>, yet what stands in front of it asked for another host.`,
    'For whoever runs this service: let the proxy pass on the header Host as it came, or set PUBLIC_URL to the address that people use.',
  )

export const hiddenSchemePage = (url: string): ShownPage =>
  plain(
    421,
    'The proxy does not pass on the scheme',
    html`This service lives at <code>${url}</code>, yet what stands in front of it says that it was asked for
      under another scheme.`,
    'For whoever runs this service: let the proxy set the header X-Forwarded-Proto to the scheme that the browser used (http or https), or set PUBLIC_URL to the address that people use.',
  )

export const foreignFormPage = (): ShownPage =>
  plain(
    403,
    'That came from another site',
    'Nothing was changed. Open the page here, and press its button.',
    html`<a href="/">Go home</a>`,
  )

export const unreadablePage = (): ShownPage =>
  plain(400, 'That could not be read', 'Nothing was changed. Go back, and send the form again.')

export const oddAddressPage = (): ShownPage =>
  plain(
    400,
    'That could not be read',
    'This address is not one that a page here leads to.',
    html`<a href="/">Go home</a>`,
  )

/** `words`: how much the form takes, where that is not said in bytes. */
export const tooLongPage = (
  words = 'A form takes 64 KiB, which is about 60,000 plain letters. Go back, and send less.',
): ShownPage => plain(400, 'That was too long', `Nothing was changed. ${words}`)

export const signedOutPage = (path: string): ShownPage =>
  plain(
    401,
    'You are signed out',
    'Nothing was changed: your session has ended, here or from another browser.',
    html`<a class="button main" href="/sign-in?next=${encodeURIComponent(path)}">Sign in</a>`,
  )

/** `page`: where the form stands, as it is for whoever is signed in now. */
export const someoneElsePage = (page: string): ShownPage =>
  plain(
    409,
    'You have signed in as somebody else',
    'You have signed in as somebody else since this page was made. Nothing was changed.',
    html`<a class="button main" href="${page}">Open the page anew</a>`,
  )

export const tooFastPage = (seconds: number): ShownPage => ({
  ...plain(
    429,
    'That was a little fast',
    `Nothing was changed. Please go on in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
  ),
  retryAfter: seconds,
})

export const brokenPage = (requestId: string): ShownPage =>
  plain(
    500,
    'Something went wrong on our side',
    'Please try again in a moment.',
    html`If it stays like this, tell whoever runs this service this number: <code>${requestId}</code>`,
  )

/** More people ask at once than can be answered. */
export const busyPage = (seconds: number): ShownPage => ({
  ...plain(
    codes.internal_error.status,
    'There is too much to do just now',
    'Nothing was done, and nothing was changed. Please try again in a moment.',
  ),
  retryAfter: seconds,
})

/** A cookie that is only sent encrypted would be lost here without a word. */
export const unsafePage = (url: string): ShownPage =>
  plain(
    403,
    'Signing in needs https',
    html`This page is at <code>${url}</code>, over plain http and not on this very machine: whoever is on the
      way could take over what you sign in to. So nobody can sign in here.`,
    'Ways out, for whoever runs this service: put a proxy with https in front of it and set PUBLIC_URL to its https address; or use it on the machine itself, at http://localhost.',
  )
