// What something costs: the processor time of this process, not the time that passes.

/** What a measurement below this says is noise. */
const FLOOR_MS = 0.5
const MOST_TIMES = 20
const ROUNDS = 10

const processorMs = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** A sentence where it costs more than something plain of the same size may; undefined where it does not. */
export type FindExcess = (name: string, work: () => unknown) => Promise<string | undefined>

/**
 * Holds costs against that of something plain.
 * What disturbs a measurement only ever adds to it, so the least of several counts.
 * What costs too much at first is measured again in turns with the plain: a machine that is slow just now is slow for
 * both.
 */
export const comparedWith = async (plain: () => unknown, mostTimes = MOST_TIMES): Promise<FindExcess> => {
  const limitOf = (plainMs: number): number => mostTimes * Math.max(FLOOR_MS, plainMs)
  await processorMs(plain)
  const plainAtFirst = await processorMs(plain)
  return async (name, work) => {
    let plainMs = plainAtFirst
    let least = await processorMs(work)
    for (let round = 1; round < ROUNDS && least > limitOf(plainMs); round += 1) {
      // No disturbance explains this much, twice.
      if (round > 1 && least > 10 * limitOf(plainMs)) break
      plainMs = Math.max(plainMs, await processorMs(plain))
      least = Math.min(least, await processorMs(work))
    }
    const limit = limitOf(plainMs)
    return least > limit ? `${name}: ${least.toFixed(1)} ms, and at most ${limit.toFixed(1)}` : undefined
  }
}
