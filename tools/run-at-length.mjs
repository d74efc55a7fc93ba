// Tests that take a number of rounds, run with more of them than in `npm run test:all`:
// `npm run test:crash -- --rounds 200`, and so on. `--engine sqlite` or `--engine postgres` runs one half.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

/** By name: where the test is, and for each option its variable and what it is unless given. */
const runs = {
  crash: { path: 'test/crash', isLong: true, options: { rounds: ['CRASH_ROUNDS', '200'] } },
  model: {
    path: 'test/model/model.test.ts',
    name: 'the model, on',
    options: { count: ['MODEL_COUNT', '10000'], seed: ['MODEL_SEED'], path: ['MODEL_PATH'] },
  },
  drain: {
    path: 'test/cluster/draining.test.ts',
    isLong: true,
    options: { rounds: ['DRAIN_ROUNDS', '100'] },
  },
  copy: {
    path: 'test/operator/copy.test.ts',
    isLong: true,
    name: 'killed twice',
    options: { challenges: ['COPY_CHALLENGES', '100000'] },
  },
}

const { path, name, isLong, options } = runs[process.argv[2]]
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: Object.fromEntries(
    [...Object.keys(options), 'engine'].map((option) => [option, { type: 'string' }]),
  ),
})
const env = { ...process.env, TEST_ENGINES: values.engine ?? 'sqlite,postgres' }
for (const [option, [variable, usual]] of Object.entries(options)) {
  const value = values[option] ?? usual
  if (value !== undefined) env[variable] = value
}
const config = isLong ? ['--config', 'vitest.rest.config.ts'] : []
const { status } = spawnSync('npx', ['vitest', 'run', ...config, path, ...(name ? ['-t', name] : [])], {
  stdio: 'inherit',
  env,
})
process.exitCode = status ?? 1
