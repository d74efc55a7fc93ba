// The resources by their addresses: one for each challenge, and one for the feed. Pure. What a resource shows is what one
// of the tools answers, so its words, its scope and its refusals are those of that tool.
import { endpoints, type Endpoint } from '@challenge-service/contract'
import type { UncheckedId } from '../../../kernel/ids.ts'

const ROOT = 'challenge-service://'

export const EVENTS_URI = `${ROOT}events`
export const CHALLENGE_TEMPLATE = `${ROOT}challenges/{id}`

export const challengeUri = (id: string): string => `${ROOT}challenges/${id}`

export interface ResourceRequest {
  readonly uri: string
  /** The challenge that it shows; null for the feed. */
  readonly challengeId: UncheckedId<'challenge'> | null
  /** Which tool shows it, and with which arguments. */
  readonly tool: 'get_challenge' | 'list_events'
  readonly input: Readonly<Record<string, unknown>>
  /** Whose scope it takes. */
  readonly endpoint: Endpoint
}

const CHALLENGE = /^challenge-service:\/\/challenges\/(\w{1,40})$/

/** Undefined where there is no such resource, whoever asks. */
export const findResource = (uri: unknown): ResourceRequest | undefined => {
  if (uri === EVENTS_URI) {
    return { uri, challengeId: null, tool: 'list_events', input: {}, endpoint: endpoints.listEvents }
  }
  const [, id] = typeof uri === 'string' ? (CHALLENGE.exec(uri) ?? []) : []
  if (id === undefined) return undefined
  return {
    uri: challengeUri(id),
    challengeId: id,
    tool: 'get_challenge',
    input: { challenge_id: id },
    endpoint: endpoints.getChallenge,
  }
}
