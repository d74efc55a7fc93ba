// Where the time of the service goes: V8's sampling profile of one more run under load, summed up by area.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareLoad, runLoad } from './load.mjs'
import { startService } from './servers.mjs'

const INTERVAL_MICROS = 250
const TOP = 25
const WARM_UP_SECONDS = 2
/** One for all: several cases are run on one database. */
const secretKey = randomBytes(32).toString('base64')

/** Runs one case on a database, and gives `{ areas, functions }`, each with its share of the samples. */
export const profile = async ({ database, requestsTo, status, seconds, connections }) => {
  const folder = mkdtempSync(join(tmpdir(), 'challenge-service-profile-'))
  const flags = ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-interval=${INTERVAL_MICROS}`]
  let load
  let span
  try {
    const service = await startService(database.url, { nodeFlags: flags, secretKey })
    try {
      load = prepareLoad(await requestsTo(service.url))
      await runLoad(service.url, load, { seconds: WARM_UP_SECONDS, connections, status })
      const from = monotonicMicros()
      const { perSecond } = await runLoad(service.url, load, { seconds, connections, status })
      span = { from, to: monotonicMicros(), perSecond }
    } finally {
      await service.stop()
    }
    const [file] = readdirSync(folder)
    return summarize(JSON.parse(readFileSync(join(folder, file), 'utf8')), span)
  } finally {
    load?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** V8 stamps its samples with the same clock. */
const monotonicMicros = () => Number(process.hrtime.bigint() / 1000n)

const places = [
  ['better-sqlite3', /node_modules\/better-sqlite3\//],
  ['pg', /node_modules\/(?:pg|pg-[\w-]+|postgres-[\w-]+)\//],
  [
    'fastify',
    /node_modules\/(?:fastify|@fastify|find-my-way|avvio|light-my-request|reusify|fast-querystring)/,
  ],
  ['typebox', /node_modules\/typebox\//],
  ['json', /node_modules\/(?:fast-json-stringify|json-schema)/],
  ['log', /node_modules\/(?:pino|sonic-boom)/],
  ['our http/', /packages\/server\/dist\/(?:http\/|app\.js)/],
  ['our store/', /packages\/server\/dist\/store\//],
  ['our kernel/', /packages\/server\/dist\/kernel\//],
  ['our features/', /packages\/server\/dist\/features\//],
  ['crypto', /^node:internal\/crypto|^node:crypto/],
  [
    'node http and sockets',
    /^node:(?:_http|http|net|internal\/(?:http|net|stream|streams|js_stream))|^node:_?stream/,
  ],
  ['node timers, promises, events', /^node:/],
]

/** Functions without a place of their own: native ones, and code that is made at start. */
const nativeNames = new Map([
  ['(garbage collector)', 'garbage collection'],
  ['(idle)', 'idle'],
  ['(program)', 'native code and system calls'],
  ['(root)', 'native code and system calls'],
])

const summarize = ({ nodes, samples, timeDeltas, startTime }, { from, to, perSecond }) => {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const areaOf = (node) => {
    const { functionName, url } = node.callFrame
    const known =
      nativeNames.get(functionName) ?? (url && places.find(([, pattern]) => pattern.test(url))?.[0])
    if (known) return known
    const parent = byId.get(parents.get(node.id))
    return parent ? areaOf(parent) : 'other'
  }
  const areas = new Map()
  const functions = new Map()
  let total = 0
  let at = startTime
  for (const [index, id] of samples.entries()) {
    at += timeDeltas[index]
    if (at < from || at > to) continue
    const node = byId.get(id)
    const { functionName, url, lineNumber } = node.callFrame
    const micros = timeDeltas[index]
    const area = areaOf(node)
    const place = url.replace(/^.*\/(?:node_modules|packages\/server\/dist)\//, '')
    const name = `${functionName === '' ? '(anonymous)' : functionName} ${place}${url ? `:${lineNumber + 1}` : ''} [${area}]`
    total += micros
    areas.set(area, (areas.get(area) ?? 0) + micros)
    functions.set(name, (functions.get(name) ?? 0) + micros)
  }
  const ranked = (sums) =>
    [...sums].map(([name, micros]) => ({ name, share: micros / total })).toSorted((a, b) => b.share - a.share)
  return { perSecond, areas: ranked(areas), functions: ranked(functions).slice(0, TOP) }
}

export const profileText = ({ perSecond, areas, functions }) =>
  [
    `${Math.round(perSecond)} calls a second while being profiled; self time by area`,
    ...areas.map(lineOf),
    '',
    `the ${TOP} functions with the most self time`,
    ...functions.map(lineOf),
  ].join('\n')

const lineOf = ({ name, share }) => `${(share * 100).toFixed(1).padStart(6)} %  ${name}`
