// Proves that a change of the code changed nothing that a caller can notice. Plays one story of several hundred calls
// against the built service of this checkout, and with `--against` against that of another, and compares what was seen.
//   npm run story                                       prints the recording
//   npm run story -- --against ../before                exit status 1 where anything differs
//     [--engine sqlite|postgres|all] [--checkout PATH] [--show 10] [--out FILE]
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadTestSupport } from '../test-support.mjs'
import { findObstacle, loadContract } from './checkout.mjs'
import { describeDifference, findDifferences } from './compare.mjs'
import { findUnreached, findUntold } from './reach.mjs'
import { recordStory } from './record.mjs'

const ENGINES = ['sqlite', 'postgres']
const SHOWN = 10

const option = { type: 'string' }
const { values } = parseArgs({
  options: { against: option, engine: option, checkout: option, show: option, out: option },
})
const readOption = (name) => (values[name] === undefined ? undefined : String(values[name]))
const engine = readOption('engine') ?? 'all'
const against = readOption('against')
const checkout = readOption('checkout') ?? join(import.meta.dirname, '../..')
const out = readOption('out')
const show = Number(readOption('show') ?? SHOWN)
const engines = ENGINES.filter((name) => engine === 'all' || engine === name)
if (engines.length === 0) throw new TypeError(`--engine must be all or one of ${ENGINES.join(', ')}`)

const checkouts = [checkout, against].filter((path) => path !== undefined).map((path) => resolve(path))
for (const obstacle of checkouts.map(findObstacle)) if (obstacle) throw new TypeError(obstacle)

let faults = 0
const report = (lines) => {
  faults += lines.length
  for (const line of lines.slice(0, show)) console.log(line)
  if (lines.length > show) console.log(`… and ${lines.length - show} more`)
}

/** What is wrong with a recording taken alone. */
const findFaults = async (path, recording) =>
  [
    ...findUnreached(recording, await loadContract(path)),
    ...recording.missing.map((name) => `nothing was kept under ${name}`),
  ].map((fault) => `${path}: ${fault}`)

const printEntries = (entries) =>
  entries.map(({ title, text }, index) => `#${index + 1} ${title}\n${text}\n`).join('\n')

const support = await loadTestSupport()
const postgres = engines.includes('postgres') ? await support.startPostgres() : undefined
const record = (path, name) =>
  recordStory({ checkout: path, engine: name, postgresUrl: postgres?.adminUrl, support })

/** The results; where one fails, only when the others have ended and tidied up. */
const settleAll = async (promises) => {
  await Promise.allSettled(promises)
  return await Promise.all(promises)
}

const byEngine = []
try {
  for (const name of engines) {
    const recordings = await settleAll(checkouts.map((path) => record(path, name)))
    const [own, before] = recordings
    byEngine.push(own)
    if (out !== undefined) await writeFile(`${out}.${name}`, printEntries(own.entries))
    else if (!before) console.log(printEntries(own.entries))
    for (const [index, path] of checkouts.entries()) report(await findFaults(path, recordings[index]))
    for (const untold of findUntold(own, await loadContract(checkouts[0]))) {
      console.log(`the story does not tell of ${untold} yet`)
    }
    const differences = before ? findDifferences(before.entries, own.entries) : []
    report(differences.map(describeDifference))
    const compared = before ? `${differences.length} differences` : 'compared with nothing'
    console.log(`${name}: ${own.calls.length} calls, ${own.entries.length} records, ${compared}`)
  }
} finally {
  await postgres?.stop()
}
if (byEngine.length === ENGINES.length) {
  const [one, other] = byEngine
  const differences = findDifferences(one.entries, other.entries)
  report(differences.map(describeDifference))
  console.log(`${ENGINES.join(' and ')}: ${differences.length} differences`)
}
process.exitCode = faults === 0 ? 0 : 1
