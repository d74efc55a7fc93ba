// From a full queue to a receiver that checks nothing. Measured by deliveries.mjs, beside a bare undici Pool.

export const deliveries = {
  name: 'deliveries',
  title: 'webhook deliveries',
  engines: ['sqlite', 'postgres'],
  kind: 'deliveries',
  targets: { sqlite: 0.6, postgres: 0.4 },
}
