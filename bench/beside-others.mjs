// This checkout beside others that were measured in the same rounds: a ratio for each case, with its 95 % interval.
// A round gives one ratio, in which what disturbed the machine for both is cancelled. The interval is that of the
// median, taken from the order of the ratios: it assumes nothing of how they are spread, and one bad round does not
// move it.

/**
 * How many of the lowest, and of the highest, can be left out: the median of all there could be lies beyond them in one
 * case of twenty at most. With fewer than six rounds there is none: the interval is then all of them.
 */
const countBeyond = (rounds) => {
  let chance = 0.5 ** rounds
  let below = chance
  let count = 0
  while (2 * below <= 0.05) {
    count += 1
    chance *= (rounds - count + 1) / count
    below += chance
  }
  return count
}

/** `{ median, low, high }` of ratios that were measured several times. */
const estimate = (ratios) => {
  const sorted = ratios.toSorted((a, b) => a - b)
  const beyond = Math.max(1, countBeyond(sorted.length))
  const middle = sorted.length >> 1
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  return { median, low: sorted[beyond - 1], high: sorted[sorted.length - beyond] }
}

/**
 * For each case and engine, this checkout as a multiple of each other one: by calls a second and by processor time.
 * Deliveries count from the first event that is written, since checkouts differ in what they do by then.
 */
export const compareCheckouts = (measured) =>
  measured
    .filter(({ variant }) => variant === 'here')
    .flatMap((own) =>
      measured
        .filter(({ variant, engine, case: one }) => {
          const isSame = engine === own.engine && one.name === own.case.name
          return variant !== 'here' && isSame
        })
        .map((other) => ({
          case: own.case.name,
          engine: own.engine,
          other: other.variant,
          by_calls: estimateOf(own, other, ({ service }) => service.wholePerSecond ?? service.perSecond),
          by_processor: estimateOf(own, other, ({ service }) => 1 / service.processorMicros),
        })),
    )

const estimateOf = (own, other, valueOf) =>
  estimate(own.rounds.map((round, index) => valueOf(round) / valueOf(other.rounds[index])))

const NO_SLOWER = 0.95

export const linesOfComparison = (comparisons) =>
  comparisons.map(({ case: name, engine, other, by_calls: calls, by_processor: processor }) => {
    const verdict = calls.low >= NO_SLOWER ? 'no slower' : 'NOT PROVED'
    return (
      `${name} on ${engine}, beside ${other}: ${inWords(calls)} by calls a second (${verdict}), ` +
      `${inWords(processor)} by processor time`
    )
  })

const inWords = ({ median, low, high }) => `${median.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`
