// Tokens that are well formed and that nobody has: one look-up, then the way every refusal goes.

export const refused = {
  name: 'refused',
  title: 'GET /v1/me, unknown token',
  engines: ['sqlite', 'postgres'],
  status: 401,
  targets: {},
  requests: ({ people, mintToken }) =>
    people.map(() => ({
      method: 'GET',
      path: '/v1/me',
      headers: { authorization: `Bearer ${mintToken('account')}` },
    })),
}
