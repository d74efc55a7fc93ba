// npm run bench: measures the built service beside a bare server. docs/performance.md says how and why.
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadBench, repository, server } from './built.mjs'
import { compareCheckouts, linesOfComparison } from './beside-others.mjs'
import { cases } from './cases/all.mjs'
import { measureDeliveries } from './deliveries.mjs'
import { linesOfLive, linesOfWakeUps, measureLive, measureWakeUps } from './live.mjs'
import { loadProgram, sampleAnswer } from './load.mjs'
import { machineFacts, pinEverythingElse } from './machine.mjs'
import { profile, profileText } from './profile.mjs'
import { linesOfOracles, measureOracles } from './oracles.mjs'
import { notesOf, remarksOf, summarize, tableOf, warningsOf, writeReport } from './report.mjs'
import { linesOfRedis, measureRedis } from './redis.mjs'
import { measure } from './rounds.mjs'
import { linesOfNodes, measureNodes } from './nodes.mjs'
import { startRestartable } from './servers.mjs'
import { linesOfStart, measureStart } from './start.mjs'
import { linesOfSubscriptions, measureSubscriptions } from './subscriptions.mjs'

const usage = `npm run bench -- [options]
  --case NAME       one case (${cases.map(({ name }) => name).join(', ')}); may be given again; else all
  --engine ENGINE   sqlite, postgres, slow-disk (SQLite, 2 ms for each sync) or all (all)
  --rounds N        rounds, of which the medians are reported (7)
  --seconds N       seconds of load for each measurement (4)
  --connections N   connections that the load keeps open (32)
  --tokens N        tokens in rotation (10000)
  --deliveries N    deliveries in the queue at each measurement of them (20000)
  --name NAME       writes bench/results/NAME.json and NAME.svg; else nothing is written
  --against PATH    another checkout, built, that is measured in the same rounds; may be given again
  --against-node PATH  the Node that runs those; they must be of this release, since this checkout fills their databases
  --json            prints the report as JSON in place of the table
  --profile         no measuring: profiles the service under the load of each case
`

const options = {
  case: { type: 'string', multiple: true },
  engine: { type: 'string', default: 'all' },
  rounds: { type: 'string', default: '7' },
  seconds: { type: 'string', default: '4' },
  connections: { type: 'string', default: '32' },
  tokens: { type: 'string', default: '10000' },
  deliveries: { type: 'string', default: '20000' },
  name: { type: 'string' },
  against: { type: 'string', multiple: true, default: [] },
  'against-node': { type: 'string' },
  json: { type: 'boolean', default: false },
  profile: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
}

const engines = ['sqlite', 'postgres', 'slow-disk']
const SLOW_FSYNC_MS = 2

const readArguments = () => {
  const { values } = parseArgs({ options })
  const number = (name) => {
    const value = Number(values[name])
    if (!Number.isInteger(value) || value < 1)
      throw new TypeError(`--${name} must be a whole number from 1 on`)
    return value
  }
  const named = (values.case ?? cases.map(({ name }) => name)).map((name) => {
    const found = cases.find((known) => known.name === name)
    if (!found) throw new TypeError(`there is no case ${name}`)
    return found
  })
  if (values.engine !== 'all' && !engines.includes(values.engine)) {
    throw new TypeError(`--engine must be ${engines.join(', ')} or all`)
  }
  if (values.name !== undefined && !/^[\w-]+$/.test(values.name)) {
    throw new TypeError('--name must be letters, digits, - and _')
  }
  return {
    ...values,
    cases: named,
    engines: engines.filter((engine) => values.engine === 'all' || values.engine === engine),
    rounds: number('rounds'),
    seconds: number('seconds'),
    connections: number('connections'),
    tokens: number('tokens'),
    deliveries: number('deliveries'),
  }
}

const say = (line) => process.stderr.write(`${line}\n`)

/** The checkouts to measure, by the name that the report gives them. */
const checkoutsOf = ({ against, 'against-node': node }) => [
  { variant: 'here', checkout: repository, filler: repository, node: process.execPath },
  ...against.map((path) => {
    const checkout = resolve(path)
    // What was installed for another Node cannot be loaded by this one.
    return node === undefined
      ? { variant: basename(path), checkout, filler: checkout, node: process.execPath }
      : { variant: basename(path), checkout, filler: repository, node: resolve(node) }
  }),
]

/** Hands the body what is to be measured, each checkout on databases of its own, and removes them afterwards. */
const withTargets = async (settings, body) => {
  const databases = []
  try {
    for (const engine of settings.engines) {
      const own = settings.cases.filter((one) => one.engines.includes(engine))
      if (own.length === 0) continue
      for (const { filler, ...served } of checkoutsOf(settings)) {
        say(`preparing ${settings.tokens} accounts and tokens on ${engine}`)
        const { createDatabase } = await loadBench(filler, 'databases.mjs')
        const database = await createDatabase(engine, { tokens: settings.tokens, cases: own })
        databases.push({ engine, ...served, ...database })
      }
    }
    const { mintToken } = await server('kernel/token.js')
    const targets = settings.cases.flatMap((one) =>
      databases
        .filter(({ engine }) => one.engines.includes(engine))
        .map((database) => {
          const { engine, variant } = database
          // Some need the service that will answer them: its cursors are its own.
          const requestsTo = (url) => one.requests?.({ ...database, mintToken, call: callJson(url) })
          return { engine, variant, case: one, database, requestsTo }
        }),
    )
    return await body(databases, targets)
  } finally {
    for (const database of databases) await database.remove()
  }
}

