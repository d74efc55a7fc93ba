// Before the port is closed: the process says that it stops, long enough for a balancer to hear it, and goes on answering
// until nobody sends anything more. A port that is closed while calls still come loses those that the system has taken
// and nobody has read yet.
import type { Server } from 'node:http'
import { Server as Port } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { LiveCalls } from '../operations/live.ts'
import { isProbe } from './probes.ts'

// So long has nothing come once it is over.
const QUIET_MS = 100
// Where calls go on coming, nobody heeds what /readyz says.
const LONGEST_MS = 5_000
// A turn of the event loop that is shorter had nothing to do, so nothing waits to be accepted.
const IDLE_TURN_MS = 0.1
const TURNS_AT_MOST = 10_000

/** From its start on, /readyz says `stopping`, every answer closes its connection, and no call waits. Closes the port. */
export const drain = async (
  server: Server,
  live: Pick<LiveCalls, 'stop'>,
  drainSeconds: number,
): Promise<void> => {
  live.stop()
  await pause(drainSeconds * 1_000)
  let isQuiet = false
  server.on('request', ({ url = '' }) => {
    if (!isProbe(url)) isQuiet = false
  })
  for (let waited = 0; !isQuiet && waited < LONGEST_MS; waited += QUIET_MS) {
    isQuiet = true
    await pause(QUIET_MS)
  }
  await untilIdle()
  // The port alone: what was accepted is served on.
  Port.prototype.close.call(server)
}

const untilIdle = async (): Promise<void> => {
  await nextTurn()
  for (let turns = 0; turns < TURNS_AT_MOST; turns += 1) {
    const beganAt = performance.now()
    await nextTurn()
    if (performance.now() - beganAt < IDLE_TURN_MS) return
  }
}
