// The test of copying at length: `npm run test:copy -- [--challenges 100000]`.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { challenges: { type: 'string' } } })
const { challenges = '100000' } = values

const args = ['vitest', 'run', '--config', 'vitest.long.config.ts', 'test/operator/copy.test.ts']
const { status } = spawnSync('npx', [...args, '-t', 'killed twice'], {
  stdio: 'inherit',
  env: { ...process.env, COPY_CHALLENGES: challenges },
})
process.exitCode = status ?? 1