const callJson = (url) => async (request) => {
  const { status, body } = await sampleAnswer(url, request)
  if (status !== 200) throw new Error(`${request.path} answered ${status}: ${body}`)
  return JSON.parse(body)
}

const isOfKind =
  (kind) =>
  ({ case: one }) =>
    one.kind === kind
const isOfCalls = isOfKind(undefined)
const isOfWrites = (target) => isOfCalls(target) && target.case.writes === true
const isOfReads = (target) => isOfCalls(target) && target.case.writes !== true

const measureAll = async (settings) =>
  await withTargets(settings, async (databases, targets) => {
    const services = new Map()
    try {
      for (const database of databases) {
        const { url, checkout, node, engine } = database
        const fsyncMs = engine === 'slow-disk' ? SLOW_FSYNC_MS : 0
        services.set(database, await startRestartable(url, { checkout, node, fsyncMs }))
      }
      const { rounds, seconds, connections, tokens, deliveries } = settings
      const restarts = settings.against.length > 0
      const served = targets.map((target) => ({ ...target, service: services.get(target.database) }))
      const measured = [
        // Reads first: what writes leave to be done later is not charged to them.
        ...(await measure(served.filter(isOfReads), { rounds, restarts, seconds, connections, say })),
        ...(await measure(served.filter(isOfWrites), { rounds, restarts, seconds, connections, say })),
        ...(await measureDeliveries(served.filter(isOfKind('deliveries')), {
          rounds,
          restarts,
          seconds,
          deliveries,
          say,
        })),
      ]
      const subscriptions = await measureSubscriptions(served.filter(isOfKind('subscriptions')), {
        rounds,
        say,
      })
      const oracles = await measureOracles(served.filter(isOfKind('oracles')), { rounds, say })
      const live = await measureLive(served.filter(isOfKind('live')), { rounds, seconds, connections, say })
      const wake_ups = await measureWakeUps(served.filter(isOfKind('wake-ups')), { say })
      const ofLoad = { rounds, seconds, connections, say }
      const redis = await measureRedis(served.filter(isOfKind('redis')), ofLoad)
      const nodes = await measureNodes(served.filter(isOfKind('nodes')), ofLoad)
      const starts = await measureStart(served.filter(isOfKind('start')), ofLoad)
      return {
        machine: machineFacts(),
        engines: databases.map(({ variant, version, durable }) => ({ variant, version, durable })),
        load: loadProgram,
        rounds,
        seconds,
        connections,
        tokens,
        deliveries,
        results: summarize(measured),
        comparisons: compareCheckouts(measured),
        subscriptions,
        oracles,
        live,
        wake_ups,
        redis,
        nodes,
        starts,
      }
    } finally {
      for (const service of services.values()) await service.stop()
    }
  })

const profileAll = async (settings) =>
  await withTargets({ ...settings, against: [] }, async (_, targets) => {
    const { seconds, connections } = settings
    const profiles = []
    for (const { engine, database, requestsTo, case: one } of targets.filter(isOfCalls)) {
      const found = await profile({ database, requestsTo, status: one.status, seconds, connections })
      profiles.push({ case: one.name, engine, ...found })
    }
    return profiles
  })

const main = async () => {
  const settings = readArguments()
  if (settings.help) {
    process.stdout.write(usage)
    return
  }
  pinEverythingElse()
  if (settings.profile) {
    const profiles = await profileAll(settings)
    const texts = profiles.map((found) => `${found.case} on ${found.engine}\n${profileText(found)}\n`)
    process.stdout.write(settings.json ? `${JSON.stringify(profiles, null, 2)}\n` : texts.join('\n'))
    return
  }
  const report = await measureAll(settings)
  if (settings.name !== undefined) writeReport(settings.name, report)
  const { results, comparisons, subscriptions, oracles, live, wake_ups, redis, nodes, starts } = report
  const lines = [
    ...(results.length > 0 ? [tableOf(results)] : []),
    ...remarksOf(results),
    ...notesOf(results),
    ...linesOfComparison(comparisons),
    ...linesOfSubscriptions(subscriptions),
    ...linesOfOracles(oracles),
    ...linesOfLive(live),
    ...linesOfWakeUps(wake_ups),
    ...linesOfRedis(redis),
    ...linesOfNodes(nodes),
    ...linesOfStart(starts),
  ]
  process.stdout.write(settings.json ? `${JSON.stringify(report, null, 2)}\n` : `${lines.join('\n')}\n`)
  for (const warning of warningsOf(results)) say(`WARNING: ${warning}`)
}

try {
  await main()
} catch (error) {
  if (!(error instanceof TypeError && /^(?:--|there is no case)/.test(error.message))) throw error
  process.stderr.write(`${error.message}\n${usage}`)
  process.exitCode = 2
}
