// The service of one checkout in a process of its own: `fork(host.mjs, [checkout])`. The parent holds its clock,
// and sends the orders below. The clock stands still between orders and chance is always the same, so that every
// instant of two runs is equal.
import { loadService } from './checkout.mjs'

const START = Date.parse('2026-11-16T08:00:00.000Z')
// A waiting call looks often, so that moving the clock is enough to end it.
// `lookMs` is what release 0.2.0 calls `pollMs`.
const TIMING = {
  pollMs: 10,
  lookMs: 10,
  recheckMs: 8_000,
  heartbeatMs: 15_000,
  stallMs: 30_000,
  quietMs: 30_000,
}

let now = START
let service
Date.now = () => now
performance.now = () => now
Math.random = () => 0.5

const checkout = await loadService(process.argv[2])

/** Gathers what is written to a stream until the function that it gives is called. */
const divert = (stream, ...printed) => {
  const write = stream.write.bind(stream)
  stream.write = (text) => {
    for (const place of printed) place.push(String(text))
    return true
  }
  return () => (stream.write = write)
}

const orders = {
  start: async (settings) => {
    Object.assign(process.env, settings)
    const config = checkout.readConfig(settings)
    service = await checkout.startService({
      config,
      keys: checkout.readKeyring(settings, config.database),
      clock: { now: () => now, monotonic: () => now },
      log: checkout.log,
      timing: TIMING,
      jobs: false,
    })
    return service.url
  },
  advance: (ms) => (now += ms),
  runDue: () => service.runDue(),
  countWaiting: () => service.waitingCalls(),
  /** As the links of mails are signed. */
  sign: (text) => service.keys.sign('link', text).toString('base64url'),
  /** Runs a command of the operator, and gives its exit status, what it printed, and its result without warnings. */
  command: async (args) => {
    const printed = []
    const result = []
    const restore = [divert(process.stdout, printed, result), divert(process.stderr, printed)]
    process.exitCode = 0
    try {
      await checkout.runCommand(['node', 'challenge-service', ...args])
      return { status: process.exitCode, output: printed.join(''), result: result.join('') }
    } finally {
      for (const undo of restore) undo()
      process.exitCode = 0
    }
  },
  stop: async () => {
    await service?.stop()
    setImmediate(() => process.disconnect())
  },
}

// The parent may be gone without a word.
process.once('disconnect', () => process.exit(0))

const follow = async ({ number, order, argument }) => {
  try {
    process.send({ number, result: await orders[order](argument) })
  } catch (error) {
    process.send({ number, failure: error instanceof Error ? error.stack : String(error) })
  }
}

process.on('message', (message) => void follow(message))
process.send({ number: 0 })
