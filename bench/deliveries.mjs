// Measures deliveries: how many a second reach a receiver from a queue that is full, beside a bare undici Pool that
// posts the same bytes to the same receiver; how long one takes from the call that causes it on an idle service;
// and what becomes of reads while the queue drains. The service and the Pool run on the core of the servers, the
// receiver on the other.
import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { eventsByKind } from '@challenge-service/contract'
import { request } from 'undici'
import { loadBench } from './built.mjs'
import { prepareLoad, runLoad } from './load.mjs'
import { onServerCore, processorSeconds } from './machine.mjs'
import { startPeer } from './peers.mjs'

/** As many owners, each with one subscription: no owner is given all the places of a host. */
const OWNERS = 16
/** Those that the engine uses for a host that answers quickly. */
const CONNECTIONS = 32
const EVENTS_AT_ONCE = 250
const IDLE_CALLS = 60
const IDLE_MS = 30
const READERS = 4
const WARM_UP = 2_000
const DRAIN_MS = 120_000
/** Of its core, for the yardstick: see rounds.mjs. */
const BUSY_ENOUGH = 0.9

/** Gives each of `targets` (`{ engine, variant, case, service, database }`) with its rounds. */
export const measureDeliveries = async (targets, { rounds, restarts, deliveries, seconds, say }) => {
  if (targets.length === 0) return []
  const receiver = await startPeer('receiver.mjs')
  const poster = await startPeer('poster.mjs', onServerCore)
  try {
    const prepared = []
    for (const target of targets) prepared.push(await prepare(target, receiver))
    for (const target of prepared) await measurePair(target, { receiver, poster, count: WARM_UP })
    for (let round = 1; round <= rounds; round += 1) {
      if (restarts && round > 1) await restartAll(prepared, receiver)
      for (const target of round % 2 === 1 ? prepared : prepared.toReversed()) {
        const pair = await measurePair(target, { receiver, poster, count: deliveries })
        const lag = await measureLag(target, receiver)
        const reads = await measureReads(target, { receiver, count: deliveries, seconds })
        target.rounds.push({ ...pair, service: { ...pair.service, ...lag }, reads })
        const share = pair.service.perSecond / pair.bare.perSecond
        say(
          `round ${round} of ${rounds}: ${target.case.name} on ${target.engine}, ${target.variant}: ${share.toFixed(3)}`,
        )
      }
    }
    return prepared
  } finally {
    for (const target of targets) await target.close?.()
    poster.stop()
    receiver.stop()
  }
}

const restartAll = async (prepared, receiver) => {
  for (const { service } of prepared) await service.restart()
  for (const target of prepared) await drain(target, { receiver, count: WARM_UP })
}

