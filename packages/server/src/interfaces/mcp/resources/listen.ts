// subscriptions/listen: a stream that tells which of the wanted resources changed, and nothing of what changed in them.
// It is one of the few streams of a token, over all nodes, and ends when the token is no longer good, the service stops or
// the client goes. The SDK writes what is told; it goes out as every stream does, piece by piece as it is taken.
import type { Actor } from '../../../features/access/actor.ts'
import { feedOf } from '../../../features/events/append.ts'
import { findFeedPosition } from '../../../features/events/feed.store.ts'
import { watchMarks } from '../../../features/events/watch.ts'
import type { Live } from '../../../features/route.ts'
import { Fault } from '../../../kernel/refusal.ts'
import { resolveActor } from '../../../operations/acting-person.ts'
import type { RawMembers } from '../../../operations/prepare.ts'
import { sendMessages } from '../../http/stream.ts'
import { makeWaits } from '../../http/waits.ts'
import type { McpCall, McpParts } from '../mcp-call.ts'
import { sendResponse } from '../wire.ts'
import { askFor, changedBy, findHeard, findReadable, readWanted } from './heard.ts'
import { ListenBus } from './listen-bus.ts'
import type { ResourceRequest } from './resource-uris.ts'

export const LISTEN = 'subscriptions/listen'

/** Lets the SDK answer this one message, with a bus of its own. */
export type AnswerListener = (message: RawMembers, bus: ListenBus) => Promise<Response>

export const listen = async (
  parts: McpParts,
  call: McpCall,
  message: RawMembers,
  answer: AnswerListener,
): Promise<unknown> => {
  const bus = new ListenBus()
  const wanted = readWanted(message)
  const { context } = parts
  const actor = await resolveActor(context.store, call.caller, call.userEmail)
  const ask = (heard: readonly ResourceRequest[]) => answer(wanted ? askFor(message, heard) : message, bus)
  const readable = findReadable(call, wanted ?? [])
  const [first] = readable
  if (!first) {
    const response = await ask([])
    if (bus.isHeard) throw new Fault('someone listens to nothing')
    return sendResponse(call, response)
  }
  const waits = makeWaits(context, first.endpoint, call.request, call.reply, call.caller, call.userEmail)
  try {
    // The place comes first: whoever has none left costs no look at anything.
    const live = await waits.live(Number.POSITIVE_INFINITY)
    const heard = await findHeard(context.store, actor, readable)
    const response = await ask(heard)
    // Refused by the SDK, or there is nothing to wait for.
    if (!bus.isHeard) return await sendResponse(call, response)
    if (!response.body) throw new Fault('someone listens to an answer without a body')
    const frames = readFrames(response.body)
    try {
      await sendMessages(call.reply, tell(parts, live, actor, heard, bus, frames), waits.over, context)
      return undefined
    } finally {
      await frames.cancel()
    }
  } finally {
    waits.close()
  }
}

async function* tell(
  { context: { store } }: McpParts,
  live: Live,
  actor: Actor,
  heard: readonly ResourceRequest[],
  bus: ListenBus,
  frames: Frames,
): AsyncGenerator<readonly string[]> {
  const feedId = feedOf(actor)
  // From here on, before it is said that someone listens.
  const from = await findFeedPosition(store, feedId)
  yield await frames.take(1)
  for await (const marks of watchMarks(store, live, feedId, from)) {
    const changed = changedBy(marks, heard)
    if (changed.length === 0) continue
    if (!(await live.mayShow())) return
    for (const { uri } of changed) bus.publish({ kind: 'resource_updated', uri })
    yield await frames.take(changed.length)
  }
}

interface Frames {
  /** So many of them, which must have been written. */
  take(count: number): Promise<readonly string[]>
  cancel(): Promise<void>
}

/** The SDK writes each message as a piece of its own. */
const readFrames = (body: ReadableStream<Uint8Array>): Frames => {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  return {
    take: async (count) => {
      const taken: string[] = []
      while (taken.length < count) {
        const { done, value } = await reader.read()
        if (done) break
        taken.push(decoder.decode(value))
      }
      return taken
    },
    cancel: () => reader.cancel(),
  }
}
