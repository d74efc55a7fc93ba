// Creates for someone with 20 active subscriptions and for someone with none. Measured by subscriptions.mjs: can the
// caller tell by the time which it was?

export const subscriptions = {
  name: 'subscriptions',
  title: 'creates for 0 and for 20 subscriptions',
  engines: ['sqlite', 'postgres'],
  kind: 'subscriptions',
}
