// Lets so much be done at once; the rest waits, and goes on in the order in which it came.

export type Lane = <Result>(work: () => Promise<Result>) => Promise<Result>

export const makeLane = (slots: number): Lane => {
  const waiting: (() => void)[] = []
  let free = slots
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await work()
    } finally {
      // The next in line gets the slot directly, so that no later call takes it.
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
