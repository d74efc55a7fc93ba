// Tells two kinds of call apart by how long each took, as well as a threshold can. `calls` are `{ ms, isMany }`.

/** The share of them that is told rightly, where those on one side of the threshold are taken for `isMany`. */
const scoreOf = (calls, { threshold, isSlower }) =>
  calls.filter(({ ms, isMany }) => (ms > threshold === isSlower) === isMany).length / calls.length

/** The threshold, and the side of it, that is right most often. */
const learn = (calls) => {
  const times = calls.map(({ ms }) => ms).toSorted((a, b) => a - b)
  let best = { score: 0 }
  for (const threshold of [0, ...times]) {
    for (const isSlower of [true, false]) {
      const score = scoreOf(calls, { threshold, isSlower })
      if (score > best.score) best = { score, threshold, isSlower }
    }
  }
  return best
}

/** How often it is right about what it has not seen: learned on one half and judged on the other, both ways. */
export const classify = (calls) => {
  const halves = [0, 1].map((half) => calls.filter((_, index) => index % 2 === half))
  const [first, second] = halves
  return (scoreOf(second, learn(first)) + scoreOf(first, learn(second))) / 2
}
