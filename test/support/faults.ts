// A check that finds sentences fails with the sentences alone: a difference of two lists would bury them.
export const expectNoFaults = (faults: readonly string[]): void => {
  if (faults.length > 0) throw new Error(faults.join('\n'))
}
