// What a thousand open pages of the site cost: memory of the service, and speed of its API. The same load runs beside
// them and beside none, in turns, on the same process. And how long after an acknowledged write readers have its event.
import { setTimeout as pause } from 'node:timers/promises'
import { followEvents, openListeners } from './listeners.mjs'
import { prepareLoad, runLoad, sampleAnswer } from './load.mjs'
import { onAnyCore, processorSeconds, residentMib } from './machine.mjs'
import { spread } from './report.mjs'

const LISTENERS = 1_000
const WARM_UP_SECONDS = 8
/** Each of them is asked after and written to in this time. */
const HELD_MS = 20_000
const LOOK_MS = 500

/** Gives for each of `targets` (`{ engine, variant, case, service, database, requestsTo }`) memory and speed. */
export const measureLive = async (targets, { rounds, seconds, connections, say }) => {
  const measured = []
  for (const target of targets) {
    const { engine, variant, service, database, case: one } = target
    const load = prepareLoad(await target.requestsTo(service.url))
    try {
      await service.restart()
      const options = { connections, seconds, status: one.status }
      await runLoad(service.url, load, { ...options, seconds: WARM_UP_SECONDS })
      const { core, ...memory } = await measureIdle(service, database)
      say(`${one.name} on ${engine}, ${variant}: from ${memory.before} to at most ${memory.most} MiB`)
      const speed = []
      for (let round = 1; round <= rounds; round += 1) {
        const pair = await measurePair(service, database, load, { ...options, isBareFirst: round % 2 === 1 })
        speed.push(pair)
        say(`round ${round} of ${rounds}: ${one.name} on ${engine}, ${variant}: ${ratioOf(pair).toFixed(3)}`)
      }
      const ratio = spread(speed.map(ratioOf), 3)
      const processor_ratio = spread(speed.map(processorRatioOf), 3)
      measured.push({
        engine,
        variant,
        listeners: LISTENERS,
        memory_mib: memory,
        core,
        ratio,
        processor_ratio,
      })
    } finally {
      load.remove()
    }
  }
  return measured
}

const ratioOf = ({ beside, alone }) => beside.perSecond / alone.perSecond
const processorRatioOf = ({ beside, alone }) => alone.processorMicros / beside.processorMicros

/** While they hear nothing and nobody calls: the memory, and the share of a core. */
const measureIdle = async ({ pid, url }, { signedIn }) => {
  const before = residentMib(pid)
  const listeners = await openListeners(url, LISTENERS, signedIn.cookieOf)
  try {
    let most = before
    const usedBefore = processorSeconds(pid)
    for (const until = performance.now() + HELD_MS; performance.now() < until;) {
      most = Math.max(most, residentMib(pid))
      await pause(LOOK_MS)
    }
    if (listeners.countOpen() !== LISTENERS) throw new Error('some of those who listen were cut off')
    return { before, most, core: (processorSeconds(pid) - usedBefore) / (HELD_MS / 1_000) }
  } finally {
    listeners.close()
  }
}

const measurePair = async (service, { signedIn }, load, { isBareFirst, ...options }) => {
  const measureAlone = async () => await measureLoad(service, load, options)
  const before = isBareFirst ? await measureAlone() : undefined
  const listeners = await openListeners(service.url, LISTENERS, signedIn.cookieOf)
  try {
    const beside = await measureLoad(service, load, options)
    if (listeners.countOpen() !== LISTENERS) throw new Error('some of those who listen were cut off')
    listeners.close()
    return { beside, alone: before ?? (await measureAlone()) }
  } finally {
    listeners.close()
  }
}

const measureLoad = async ({ pid, url }, load, options) => {
  // What opening or closing them has left behind is over.
  await pause(LOOK_MS)
  const usedBefore = processorSeconds(pid)
  const { perSecond, answers } = await runLoad(url, load, options)
  return { perSecond, processorMicros: ((processorSeconds(pid) - usedBefore) * 1e6) / answers }
}

export const linesOfLive = (measured) =>
  measured.map(
    ({ engine, variant, listeners, memory_mib: { before, most }, core, ratio, processor_ratio }) => {
      const range = ({ median, min, max }) => `${median} (${min}–${max})`
      return (
        `${listeners} open pages on ${engine} (${variant}): ${most - before} MiB, from ${before} to at most ${most}; ` +
        `${(100 * core).toFixed(1)} % of a core; ` +
        `calls a second beside them ${range(ratio)} of those beside none, by µs ${range(processor_ratio)}`
      )
    },
  )

/** So many events for each node that is written to. */
const EVENTS = 350
const NODES = 3
/** A writer pauses for up to so long, so that writes meet readers at every moment of theirs. */
const PAUSE_MS = 2
const LATEST_MS = 30_000

/** Gives for each of `targets` (`{ engine, variant, service, database }`) the delays from the answer to the event. */
export const measureWakeUps = async (targets, { say }) => {
  const measured = []
  for (const { engine, variant, service, database } of targets) {
    const nodes = [service]
    try {
      const count = engine === 'postgres' ? NODES : 1
      while (nodes.length < count) nodes.push(await service.startBeside({}, { place: onAnyCore }))
      const delays = (await Promise.all(nodes.map((node, at) => measureDelays(nodes, at, database)))).flat()
      delays.sort((one, other) => one - other)
      const at = (share) => Number(delays[Math.ceil(share * delays.length) - 1].toFixed(1))
      const figures = { p50_ms: at(0.5), p99_ms: at(0.99), most_ms: at(1) }
      say(`wake-ups on ${engine}, ${variant}: p99 ${figures.p99_ms} ms`)
      measured.push({ engine, variant, nodes: nodes.length, events: delays.length, ...figures })
    } finally {
      for (const node of nodes.slice(1)) await node.stop()
    }
  }
  return measured
}

/** Someone of their own writes to this node; a stream and a waiting call read at the next one. */
const measureDelays = async (nodes, at, { people }) => {
  const [creator, opponent] = [people[2 * at], people[2 * at + 1]]
  const reader = nodes[(at + 1) % nodes.length]
  const followers = await followEvents(reader.url, opponent.token)
  try {
    const delays = []
    for (let made = 0; made < EVENTS; made += 1) {
      const { status, body } = await sampleAnswer(nodes[at].url, {
        method: 'POST',
        path: '/v1/challenges',
        headers: { authorization: `Bearer ${creator.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          claim: 'Ten.',
          opponent_email: opponent.email,
          stake: 'a coffee',
          due_days: 5,
        }),
      })
      const answeredAt = performance.now()
      if (status !== 201) throw new Error(`a challenge was answered ${status}: ${body}`)
      // One that was there before the answer waited for nothing.
      for (const { seenAt } of followers)
        delays.push(
          seenAt(JSON.parse(body).data.id, LATEST_MS).then((seen) => Math.max(0, seen - answeredAt)),
        )
      // The second of two meets a reader that was just answered. A third would wake one that has missed it.
      if (made % 2 === 1) await Promise.all(delays)
      await pause(Math.random() * PAUSE_MS)
    }
    return await Promise.all(delays)
  } finally {
    for (const { close } of followers) close()
  }
}

export const linesOfWakeUps = (measured) =>
  measured.map(
    ({ engine, variant, nodes, events, p50_ms, p99_ms, most_ms }) =>
      `from the answer to the event at a reader, ${nodes === 1 ? 'one process' : `${nodes} processes`} on ${engine} ` +
      `(${variant}), ${events} events: p50 ${p50_ms} ms, p99 ${p99_ms} ms, at most ${most_ms} ms`,
  )
