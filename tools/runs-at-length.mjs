// Tests of a number of rounds that can run for longer than in `npm run test:all`, by their name in `npm run test:…`: where
// each is, and for each option its variable, what it is unless given, and what it means.

/** @type {Readonly<Record<string, { path: string, isLong?: boolean, onEngines?: boolean, name?: string, options: Record<string, { variable: string, usual?: string, means: string }> }>>} */
export const runsAtLength = {
  model: {
    path: 'test/model/model.test.ts',
    name: 'the model, on',
    onEngines: true,
    options: {
      count: { variable: 'MODEL_COUNT', usual: '10000', means: 'sequences on each engine' },
      seed: { variable: 'MODEL_SEED', means: 'of an earlier run, to repeat it' },
      path: { variable: 'MODEL_PATH', means: 'one counterexample of a seed, as the failure printed it' },
    },
  },
  crash: {
    path: 'test/crash/',
    isLong: true,
    onEngines: true,
    options: { rounds: { variable: 'CRASH_ROUNDS', usual: '200', means: 'kills on each engine' } },
  },
  drain: {
    path: 'test/cluster/draining.test.ts',
    isLong: true,
    options: {
      rounds: { variable: 'DRAIN_ROUNDS', usual: '100', means: 'stops and starts of a node' },
      restarts: {
        variable: 'DRAIN_RESTARTS',
        usual: '10',
        means: 'rolling restarts behind nginx, and behind a balancer without retries',
      },
    },
  },
  bursts: {
    path: 'test/redis/bursts.test.ts',
    isLong: true,
    name: 'pass',
    options: { rounds: { variable: 'BURST_ROUNDS', usual: '20', means: 'bursts of 400 calls' } },
  },
  copy: {
    path: 'test/operator/copy.test.ts',
    isLong: true,
    name: 'killed twice',
    options: { challenges: { variable: 'COPY_CHALLENGES', usual: '100000', means: 'challenges to copy' } },
  },
  fuzz: {
    path: 'test/fuzz/fuzz.test.ts',
    onEngines: true,
    options: {
      count: { variable: 'FUZZ_COUNT', usual: '100000', means: 'calls on each engine' },
      seed: { variable: 'FUZZ_SEED', means: 'of an earlier run, to make the same calls again' },
      endpoint: { variable: 'FUZZ_ENDPOINT', means: 'one operationId of the OpenAPI document' },
      path: {
        variable: 'FUZZ_PATH',
        means: 'one counterexample of a seed, as the failure printed it; the service is fresh',
      },
    },
  },
}
