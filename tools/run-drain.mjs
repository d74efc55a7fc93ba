// The test of stopping under load at length: `npm run test:drain -- [--rounds 100]`.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { rounds: { type: 'string' } } })
const { rounds = '100' } = values

const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--config', 'vitest.long.config.ts', 'test/cluster/draining.test.ts'],
  {
    stdio: 'inherit',
    env: { ...process.env, DRAIN_ROUNDS: rounds },
  },
)
process.exitCode = status ?? 1
