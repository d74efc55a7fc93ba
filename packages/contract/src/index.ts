// The package's entry: what the server, a client and the documents take from the contract.
export { ADDRESS_MAX, normalizeAddress } from './address.ts'
export {
  actions,
  Challenge,
  challengeStatuses,
  Evidence,
  FeedChallenge,
  outcomes,
  parties,
  positions,
  roles,
  settlements,
  type Action,
  type ChallengeStatus,
  type ChallengeWithEvidence,
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
  type CallOf,
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
export { eventsByKind } from './examples/events.ts'
export { examples } from './examples/examples.ts'
export { idPattern, idPrefixes, type IdKind } from './ids.ts'
export { limits } from './limits.ts'
export { plans, type Plan, type Profile } from './me.ts'
export { openApiDocument } from './openapi/document.ts'
export type { OpenApiDocument, Operation } from './openapi/types.ts'
export type { Question } from './questions.ts'
export {
  curlOf,
  describeTable,
  type EndpointReference,
  type Sample,
  type Table,
} from './reference/describe.ts'
export { fieldsOf, type Field } from './reference/fields.ts'
export { guide } from './reference/guide.ts'
export { signedExample } from './reference/guide-answers.ts'
export { namedObjects, type NamedObject } from './reference/objects.ts'
export { objectFields } from './reference/object-fields.ts'
export type { Block, Section } from './reference/prose.ts'
export type { Refusals } from './reference/refusals.ts'
export { resources, type Resource } from './reference/resources.ts'
export { day, email, expectationOf, line, personName, text, webUrl } from './schema.ts'
export { allScopes, isScope, scopes, type Scope } from './scopes.ts'
export { hasAtMost, mostCharacters } from './size.ts'
export {
  tallyResolutions,
  tallyStatuses,
  type Tally,
  type TallyChange,
  type TallyEntry,
  type TallyStatus,
} from './tally.ts'
export { trimmed } from './trimmed.ts'
export {
  attemptOutcomes,
  deliveryStatuses,
  disabledReasons,
  webhookStatuses,
  type AttemptOutcome,
  type Delivery,
  type DeliveryStatus,
  type DisabledReason,
  type FeedWebhook,
  type Webhook,
  type WebhookStatus,
  type WebhookWithSecret,
} from './webhooks.ts'
export { isWebUrl, WEB_URL_MAX } from './web-url.ts'
