// The crash test of deliveries at length: `npm run test:crash -- [--rounds 200] [--engine sqlite|postgres]`.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const option = { type: 'string' }
const { values } = parseArgs({ options: { rounds: option, engine: option } })
const { rounds = '200', engine } = values

const { status } = spawnSync(
  'npx',
  ['vitest', 'run', 'test/crash', ...(engine ? ['-t', `on ${engine}`] : [])],
  { stdio: 'inherit', env: { ...process.env, CRASH_ROUNDS: rounds } },
)
process.exitCode = status ?? 1
