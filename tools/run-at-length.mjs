// `npm run test:crash -- --rounds 200`, and the other runs of runs-at-length.mjs.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { runsAtLength } from './runs-at-length.mjs'

const [command, ...args] = process.argv.slice(2)
const { path, name, isLong = false, onEngines = false, options } = runsAtLength[command]

const described = Object.entries(options).map(
  ([option, { usual, means }]) => `  --${option}  ${means}${usual === undefined ? '' : ` (${usual})`}`,
)
const usage = [
  `npm run test:${command} -- [options]`,
  ...described,
  ...(onEngines ? ['  --engine  sqlite or postgres (both)'] : []),
  '',
].join('\n')

const read = () => {
  const text = { type: 'string' }
  const names = [...Object.keys(options), ...(onEngines ? ['engine'] : [])]
  const known = Object.fromEntries(names.map((option) => [option, text]))
  try {
    const { values } = parseArgs({ args, options: { ...known, help: { type: 'boolean' } } })
    // What is no number would be no round at all, and pass.
    const wrong = Object.keys(options).find(
      (option) => options[option].usual !== undefined && !/^[1-9]\d*$/.test(values[option] ?? '1'),
    )
    if (wrong !== undefined) throw new Error(`--${wrong} takes a whole number`)
    return values
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${usage}`)
    return process.exit(2)
  }
}

const { help, engine = 'sqlite,postgres', ...given } = read()
if (help) {
  process.stdout.write(usage)
  process.exit(0)
}
const env = { ...process.env, TEST_ENGINES: engine }
for (const [option, { variable, usual }] of Object.entries(options)) {
  const value = given[option] ?? usual
  if (value !== undefined) env[variable] = value
}
const config = isLong ? 'vitest.rest.config.ts' : 'vitest.config.ts'
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--config', config, path, ...(name ? ['-t', name] : [])],
  { stdio: 'inherit', env },
)
process.exitCode = status ?? 1
