// How long one call takes now and then, while the load runs.
import { setTimeout as pause } from 'node:timers/promises'
import { sampleAnswer } from './load.mjs'

const EVERY_MS = 10

/** Begins; `stop` gives the milliseconds of each. */
export const timeBeside = (url, request) => {
  const taken = []
  const stopping = new AbortController()
  const timing = (async () => {
    while (!stopping.signal.aborted) {
      const from = performance.now()
      const { status } = await sampleAnswer(url, request)
      if (status !== 200) throw new Error(`${request.path} answered ${status} beside the load`)
      taken.push(performance.now() - from)
      await pause(EVERY_MS)
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      await timing
      return taken
    },
  }
}
