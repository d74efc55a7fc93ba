// Two kinds of calls in a random order, one after another, timed one by one; and how often a classifier by time is right
// about which kind a call was.
import { classify } from './classifier.mjs'

export const CALLS = 400
const RIGHT_AT_MOST = 0.55

/** Half of them of either kind. `timeCall(isMany, index)` gives the milliseconds that a call took. */
export const timeInTurns = async (count, timeCall) => {
  const order = Array.from({ length: count }, (_, index) => ({ isMany: index % 2 === 0, at: Math.random() }))
  const calls = []
  for (const [index, { isMany }] of order.toSorted((a, b) => a.at - b.at).entries()) {
    calls.push({ isMany, ms: await timeCall(isMany, index) })
  }
  return calls
}

/** `{ right, apart }`: the share that is told rightly, and by how much the medians differ. */
export const tellApart = (calls) => ({
  right: classify(calls),
  apart: median(calls, true) - median(calls, false),
})

const median = (calls, isMany) => {
  const times = calls.filter((one) => one.isMany === isMany).map(({ ms }) => ms)
  return times.toSorted((a, b) => a - b)[times.length >> 1]
}

export const percent = (share) => `${(share * 100).toFixed(1)} %`

/** The median of the rounds, with the lowest and the highest. */
export const describeTelling = ({ right, apart_ms: apart }) => {
  const sorted = right.toSorted((a, b) => a - b)
  const middle = sorted[sorted.length >> 1]
  const verdict = middle <= RIGHT_AT_MOST ? 'met' : 'MISSED'
  const micros = apart.toSorted((a, b) => a - b)[apart.length >> 1] * 1000
  return {
    score:
      `a classifier by time is right in ${percent(middle)} of ${CALLS} calls ` +
      `(${percent(sorted[0])}–${percent(sorted.at(-1))}; ${verdict}: ${percent(RIGHT_AT_MOST)})`,
    micros: micros.toFixed(0),
  }
}
