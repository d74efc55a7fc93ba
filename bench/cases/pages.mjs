// Pages of the site, each for everyone who is signed in. What counts is their processor time.

const PROCESSOR_MS = 5

const page = (name, title, pathOf) => ({
  name,
  title,
  engines: ['sqlite', 'postgres'],
  status: 200,
  targets: {},
  processorMsAtMost: PROCESSOR_MS,
  // People have different names and times.
  bytesApart: 0.1,
  worlds: ['everyday', 'signedIn'],
  requests: ({ people, everyday, signedIn }) =>
    people.map((_, index) => ({
      method: 'GET',
      path: pathOf(everyday, index),
      // Signing in over http is for this very machine.
      headers: { host: 'localhost', cookie: signedIn.cookieOf(index) },
    })),
})

/** Home must cost the same however much someone has. Pages of one size are compared: making them costs by what they show. */
const home = (name, title, size, comparedTo) => ({
  name,
  title,
  engines: ['sqlite', 'postgres'],
  status: 200,
  targets: {},
  processorMsAtMost: PROCESSOR_MS,
  bytesApart: 0.1,
  worlds: ['homes'],
  comparedTo,
  requests: ({ homes }) => [
    { method: 'GET', path: '/', headers: { host: 'localhost', cookie: homes[size].cookie } },
  ],
})

export const pages = [
  page('page-home', 'the page / of someone with 26 challenges', () => '/'),
  home('home-small', 'the page / of someone with 10 challenges', 'small'),
  home('home-full', 'the page / of someone with 20 challenges, all of them on it', 'full'),
  home('home-large', 'the page / of someone with 100,000 challenges', 'large', 'home-full'),
  page('page-list', 'the page /challenges', () => '/challenges'),
  page(
    'page-challenge',
    'the page of a challenge',
    ({ challengeOf }, index) => `/challenges/${challengeOf(index)}`,
  ),
  page('page-tokens', 'the page /settings/tokens', () => '/settings/tokens'),
  page('page-webhooks', 'the page /settings/webhooks', () => '/settings/webhooks'),
]
