// The model test at length: `npm run test:model -- --count 10000 [--seed N] [--path P] [--engine sqlite|postgres]`.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const option = { type: 'string' }
const { values } = parseArgs({ options: { count: option, seed: option, path: option, engine: option } })
const { count = '10000', seed, path, engine } = values

const { status } = spawnSync(
  'npx',
  ['vitest', 'run', 'test/model/model.test.ts', ...(engine ? ['-t', `the model, on ${String(engine)}`] : [])],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      MODEL_COUNT: count,
      ...(seed ? { MODEL_SEED: seed } : {}),
      ...(path ? { MODEL_PATH: path } : {}),
    },
  },
)
process.exitCode = status ?? 1
