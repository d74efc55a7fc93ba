// What needs no schema: the words of a challenge, ids, scopes, plans, limits, addresses and texts. It loads in a few
// milliseconds; the whole contract brings TypeBox along, and takes hundreds.
export { ADDRESS_MAX, normalizeAddress } from './address.ts'
export {
  actions,
  challengeStatuses,
  outcomes,
  parties,
  positions,
  roles,
  settlements,
  type Action,
  type ChallengeStatus,
  type Outcome,
  type Party,
  type Position,
  type Role,
  type Settlement,
} from './challenges/challenge-words.ts'
export type { Code, Reason } from './codes.ts'
export { eventKinds, type EventKind } from './events/event-kinds.ts'
export { idPattern, idPrefixes, type IdKind } from './ids.ts'
export { limits } from './limits.ts'
export { plans, type Plan } from './me/plans.ts'
export { parseUrl } from './parse-url.ts'
export { allScopes, isScope, scopes, type Scope } from './scopes.ts'
export { hasAtMost, mostCharacters } from './size.ts'
export { lineShape, personNameShape, type TextShape } from './text-shapes.ts'
export { trimmed } from './trimmed.ts'
