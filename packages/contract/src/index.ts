// The package's entry: what the server, a client and the documents take from the contract.
export * from './plain.ts'
export {
  Challenge,
  Evidence,
  FeedChallenge,
  newChallengeMembers,
  type ChallengeWithEvidence,
} from './challenges/challenge.schema.ts'
export { codes } from './codes.ts'
export { describeAs } from './described.ts'
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
export { eventKinds, type EventKind } from './events/event-kinds.ts'
export { actors, Event, type EventActor } from './events/event.schema.ts'
export {
  memberRoles,
  type FeedMember,
  type Group,
  type GroupStats,
  type Member,
  type MemberRole,
} from './groups/group.schema.ts'
export { eventsByKind } from './examples/events.ts'
export type { Profile } from './me/profile.schema.ts'
export type { Token } from './me/token.schema.ts'
export { openApiDocument } from './openapi/document.ts'
export type { OpenApiDocument, PathOperation } from './openapi/types.ts'
export type { Question } from './questions/question.schema.ts'
export {
  describeTable,
  hasBody,
  writeCurl,
  type EndpointReference,
  type Sample,
  type Table,
} from './reference/describe.ts'
export type { Field } from './reference/fields.ts'
export { guide } from './reference/guide.ts'
export { signedExample } from './reference/guide-responses.ts'
export { namedObjects, type ObjectReference } from './reference/objects.ts'
export { listObjectFields } from './reference/object-fields.ts'
export type { ProseBlock, ProseSection } from './reference/prose.ts'
export type { Refusals } from './reference/refusals.ts'
export { resources, type Resource } from './reference/resources.ts'
export { writePython, writeTypeScript } from './reference/write-examples.ts'
export { ErrorBody, makeResponseSchema, type ErrorObject } from './response.ts'
export { day, describeExpectation, email, line, oneOf, personName, someOf, text, webUrl } from './schema.ts'
export {
  tallyResolutions,
  tallyStatuses,
  type Tally,
  type TallyChange,
  type TallyEntry,
  type TallyStatus,
} from './tally/tally.schema.ts'
export { exactPatterns, portablePatterns } from './text-shapes.ts'
export { isNothingToDo, type NothingToDo, type ToolArguments } from './tools/tool.ts'
export {
  makeToolInput,
  writeToolInput,
  writeToolOutput,
  type ExtraArguments,
  type ToBeConfirmed,
  type ToldNo,
} from './tools/tool-schemas.ts'
export { tools, type ConfirmedCall, type ConfirmedTool, type Tool, type ToolCall } from './tools/tools.ts'
export {
  attemptOutcomes,
  deliveryStatuses,
  type AttemptOutcome,
  type Delivery,
  type DeliveryStatus,
} from './webhooks/delivery.schema.ts'
export {
  disabledReasons,
  webhookStatuses,
  type DisabledReason,
  type FeedWebhook,
  type Webhook,
  type WebhookStatus,
  type WebhookWithSecret,
} from './webhooks/webhook.schema.ts'
export { isWebUrl, WEB_URL_MAX } from './web-url.ts'
