// Three processes on one PostgreSQL beside one, each under a third of the load. They may use every core; the load and
// PostgreSQL keep theirs. How busy the machine is says whether more processes could have done more.
import { prepareLoad, runLoad } from './load.mjs'
import { busySeconds, machineFacts, onAnyCore, processorSeconds } from './machine.mjs'
import { spread } from './report.mjs'

const NODES = 3
const WARM_UP_SECONDS = 8

/** Gives for each of `targets` (`{ engine, variant, case, service, requestsTo }`) the speed of three, as shares of that of one. */
export const measureNodes = async (targets, { rounds, seconds, connections, say }) => {
  const measured = []
  for (const { engine, variant, service, requestsTo, case: one } of targets) {
    const load = prepareLoad(await requestsTo(service.url))
    const nodes = []
    service.pause()
    try {
      while (nodes.length < NODES) nodes.push(await service.startBeside({}, { place: onAnyCore }))
      const options = { connections, status: one.status }
      await runTogether(nodes, load, { ...options, seconds: WARM_UP_SECONDS })
      const pairs = []
      for (let round = 1; round <= rounds; round += 1) {
        const pair = await measurePair(nodes, load, { ...options, seconds, isOneFirst: round % 2 === 1 })
        pairs.push(pair)
        say(`round ${round} of ${rounds}: ${one.name} on ${engine}, ${variant}: ${ratioOf(pair).toFixed(3)}`)
      }
      const figures = (which) => ({
        calls_per_second: spread(
          pairs.map((pair) => pair[which].perSecond),
          0,
        ),
        processor_micros: spread(
          pairs.map((pair) => pair[which].processorMicros),
          0,
        ),
        busy: spread(
          pairs.map((pair) => pair[which].busy),
          2,
        ),
      })
      measured.push({
        engine,
        variant,
        nodes: NODES,
        cores: machineFacts().cores,
        ratio: spread(pairs.map(ratioOf), 3),
        one: figures('one'),
        three: figures('three'),
      })
    } finally {
      load.remove()
      for (const node of nodes) await node.stop()
      service.resume()
    }
  }
  return measured
}

const ratioOf = ({ three, one }) => three.perSecond / one.perSecond

/** Those that are not measured stand still. */
const measurePair = async (nodes, load, { isOneFirst, ...options }) => {
  const [first, ...others] = nodes
  const measureOne = async () => {
    for (const other of others) other.pause()
    try {
      return await runTogether([first], load, options)
    } finally {
      for (const other of others) other.resume()
    }
  }
  const before = isOneFirst ? await measureOne() : undefined
  const three = await runTogether(nodes, load, options)
  return { three, one: before ?? (await measureOne()) }
}

const runTogether = async (nodes, load, { connections, ...options }) => {
  const share = Math.ceil(connections / nodes.length)
  const used = () => nodes.reduce((sum, { pid }) => sum + processorSeconds(pid), 0)
  const [startedAt, usedBefore, busyBefore] = [performance.now(), used(), busySeconds()]
  const results = await Promise.all(
    nodes.map(({ url }) => runLoad(url, load, { ...options, connections: share })),
  )
  const seconds = (performance.now() - startedAt) / 1000
  const answers = results.reduce((sum, result) => sum + result.answers, 0)
  return {
    perSecond: results.reduce((sum, result) => sum + result.perSecond, 0),
    processorMicros: ((used() - usedBefore) * 1e6) / answers,
    busy: (busySeconds() - busyBefore) / (seconds * machineFacts().cores),
  }
}

export const linesOfNodes = (measured) =>
  measured.map(({ engine, variant, nodes, cores, ratio, one, three }) => {
    const range = ({ median, min, max }) => `${median} (${min}–${max})`
    const told = ({ calls_per_second: calls, processor_micros: micros, busy }) =>
      `${calls.median} calls a second, ${micros.median} µs each, ${Math.round(100 * busy.median)} % of all cores in use`
    return (
      `GET /v1/me of ${nodes} processes on ${engine} (${variant}), ${cores} cores: calls a second ${range(ratio)} of those of one; ` +
      `one: ${told(one)}; ${nodes}: ${told(three)}`
    )
  })
