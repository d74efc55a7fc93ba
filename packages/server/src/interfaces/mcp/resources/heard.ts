// What a listener wants to hear of, as far as there is someone to tell it: resources that the person sees, and of which
// their own feed tells. The rest is left out, and the answer says what was taken on.
import type { Actor } from '../../../features/access/actor.ts'
import { findSummary } from '../../../features/challenges/reading/summary.store.ts'
import { isMore } from '../../../features/events/watch.ts'
import type { FeedMark } from '../../../features/events/feed.store.ts'
import { invalidFields } from '../../../kernel/refusal.ts'
import type { Reader } from '../../../store/store.ts'
import type { RawMembers } from '../../../operations/prepare.ts'
import type { McpCall } from '../mcp-call.ts'
import { EVENTS_URI, findResource, type ResourceRequest } from './resource-uris.ts'
import { mayRead } from './resources.ts'

const FIELD = 'notifications.resourceSubscriptions'
/** Each of them is looked for before anyone listens. */
const AT_MOST = 20

/** What was asked for; undefined where the message has no such list, which the SDK then judges. */
export const readWanted = (message: RawMembers): readonly unknown[] | undefined => {
  const wanted = notificationsOf(message)?.['resourceSubscriptions']
  if (!Array.isArray(wanted)) return undefined
  if (wanted.length > AT_MOST) {
    throw invalidFields([{ field: FIELD, message: `must have at most ${AT_MOST} items` }])
  }
  return wanted as readonly unknown[]
}

/** The message with this list in place of its own. */
export const askFor = (message: RawMembers, heard: readonly ResourceRequest[]): RawMembers => ({
  ...message,
  params: {
    ...(message['params'] as RawMembers),
    notifications: { ...notificationsOf(message), resourceSubscriptions: heard.map(({ uri }) => uri) },
  },
})

const notificationsOf = (message: RawMembers): RawMembers | undefined =>
  (message['params'] as RawMembers | undefined)?.['notifications'] as RawMembers | undefined

/** Those that the token lets its bearer read, if they are there. Nothing is looked at yet. */
export const findReadable = (call: McpCall, wanted: readonly unknown[]): readonly ResourceRequest[] =>
  [...new Set(wanted)].flatMap((uri) => {
    const requested = findResource(uri)
    return requested && mayRead(call, requested) ? [requested] : []
  })

export const findHeard = async (
  reader: Reader,
  actor: Actor,
  readable: readonly ResourceRequest[],
): Promise<readonly ResourceRequest[]> => {
  const heard: ResourceRequest[] = []
  for (const requested of readable) if (await isToldOf(reader, actor, requested)) heard.push(requested)
  return heard
}

/** Of a challenge between others, the feed of a person tells nothing; that of a group does. */
const isToldOf = async (reader: Reader, actor: Actor, { challengeId }: ResourceRequest): Promise<boolean> => {
  if (challengeId === null) return true
  const seen = await findSummary(reader, actor, challengeId)
  if (!seen) return false
  return seen.role !== 'observer' || (actor.groupId !== null && seen.group_id === actor.groupId)
}

/** Which of them changed. Where there may be more than was read, all of them may have. */
export const changedBy = (
  marks: readonly FeedMark[],
  heard: readonly ResourceRequest[],
): readonly ResourceRequest[] => {
  if (isMore(marks)) return heard
  const subjects = new Set<string | null>(marks.map(({ subject_id }) => subject_id))
  return heard.filter(({ uri, challengeId }) => uri === EVENTS_URI || subjects.has(challengeId))
}
