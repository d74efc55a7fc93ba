// Two look-ups by index: the token, and the profile with its record.

export const me = {
  name: 'me',
  title: 'GET /v1/me',
  engines: ['sqlite', 'postgres'],
  status: 200,
  targets: { sqlite: 0.3, postgres: 0.15 },
  requests: ({ people }) =>
    people.map(({ token }) => ({
      method: 'GET',
      path: '/v1/me',
      headers: { authorization: `Bearer ${token}` },
    })),
}
