// What a listener wants to hear of, as far as there is someone to tell it: resources that the person sees, and of which
// their own feed tells. The rest is left out, and the answer says what was taken on.
import { endpoints } from '@challenge-service/contract'
import type { Actor } from '../../../features/access/actor.ts'
import { isMore } from '../../../features/events/watch.ts'
import type { FeedMark } from '../../../features/events/feed.store.ts'
import { invalidFields, Refusal } from '../../../kernel/refusal.ts'
import type { RawMembers } from '../../prepare.ts'
import type { McpCall, McpParts } from '../mcp-call.ts'
import { EVENTS_URI, findResource, type AskedResource } from './resource-uris.ts'
import { mayRead } from './resources.ts'

const FIELD = 'notifications.resourceSubscriptions'
/** Each of them is looked at before anyone listens. */
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
export const askFor = (message: RawMembers, heard: readonly AskedResource[]): RawMembers => ({
  ...message,
  params: {
    ...(message['params'] as RawMembers),
    notifications: { ...notificationsOf(message), resourceSubscriptions: heard.map(({ uri }) => uri) },
  },
})

const notificationsOf = (message: RawMembers): RawMembers | undefined =>
  (message['params'] as RawMembers | undefined)?.['notifications'] as RawMembers | undefined

export const findHeard = async (
  parts: McpParts,
  call: McpCall,
  actor: Actor,
  wanted: readonly unknown[],
): Promise<readonly AskedResource[]> => {
  const heard: AskedResource[] = []
  for (const uri of new Set(wanted)) {
    const asked = findResource(uri)
    if (asked && mayRead(call, asked) && (await isToldOf(parts, actor, asked))) heard.push(asked)
  }
  return heard
}

/** Of a challenge between others, the feed of a person tells nothing; that of a group does. */
const isToldOf = async (
  { callOwn }: McpParts,
  actor: Actor,
  { challengeId }: AskedResource,
): Promise<boolean> => {
  if (challengeId === null) return true
  try {
    const { data } = await callOwn(endpoints.getChallenge, actor, { params: { id: challengeId } })
    return data.role !== 'observer' || (actor.groupId !== null && data.group_id === actor.groupId)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return false
    throw error
  }
}

/** Which of them changed. Where there may be more than was read, all of them may have. */
export const changedBy = (
  marks: readonly FeedMark[],
  heard: readonly AskedResource[],
): readonly AskedResource[] => {
  if (isMore(marks)) return heard
  const subjects = new Set<string | null>(marks.map(({ subject_id }) => subject_id))
  return heard.filter(({ uri, challengeId }) => uri === EVENTS_URI || subjects.has(challengeId))
}
