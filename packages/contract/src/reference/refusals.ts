// Which reasons each endpoint can give: those of the floor, which follow from its declaration, and those of its own
// rules, which are declared with it.
import { codes, type Code, type Reason } from '../codes.ts'
import type { Endpoint } from '../endpoint.ts'

const ofEveryCall: readonly Reason[] = [
  'token_missing',
  'token_malformed',
  'token_unknown',
  'token_expired',
  'token_revoked',
  'rate_passed',
  'url_malformed',
  'header_malformed',
  'request_timeout',
  'input_invalid',
  'not_a_member',
  'not_your_address',
  'unforeseen',
  'storage_unavailable',
  'overloaded',
]

/** Of every call but those that any valid token may make. */
const ofScopes = ['plan_needed', 'plan_lapsed', 'scope_missing', 'acting_person_missing'] as const
const ofBodies = ['body_malformed', 'body_too_large', 'content_type', 'acting_person_differs'] as const
const ofPages = ['cursor_invalid'] as const
const ofKeys = ['key_reused', 'key_in_use'] as const

/** Refusals that every endpoint shares, left out of its own list. */
const common = new Set<Reason>([...ofEveryCall, ...ofScopes, ...ofBodies, ...ofPages, ...ofKeys])

const listFloorReasons = ({ method, scope, params, body, paged, creates }: Endpoint): readonly Reason[] => [
  ...ofEveryCall,
  ...(scope === null ? [] : ofScopes),
  ...(body ? ofBodies : []),
  ...(paged ? ofPages : []),
  ...(namesSomething(params) || (body && namesSomething(body)) ? (['not_visible'] as const) : []),
  ...(method === 'POST' ? ofKeys : []),
  ...(creates ? (['quota_used_up'] as const) : []),
]

/** Whether an id in path or body could lead to nothing that the acting person can see. */
const namesSomething = (schema: Endpoint['params']): boolean =>
  Object.values(schema.properties).some((member) => {
    const { idOf, items } = member as { idOf?: string; items?: { idOf?: string } }
    return (idOf ?? items?.idOf) !== undefined
  })

export interface Refusals {
  readonly status: number
  readonly code: Code
  readonly reasons: readonly RefusalReason[]
}

export interface RefusalReason {
  readonly reason: Reason
  readonly sentence: string
  /** Whether every endpoint of its kind can give it. */
  readonly common: boolean
}

/** Everything that can be refused with, by status and code. */
export const allRefusals: readonly Refusals[] = (Object.keys(codes) as Code[])
  .map((code) => ({
    code,
    status: codes[code].status,
    reasons: Object.entries<string>(codes[code].reasons).map(([reason, sentence]) => ({
      reason: reason as Reason,
      sentence,
      common: common.has(reason as Reason),
    })),
  }))
  .toSorted((one, other) => one.status - other.status)

/** What an endpoint can be refused with, by status and code. */
export const listRefusals = (endpoint: Endpoint): readonly Refusals[] => {
  const given = new Set<Reason>([...listFloorReasons(endpoint), ...endpoint.refusals])
  return allRefusals
    .map((refusals) => ({ ...refusals, reasons: refusals.reasons.filter(({ reason }) => given.has(reason)) }))
    .filter(({ reasons }) => reasons.length > 0)
}
