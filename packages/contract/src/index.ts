// The package's entry: what the server, a client and the documents take from the contract.
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
  type Challenge,
  type ChallengeStatus,
  type ChallengeWithEvidence,
  type Evidence,
  type FeedChallenge,
  type Outcome,
  type Party,
  type Position,
  type Role,
  type Settlement,
} from './challenge.schema.ts'
export { codes, type Code, type Reason } from './codes.ts'
export {
  endpoint,
  floorParameters,
  type Endpoint,
  type InputOf,
  type Method,
  type Order,
  type ResultOf,
  type Status,
} from './endpoint.ts'
export { endpoints, type EndpointName } from './endpoints.ts'
export { answerSchema, ErrorBody, type ErrorObject } from './error.ts'
export { eventKinds, type EventKind } from './event-kinds.ts'
export { actors, Event, type Actor } from './events.ts'
export {
  memberRoles,
  type FeedMember,
  type Group,
  type GroupStats,
  type Member,
  type MemberRole,
} from './groups.ts'
export { idPattern, idPrefixes, type IdKind } from './ids.ts'
export { limits } from './limits.ts'
export { plans, type Plan, type Profile } from './me.ts'
export type { Question } from './questions.ts'
export { day, email, expectationOf, line, personName, text, webUrl } from './schema.ts'
export { allScopes, isScope, scopes, type Scope } from './scopes.ts'
export {
  tallyResolutions,
  tallyStatuses,
  type Tally,
  type TallyChange,
  type TallyEntry,
  type TallyStatus,
} from './tally.ts'
export {
  deliveryStatuses,
  disabledReasons,
  webhookStatuses,
  type Delivery,
  type DeliveryStatus,
  type DisabledReason,
  type FeedWebhook,
  type Webhook,
  type WebhookStatus,
  type WebhookWithSecret,
} from './webhooks.ts'