const call = async ({ service }, token, path, body = {}) => {
  const answer = await request(new URL(path, service.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.body.text()
  if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${text}`)
  return JSON.parse(text).data
}

/** Subscribes the owners, and opens the database of the service to fill its queues. */
const prepare = async (target, receiver) => {
  const owners = target.database.people.slice(0, OWNERS)
  const webhooks = []
  for (const { token } of owners) {
    const { id } = await call(target, token, '/v1/webhooks', { url: `${receiver.url}/hook` })
    webhooks.push({ id, token })
  }
  const { openStore } = await loadBench(target.database.checkout, 'databases.mjs')
  const store = await openStore(target.database.url)
  const rows = await store.all({ name: null, text: 'select feed_id from webhooks' })
  const prepared = { ...target, webhooks, store, feeds: rows.map((row) => row.feed_id), rounds: [] }
  target.close = async () => await store.close()
  return prepared
}

/**
 * Writes events as the service does, over the feeds in turn, and in one transaction: all are due at once. Gives the
 * seconds that it took.
 */
const fill = async ({ engine, store, feeds, database }, count) => {
  const { server: serverOf } = await loadBench(database.checkout, 'built.mjs')
  const { appendEvents } = await serverOf('features/events/append.js')
  const { type, actor, challenge_id, data } = eventsByKind['challenge.accepted']
  const now = Date.now()
  const eventAt = (index) => ({
    feedId: feeds[index % feeds.length],
    at: now,
    type,
    actor,
    challenge_id,
    data,
  })
  const startedAt = process.hrtime.bigint()
  await store.write(async (tx) => {
    for (let written = 0; written < count; written += EVENTS_AT_ONCE) {
      const size = Math.min(EVENTS_AT_ONCE, count - written)
      await appendEvents(
        tx,
        Array.from({ length: size }, (_, index) => eventAt(written + index)),
        now,
      )
    }
  })
  const seconds = secondsSince(startedAt, process.hrtime.bigint())
  if (engine !== 'postgres') await checkpoint(database.url)
  return seconds
}

const secondsSince = (from, to) => Number(BigInt(to) - BigInt(from)) / 1e9

/**
 * What the events left in the log of SQLite is theirs, and not to be charged to the deliveries. In a process of its own:
 * a checkout brings its own copy of SQLite, and two copies in one process undo each other's locks on a file.
 */
const checkpoint = async (url) => {
  await promisify(execFile)(process.execPath, [
    fileURLToPath(new URL('checkpoint.mjs', import.meta.url)),
    url,
  ])
}

/** Lets the service look at its queues at once: written by another process, they would be seen at its next look. */
const nudge = async (target) => {
  const [{ id, token }] = target.webhooks
  await call(target, token, `/v1/webhooks/${id}/test`)
}

/** Fills the queue, lets it drain, and gives what the receiver saw; `meanwhile` runs beside the draining. */
const drain = async (target, { receiver, count, meanwhile = async () => undefined }) => {
  await receiver.ask({ expect: count + 1 })
  const came = receiver.next(DRAIN_MS)
  const writing = await fill(target, count)
  const filledAt = process.hrtime.bigint()
  const usedBefore = processorSeconds(target.service.pid)
  await Promise.all([nudge(target), meanwhile()])
  const seen = await came
  const rate = rateOf(seen, target.service.pid, usedBefore)
  return { ...rate, wholePerSecond: count / (writing + secondsSince(filledAt, seen.lastAt)) }
}

const measurePair = async (target, { receiver, poster, count }) => {
  const service = await drain(target, { receiver, count })
  await quiet(target.service.pid)
  target.service.pause()
  try {
    await receiver.ask({ expect: count + 1 })
    const came = receiver.next(DRAIN_MS)
    const usedBefore = processorSeconds(poster.pid)
    await poster.ask({
      url: receiver.url,
      ...requestOf(service.sample),
      count: count + 1,
      connections: CONNECTIONS,
    })
    const bare = rateOf(await came, poster.pid, usedBefore)
    // The service may wait for its disk or for PostgreSQL; the yardstick waits for nothing but its core.
    return { bare, service, disturbed: bare.busy < BUSY_ENOUGH }
  } finally {
    target.service.resume()
  }
}

const rateOf = ({ came, firstAt, lastAt, sample }, pid, usedBefore) => {
  const used = processorSeconds(pid) - usedBefore
  const seconds = secondsSince(firstAt, lastAt)
  return {
    perSecond: (came - 1) / seconds,
    processorMicros: (used * 1e6) / came,
    busy: used / seconds,
    overdue: 0,
    bytes: sample.length,
    sample,
  }
}

const MADE_BY_THE_POOL = new Set(['host', 'connection', 'content-length'])

/** What a delivery looked like on the wire, to be posted again by the yardstick. */
const requestOf = (sample) => {
  const [head, body] = sample.split('\r\n\r\n')
  const [first, ...lines] = head.split('\r\n')
  const headers = lines
    .map((line) => line.split(/: (.*)/s, 2))
    .filter(([name]) => !MADE_BY_THE_POOL.has(name))
  return { path: first.split(' ')[1], headers: Object.fromEntries(headers), body }
}

/** From sending a call to the arrival of its delivery, so a little more than from its commit to the attempt. */
const measureLag = async (target, receiver) => {
  const spans = []
  for (let calls = 0; calls < IDLE_CALLS; calls += 1) {
    await pause(IDLE_MS)
    await receiver.ask({ expect: 1 })
    const came = receiver.next(DRAIN_MS)
    const startedAt = process.hrtime.bigint()
    await nudge(target)
    const { firstAt } = await came
    spans.push(Number(BigInt(firstAt) - startedAt) / 1e6)
  }
  spans.sort((a, b) => a - b)
  return { p50Ms: spans[spans.length >> 1], p99Ms: spans[Math.ceil(spans.length * 0.99) - 1] }
}

/** The same few readers before the queue is filled and while it drains. */
const measureReads = async (target, { receiver, count, seconds }) => {
  const load = prepareLoad(
    target.database.people.map(({ token }) => ({
      method: 'GET',
      path: '/v1/me',
      headers: { authorization: `Bearer ${token}` },
    })),
  )
  const read = async () =>
    await runLoad(target.service.url, load, { connections: READERS, seconds, status: 200 })
  try {
    const idle = await read()
    let draining
    const meanwhile = async () => {
      draining = await read()
    }
    await drain(target, { receiver, count, meanwhile })
    return { idleP99Ms: idle.p99Ms, drainingP99Ms: draining.p99Ms }
  } finally {
    load.remove()
  }
}

const QUIET_MS = 200

/** Until what was delivered is noted, too. */
const quiet = async (pid) => {
  for (let used = processorSeconds(pid); ;) {
    await pause(QUIET_MS)
    const now = processorSeconds(pid)
    if (!(now - used > QUIET_MS / 10_000)) return
    used = now
  }
}
