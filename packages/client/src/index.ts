// The package's entry: the client, its errors, the check of webhook deliveries.
export type { Answer, Page } from './answer.ts'
export type { CallOptions, Retry } from './call.ts'
export { createClient, type Client, type ClientOptions } from './client.ts'
export { ChallengeServiceError, ConnectionError, isServiceError, UnexpectedAnswerError } from './errors.ts'
export type { FollowInput, FollowOptions } from './follow.ts'
export type { Fetch } from './runtime.ts'
export {
  verifyWebhook,
  WebhookVerificationError,
  type VerifyOptions,
  type WebhookFailure,
} from './verify-webhook.ts'
