// What needs no schema: ids, scopes, plans, limits, addresses and texts. It loads in a few milliseconds; the whole
// contract brings TypeBox along, and takes hundreds.
export { normalizeAddress } from './address.ts'
export type { Code, Reason } from './codes.ts'
export { idPattern, idPrefixes, type IdKind } from './ids.ts'
export { limits } from './limits.ts'
export { plans, type Plan } from './me/plans.ts'
export { allScopes, isScope, type Scope } from './scopes.ts'
export { hasAtMost } from './size.ts'
export { lineShape, personNameShape, type TextShape } from './text-shapes.ts'
export { trimmed } from './trimmed.ts'
