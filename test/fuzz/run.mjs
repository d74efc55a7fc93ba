// `npm run test:fuzz`: the fuzz test with its settings from the command line.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const usage = `npm run test:fuzz -- [--count N] [--seed S] [--endpoint NAME] [--engine sqlite|postgres] [--path P]

  --count     calls for each engine (1500)
  --seed      of an earlier run, to make the same calls again (random)
  --endpoint  one operationId of the OpenAPI document (all)
  --engine    one engine (both)
  --path      one counterexample of a seed, as the failure told it; its state is that of a fresh service`

const options = /** @type {const} */ ({
  count: { type: 'string' },
  seed: { type: 'string' },
  endpoint: { type: 'string' },
  engine: { type: 'string' },
  path: { type: 'string' },
  help: { type: 'boolean' },
})

const read = () => {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`)
    return process.exit(2)
  }
}

const { help, engine, ...settings } = read()
if (help) {
  console.log(usage)
  process.exit(0)
}
const given = Object.entries(settings).map(([name, value]) => [`FUZZ_${name.toUpperCase()}`, value])
const { status } = spawnSync('npx', ['vitest', 'run', 'test/fuzz/fuzz.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, TEST_ENGINES: engine ?? 'sqlite,postgres', ...Object.fromEntries(given) },
})
process.exit(status ?? 1)
