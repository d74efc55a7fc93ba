// The guide: what a reader needs before the endpoints.
import { errors, events, verifying } from './guide-responses.ts'
import {
  actingPerson,
  authentication,
  idempotency,
  limitsAndHeaders,
  lists,
  versioning,
} from './guide-calls.ts'
import type { ProseSection } from './prose.ts'

export const guide: readonly ProseSection[] = [
  authentication,
  actingPerson,
  limitsAndHeaders,
  idempotency,
  lists,
  errors,
  events,
  verifying,
  versioning,
]
