// Holds what a run of the conformance suite found against what was expected of it. Pure.

/** Not one of these: the check asks for something that is not there. */
const FINE = new Set(['SUCCESS', 'INFO', 'SKIPPED'])

/**
 * `results`: of each scenario that ran, its checks. Gives what is wrong: a check that fails without a reason, a reason
 * whose check holds by now, a scenario that nobody has read, and one that did not run.
 */
export const judge = ({ holds, apart }, results) => {
  const expected = new Map([...holds.map((scenario) => [scenario, {}]), ...Object.entries(apart)])
  const faults = []
  for (const [scenario, checks] of results) {
    const reasons = expected.get(scenario)
    if (reasons === undefined) {
      faults.push(`${scenario} is new: read it, and say in tools/mcp/scenarios.mjs whether it applies`)
      continue
    }
    const failed = checks.filter(({ status }) => !FINE.has(status))
    for (const { id, errorMessage } of failed) {
      if (!Object.hasOwn(reasons, id)) faults.push(`${scenario}: ${id} fails: ${errorMessage}`)
    }
    for (const id of Object.keys(reasons)) {
      if (!failed.some((check) => check.id === id))
        faults.push(`${scenario}: ${id} holds by now, and needs no reason`)
    }
  }
  for (const scenario of expected.keys()) if (!results.has(scenario)) faults.push(`${scenario} did not run`)
  return faults
}
