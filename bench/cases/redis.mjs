// The cheapest call, with limits that are counted in Redis and with limits that are counted in the process. Measured by
// redis.mjs: what is left of the speed.

export const redis = {
  name: 'redis',
  title: 'GET /v1/me with REDIS_URL',
  engines: ['postgres'],
  kind: 'redis',
  status: 200,
  requests: ({ people }) =>
    people.map(({ token }) => ({
      method: 'GET',
      path: '/v1/me',
      headers: { authorization: `Bearer ${token}` },
    })),
}
