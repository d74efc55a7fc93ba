// What it costs to count limits in Redis: two processes on one database, one with REDIS_URL and one without, under the same
// load in turns.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { onLeaving } from './leaving.mjs'
import { prepareLoad, runLoad } from './load.mjs'
import { findProgram, processorSeconds } from './machine.mjs'
import { spread } from './report.mjs'

/** So long that each token was seen once: from then on Redis is asked beside its look-up. */
const WARM_UP_SECONDS = 8

/** Gives for each of `targets` (`{ engine, variant, case, service, requestsTo }`) the speed with Redis, as shares of that without. */
export const measureRedis = async (targets, { rounds, seconds, connections, say }) => {
  if (targets.length === 0) return []
  const redis = await startRedis()
  const measured = []
  try {
    for (const { engine, variant, service, requestsTo, case: one } of targets) {
      const shared = await service.startBeside({ REDIS_URL: redis.url })
      const load = prepareLoad(await requestsTo(service.url))
      const options = { connections, seconds, status: one.status }
      try {
        for (const { url } of [service, shared]) {
          await runLoad(url, load, { ...options, seconds: WARM_UP_SECONDS })
        }
        const pairs = []
        for (let round = 1; round <= rounds; round += 1) {
          const pair = await measurePair(service, shared, load, {
            ...options,
            isSharedFirst: round % 2 === 0,
          })
          pairs.push(pair)
          say(
            `round ${round} of ${rounds}: ${one.name} on ${engine}, ${variant}: ${ratioOf(pair).toFixed(3)}`,
          )
        }
        measured.push({
          engine,
          variant,
          ratio: spread(pairs.map(ratioOf), 3),
          processor_micros: spread(
            pairs.map(({ shared: { micros } }) => micros),
            0,
          ),
          processor_micros_without: spread(
            pairs.map(({ alone: { micros } }) => micros),
            0,
          ),
          p50_ms: spread(
            pairs.map(({ shared: { p50Ms } }) => p50Ms),
            2,
          ),
          p50_ms_without: spread(
            pairs.map(({ alone: { p50Ms } }) => p50Ms),
            2,
          ),
        })
      } finally {
        load.remove()
        await shared.stop()
      }
    }
  } finally {
    await redis.stop()
  }
  return measured
}

const ratioOf = ({ shared, alone }) => shared.perSecond / alone.perSecond

/** The one that is not measured stands still. */
const measurePair = async (service, shared, load, { isSharedFirst, ...options }) => {
  const answers = {}
  for (const isShared of [isSharedFirst, !isSharedFirst]) {
    const [measured, other] = isShared ? [shared, service] : [service, shared]
    other.pause()
    try {
      const usedBefore = processorSeconds(measured.pid)
      const result = await runLoad(measured.url, load, options)
      const micros = ((processorSeconds(measured.pid) - usedBefore) * 1e6) / result.answers
      answers[isShared ? 'shared' : 'alone'] = { ...result, micros }
    } finally {
      other.resume()
    }
  }
  return answers
}

const startRedis = async () => {
  const program = findProgram('redis-server')
  if (program === undefined) throw new TypeError('--case redis needs redis-server')
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const callOff = onLeaving(() => child.kill('SIGKILL'))
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => text.includes('Ready to accept connections') && resolve())
    child.once('exit', () => reject(new Error('Redis ended before it was ready')))
  })
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      callOff()
    },
  }
}

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

export const linesOfRedis = (measured) =>
  measured.map(({ engine, variant, ratio, ...rest }) => {
    const range = ({ median, min, max }) => `${median} (${min}–${max})`
    return (
      `GET /v1/me with Redis on ${engine} (${variant}): calls a second ${range(ratio)} of those without; ` +
      `${range(rest.processor_micros)} µs of the processor, without ${range(rest.processor_micros_without)}; ` +
      `p50 ${range(rest.p50_ms)} ms, without ${range(rest.p50_ms_without)}`
    )
  })
