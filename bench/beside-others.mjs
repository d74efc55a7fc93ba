// This checkout beside others that were measured in the same rounds: a ratio for each case, with its 95 % interval.
// A round gives one ratio, in which what disturbed the machine for both is cancelled. The interval is that of the mean
// of their logarithms, by Student's t.

/** Of the two-sided 95 %, by the number of rounds less one; beyond the table, that of the normal distribution. */
const STUDENT = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14, 2.13]
const NORMAL = 1.96

/** `{ median, low, high }` of ratios that were measured several times. */
export const estimate = (ratios) => {
  const logs = ratios.map(Math.log).toSorted((a, b) => a - b)
  const count = logs.length
  const mean = logs.reduce((sum, log) => sum + log, 0) / count
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / Math.max(1, count - 1)
  const reach = count < 2 ? Infinity : (STUDENT[count - 2] ?? NORMAL) * Math.sqrt(variance / count)
  const middle = count >> 1
  const median = count % 2 === 1 ? logs[middle] : (logs[middle - 1] + logs[middle]) / 2
  return { median: Math.exp(median), low: Math.exp(mean - reach), high: Math.exp(mean + reach) }
}

/** For each case and engine, this checkout as a multiple of each other one: by calls a second and by processor time. */
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
          by_calls: estimateOf(own, other, ({ service }) => service.perSecond),
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
