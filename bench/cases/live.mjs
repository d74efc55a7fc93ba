// A thousand pages of the site that listen at /live and hear nothing. Measured by live.mjs: what they take in memory, and
// what they leave of the API's speed.

export const live = {
  name: 'live-1000',
  title: '1,000 open pages of the site',
  engines: ['sqlite', 'postgres'],
  kind: 'live',
  worlds: ['signedIn'],
  status: 200,
  /** The calls whose speed is compared. */
  requests: ({ people }) =>
    people.map(({ token }) => ({
      method: 'GET',
      path: '/v1/me',
      headers: { authorization: `Bearer ${token}` },
    })),
}

/** Events on their way to those who wait for them. Measured by live.mjs: how long they take from the answer of the write. */
export const wakeUps = {
  name: 'wake-ups',
  title: 'from a write to the event',
  engines: ['sqlite', 'postgres'],
  kind: 'wake-ups',
}
