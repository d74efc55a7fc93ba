// The measuring: in every round each case beside the bare server, in turns, so that whatever else the machine
// does falls on both.
import { setTimeout as pause } from 'node:timers/promises'
import { timeBeside } from './beside.mjs'
import { prepareLoad, runLoad, sampleAnswer } from './load.mjs'
import { processorSeconds } from './machine.mjs'
import { startBare } from './servers.mjs'

const WARM_UP_SECONDS = 8
const WARM_UP_AGAIN_SECONDS = 6
/** Of its core. A server that had less was kept waiting: by the load, or by another program. */
const BUSY_ENOUGH = 0.9
const TRIES = 2
const SPAN_MS = 150
const QUIET_SPANS = 2
/** Of an answer: a connection that ends in its middle has read a part of it, and some have a digit more. */
const BYTES_APART = 0.002

/**
 * Gives each of `targets` (`{ engine, variant, case, database, service, requestsTo }`) with its rounds. With `restarts`,
 * each round but the first has processes of its own.
 */
export const measure = async (targets, { rounds, restarts, say, ...options }) => {
  if (targets.length === 0) return []
  const prepared = []
  for (const target of targets) prepared.push(await prepare(target))
  const bare = await startBare(Object.fromEntries(prepared.map(({ barePath, answer }) => [barePath, answer])))
  const services = [...new Set(targets.map(({ service }) => service))]
  const processes = [bare, ...services]
  try {
    for (const target of prepared) {
      await measurePair(target, { ...options, bare, processes, seconds: WARM_UP_SECONDS, bareFirst: true })
    }
    for (let round = 1; round <= rounds; round += 1) {
      if (restarts && round > 1) await restartAll(services, prepared, processes, options)
      // The other way round in every second one, so that none is always the first.
      for (const target of round % 2 === 1 ? prepared : prepared.toReversed()) {
        const pair = await measureUndisturbed(target, {
          ...options,
          bare,
          processes,
          bareFirst: round % 2 === 1,
        })
        target.rounds.push(pair)
        const share = pair.service.perSecond / pair.bare.perSecond
        say(
          `round ${round} of ${rounds}: ${target.case.name} on ${target.engine}, ${target.variant}: ${share.toFixed(3)}`,
        )
      }
    }
    return prepared
  } finally {
    await bare.stop()
    for (const { load, bareLoad } of prepared) {
      load.remove()
      bareLoad.remove()
    }
  }
}

const restartAll = async (services, prepared, processes, options) => {
  for (const service of services) await service.restart()
  for (const { service, load, case: one } of prepared) {
    const seconds = WARM_UP_AGAIN_SECONDS
    await measureAlone(service, load, processes, {
      ...options,
      seconds,
      status: one.status,
      beside: undefined,
    })
  }
}

const prepare = async (target) => {
  const { engine, variant, service, database } = target
  const { name, status, beside } = target.case
  const requests = await target.requestsTo(service.url)
  const answer = await sampleAnswer(service.url, requests[0])
  if (answer.status !== status) throw new Error(`${name} answered ${answer.status}: ${answer.body}`)
  const barePath = `/${name}/${engine}/${variant}`
  return {
    ...target,
    answer,
    barePath,
    beside: beside?.(database),
    load: prepareLoad(requests),
    bareLoad: prepareLoad(requests.map((request) => ({ ...request, path: barePath }))),
    rounds: [],
  }
}

/** A pair that another program disturbed is measured again, but not without end. */
const measureUndisturbed = async (target, options) => {
  for (let tries = 1; ; tries += 1) {
    const pair = await measurePair(target, options)
    const disturbed = Math.min(pair.bare.busy, pair.service.busy) < BUSY_ENOUGH
    if (!disturbed || tries === TRIES) return { ...pair, disturbed }
  }
}

const measurePair = async (target, { bare, processes, seconds, connections, bareFirst }) => {
  const options = { seconds, connections, status: target.case.status, beside: undefined }
  const measureBare = async () => await measureAlone(bare, target.bareLoad, processes, options)
  const before = bareFirst ? await measureBare() : undefined
  const service = await measureAlone(target.service, target.load, processes, {
    ...options,
    beside: target.beside,
  })
  const pair = { bare: before ?? (await measureBare()), service }
  if (
    Math.abs(pair.bare.bytes - service.bytes) >
    service.bytes * (target.case.bytesApart ?? BYTES_APART) + 2
  ) {
    throw new Error(
      `${target.case.name}: ${service.bytes} bytes an answer, the bare server ${pair.bare.bytes}`,
    )
  }
  return pair
}

/** All other processes stand still meanwhile. */
const measureAlone = async (process, load, processes, { seconds, connections, status, beside }) => {
  for (const other of processes) if (other !== process) other.pause()
  process.resume()
  try {
    const overdue = await settle(process)
    const startedAt = performance.now()
    const usedBefore = processorSeconds(process.pid)
    const timed = beside && timeBeside(process.url, beside)
    const result = await runLoad(process.url, load, { connections, seconds, status })
    const besideMs = await timed?.stop()
    const used = processorSeconds(process.pid) - usedBefore
    const elapsedMs = performance.now() - startedAt
    // What was still being answered when the load ended must not stand still for longer than its time limits.
    await settle(process)
    return {
      ...result,
      ...(besideMs && { besideMs }),
      overdue,
      busy: (used * 1000) / elapsedMs,
      processorMicros: (used * 1e6) / result.answers,
    }
  } finally {
    for (const other of processes) other.resume()
  }
}

/**
 * Waits until a process has caught up with what fell due while it stood still, and gives the processor seconds
 * that took: on the service, noting when each token was last used, which otherwise happens twice a minute.
 */
const settle = async ({ pid }) => {
  const usedBefore = processorSeconds(pid)
  let used = usedBefore
  for (let quiet = 0; quiet < QUIET_SPANS;) {
    await pause(SPAN_MS)
    const now = processorSeconds(pid)
    quiet = now - used > SPAN_MS / 10_000 ? 0 : quiet + 1
    used = now
  }
  return used - usedBefore
}
