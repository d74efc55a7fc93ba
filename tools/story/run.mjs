// Proves that a change of the code changed nothing that a caller can notice. Plays one story of several thousand calls
// against the built service of this checkout, and with `--against` against that of another, and compares what was seen.
//   npm run story                                       prints the recording
//   npm run story -- --against ../before                exit status 1 where anything differs
//     [--engine sqlite|postgres|all] [--checkout PATH] [--show 10] [--out FILE]
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findObstacle, loadContract } from './checkout.mjs'
import { describeDifference, findDifferences } from './compare.mjs'
import { findUnreached, findUntold } from './reach.mjs'
import { loadStorySupport, recordStory } from './record.mjs'

const ENGINES = ['sqlite', 'postgres']

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    engine: { type: 'string', default: 'all' },
    checkout: { type: 'string', default: join(import.meta.dirname, '../..') },
    show: { type: 'string', default: '10' },
    out: { type: 'string' },
  },
})
const { against, engine, checkout, out } = values
const show = Number(values.show)
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
const compare = (one, other) => {
  const differences = one && other ? findDifferences(one.entries, other.entries) : []
  report(differences.map(describeDifference))
  return one && other ? `${differences.length} differences` : 'compared with nothing'
}
const printEntries = ({ entries }) =>
  entries.map(({ place, title, text }) => `#${place} ${title}\n${text}\n`).join('\n')

const support = await loadStorySupport()
const postgres = engines.includes('postgres') ? await support.startPostgres() : undefined
/** Where one fails, only when the others have ended and tidied up. */
const recordAll = async (name) => {
  const recordings = checkouts.map((path) =>
    recordStory({ checkout: path, engine: name, postgresUrl: postgres?.adminUrl, support }),
  )
  await Promise.allSettled(recordings)
  return await Promise.all(recordings)
}

const byEngine = []
try {
  for (const name of engines) {
    const [own, before] = await recordAll(name)
    byEngine.push(own)
    if (out !== undefined) await writeFile(`${out}.${name}`, printEntries(own))
    else if (!before) console.log(printEntries(own))
    for (const [index, recording] of [own, before].entries()) {
      if (!recording) continue
      const path = checkouts[index]
      const unreached = findUnreached(recording, await loadContract(path))
      report([...recording.faults, ...unreached].map((fault) => `${path}: ${fault}`))
    }
    for (const untold of findUntold(own, await loadContract(checkouts[0]))) {
      console.log(`the story does not tell of ${untold} yet`)
    }
    console.log(`${name}: ${own.calls.length} calls, ${own.entries.length} records, ${compare(before, own)}`)
  }
} finally {
  await postgres?.stop()
}
if (byEngine.length === ENGINES.length) console.log(`${ENGINES.join(' and ')}: ${compare(...byEngine)}`)
process.exitCode = faults === 0 ? 0 : 1
