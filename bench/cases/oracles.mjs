// Signing in with what is known and with what is not. Measured by oracles.mjs: can a stranger tell by the time which it
// was?

export const oracles = {
  name: 'oracles',
  title: 'signing in as someone and as nobody',
  engines: ['sqlite', 'postgres'],
  kind: 'oracles',
}
