// What a recording reaches of a contract: a story that leaves something out proves nothing about it. Endpoints that the
// story does not tell of at all are newer than it; they are named, and are no fault.

/** Reasons that a story told by one caller after another cannot bring about. */
const UNREACHABLE = new Set([
  'key_in_use', // takes two requests at once
  'request_timeout', // takes a request that stays unfinished for real seconds
  'unforeseen', // a defect
  'storage_unavailable', // takes a database that fails
  'overloaded', // takes more calls at once than a process can answer
  'deadline_passed', // no rule refuses with it: a deadline changes the status first
  // Refused by /mcp alone, which the story does not call: test/mcp/confirmation.test.ts.
  'confirmation_invalid',
  'confirmation_differs',
  'confirmation_lapsed',
  'changed_since',
  'changes_now',
  'confirmed_on_site',
])

/** Everything of the contract that no call of the recording reached, in lines; none where all was. */
export const findUnreached = ({ calls }, contract) => [
  ...unreachedEndpoints(calls, contract.endpoints),
  ...unreachedWords(calls, 'reason', reasonsIn(contract.codes)),
  ...unreachedWords(calls, 'type', contract.eventKinds),
  ...unreachedWords(calls, 'status', contract.challengeStatuses),
]

/** The endpoints that the story has no call of. */
export const findUntold = ({ calls }, { endpoints }) =>
  Object.keys(endpoints).filter((name) => listStatuses(calls, endpoints[name]).size === 0)

const listStatuses = (calls, { method, path }) => {
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`)
  return new Set(
    calls.filter((call) => call.method === method && pattern.test(call.path)).map(({ status }) => status),
  )
}

const unreachedEndpoints = (calls, endpoints) =>
  Object.entries(endpoints).flatMap(([name, endpoint]) => {
    const seen = listStatuses(calls, endpoint)
    if (seen.size === 0) return []
    const wanted = endpoint.statuses
      .filter((status) => !seen.has(status))
      .map((status) => `${name} never gives ${status}`)
    return [...seen].some((status) => status >= 400) ? wanted : [...wanted, `${name} is never refused`]
  })

const reasonsIn = (codes) =>
  Object.values(codes)
    .flatMap(({ reasons }) => Object.keys(reasons))
    .filter((reason) => !UNREACHABLE.has(reason))

const unreachedWords = (calls, member, words) =>
  words
    .filter((word) => !calls.some(({ text }) => text.includes(`"${member}":"${word}"`)))
    .map((word) => `no answer holds the ${member} ${word}`)
