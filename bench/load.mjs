// The load: keep-alive connections that each wait for their answer, for a bounded time. By wrk where it is,
// else by autocannon, which is slower: then it may be the load that limits the bare server, not the core.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onLeaving } from './leaving.mjs'
import { findProgram } from './machine.mjs'

const run = promisify(execFile)
const wrk = findProgram('wrk')
const script = fileURLToPath(new URL('wrk.lua', import.meta.url))

export const loadProgram = wrk === undefined ? 'autocannon' : 'wrk'

/** The requests of a case, ready to be sent; `remove` them afterwards. */
export const prepareLoad = (requests) => {
  if (wrk === undefined) return { requests, remove: () => undefined }
  const folder = mkdtempSync(join(tmpdir(), 'challenge-service-load-'))
  const file = join(folder, 'requests')
  writeFileSync(file, requests.map((request) => framed(raw(request))).join(''))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const callOff = onLeaving(remove)
  return {
    requests,
    file,
    remove: () => {
      callOff()
      remove()
    },
  }
}

const framed = (bytes) => `${Buffer.byteLength(bytes)}\n${bytes}`

const raw = ({ method, path, headers, body }) => {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries({ host: 'bench', ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return [`${method} ${path} HTTP/1.1`, ...lines, '', body ?? ''].join('\r\n')
}

/** Gives the answers a second, the bytes of an answer and the latency, after making sure of every status. */
export const runLoad = async (url, load, { connections, seconds, status }) => {
  const result = await (load.file ? runWrk : runAutocannon)(url, load, { connections, seconds })
  const { answers, bytes, micros, refused, failed } = result
  const expected = status >= 400 ? answers : 0
  if (answers === 0) throw new Error('no call was answered')
  if (failed > 0) throw new Error(`${failed} calls were not answered`)
  if (refused !== expected) throw new Error(`${refused} of ${answers} answers were refusals, not ${expected}`)
  return {
    answers,
    perSecond: (answers * 1e6) / micros,
    bytes: bytes / answers,
    p50Ms: result.p50 / 1000,
    p99Ms: result.p99 / 1000,
  }
}

const runWrk = async (url, { file }, { connections, seconds }) => {
  const flags = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script]
  const { stdout } = await run(wrk, [...flags, url, '--', file])
  return JSON.parse(/^RESULT (.*)$/m.exec(stdout)?.[1] ?? '{"answers":0}')
}

const runAutocannon = async (url, { requests }, { connections, seconds }) => {
  const { default: autocannon } = await import('autocannon')
  let clients = 0
  const started = performance.now()
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    setupClient: (client) => {
      const share = Math.ceil(requests.length / connections)
      const own = requests.slice(clients * share, (clients + 1) * share)
      clients += 1
      client.setRequests(own.length === 0 ? requests : own)
    },
  })
  return {
    answers: result.requests.total,
    bytes: result.throughput.total,
    micros: (performance.now() - started) * 1000,
    refused: result['4xx'] + result['5xx'],
    failed: result.errors + result.timeouts,
    p50: result.latency.p50 * 1000,
    p99: result.latency.p99 * 1000,
  }
}

const OWN_HEADERS = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

/** One answer, as the bare server can repeat it: what Node adds by itself is left to Node. */
export const sampleAnswer = async (url, { method, path, headers, body }) =>
  await new Promise((resolve, reject) => {
    const call = send(new URL(path, url), { method, headers }, (answer) => {
      const kept = Object.entries(answer.headers).filter(([name]) => !OWN_HEADERS.has(name))
      const facts = { status: answer.statusCode, headers: Object.fromEntries(kept) }
      text(answer).then((content) => resolve({ ...facts, body: content }), reject)
    })
    call.on('error', reject).end(body)
  })
