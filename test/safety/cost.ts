// What something costs: the processor time of this process, not the time that passes.

/** What a measurement below this says is noise. */
const FLOOR_MS = 0.25
const MOST_TIMES = 20

const processorMs = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * Of three, the least: what disturbs a measurement only ever adds to it. Ends early where that is `enough`, or so much
 * more that no disturbance explains it.
 */
const leastOfThree = async (work: () => unknown, enough: number): Promise<number> => {
  let least = Number.POSITIVE_INFINITY
  for (let times = 0; times < 3 && least > enough; times += 1) {
    least = Math.min(least, await processorMs(work))
    if (least > 20 * enough) break
  }
  return least
}

/** The most that something of the same size may cost. */
export const limitFrom = async (plain: () => unknown): Promise<number> =>
  MOST_TIMES * Math.max(FLOOR_MS, await leastOfThree(plain, FLOOR_MS))

/** A sentence where it costs more than the limit; undefined where it does not. */
export const findExcess = async (
  name: string,
  work: () => unknown,
  limitMs: number,
): Promise<string | undefined> => {
  const cost = await leastOfThree(work, limitMs)
  return cost > limitMs ? `${name}: ${cost.toFixed(1)} ms, and at most ${limitMs.toFixed(1)}` : undefined
}
