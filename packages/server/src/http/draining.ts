// Before the port is closed: the process says that it stops, and goes on answering until nobody sends anything more.
// A port that is closed while calls still come loses those that the system has taken and nobody has read yet.
import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { LiveCalls } from './live.ts'
import { isProbe } from './probes.ts'

// So long has nothing come once it is over.
const QUIET_MS = 100
// Where calls go on coming, nobody heeds what /readyz says.
const LONGEST_MS = 5_000

/** From its start on, /readyz says `stopping`, every answer closes its connection, and no call waits. */
export const drain = async (server: Server, live: Pick<LiveCalls, 'stop'>): Promise<void> => {
  live.stop()
  let isQuiet = false
  server.on('request', ({ url = '' }) => {
    if (!isProbe(url)) isQuiet = false
  })
  for (let waited = 0; !isQuiet && waited < LONGEST_MS; waited += QUIET_MS) {
    isQuiet = true
    await pause(QUIET_MS)
  }
}
