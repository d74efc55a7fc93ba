// The package's entry: the client, its errors, the check of webhook deliveries, and the types of what comes and goes.
export type { Answer, Page } from './answer.ts'
export type { CallOptions, Retry } from './call.ts'
export { createClient, type Client, type ClientOptions } from './client.ts'
export { ChallengeServiceError, ConnectionError, isServiceError, UnexpectedAnswerError } from './errors.ts'
export type { FollowInput, FollowOptions } from './follow.ts'
export type { ActingPerson, Calls, Paging } from './generated/calls.ts'
export type * from './generated/challenges.ts'
export type { Code, Reason } from './generated/codes.ts'
export type * from './generated/daily-question.ts'
export type * from './generated/events.ts'
export type * from './generated/groups.ts'
export type * from './generated/profile.ts'
export type * from './generated/tally.ts'
export type * from './generated/webhooks.ts'
export type * from './generated/words.ts'
export type { Fetch } from './runtime.ts'
export {
  verifyWebhook,
  WebhookVerificationError,
  type VerifyOptions,
  type WebhookFailure,
} from './verify-webhook.ts'
