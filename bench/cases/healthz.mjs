// No token and no storage: what the server costs before it does anything. One engine stands for both.

export const healthz = {
  name: 'healthz',
  title: 'GET /healthz',
  engines: ['sqlite'],
  status: 200,
  targets: {},
  requests: () => [{ method: 'GET', path: '/healthz', headers: {} }],
}
