// Following the event feed: every event after a given one, in order, each once, and then whatever comes, until
// told to stop. What passes (a lost network, a busy or restarting service) is waited out.
import type { Page } from './answer.ts'
import type { CallOptions } from './call.ts'
import type { Calls } from './generated/calls.ts'
import type { Event } from './generated/events.ts'
import { limits } from './generated/limits.ts'
import type { MethodInput } from './methods.ts'
import type { Runtime } from './runtime.ts'

type FeedInput = MethodInput<Calls['listEvents']>

export type FollowInput = Pick<FeedInput, 'after' | 'types' | 'user_email'>
export type FollowOptions = Pick<CallOptions, 'signal' | 'timeoutMs' | 'userEmail'>
export type GetEvents = (input: FeedInput, options: CallOptions) => Promise<Page<Event[]>>

// An event is given once even if a page repeats it. Pages hold 100 at most, so this looks back far enough,
// and keeps a follower of many months small.
const REMEMBERED = 1_000

// A waiting call that comes back empty long before its time was not held: asking again at once would use up
// the calls of the token.
const NOT_HELD_MS = 1_000

export async function* follow(
  getEvents: GetEvents,
  runtime: Runtime,
  { after, types, ...input }: FollowInput,
  options: FollowOptions,
): AsyncGenerator<Event, void, undefined> {
  const { signal } = options
  const seen = new Set<string>(after === undefined ? [] : [after])
  let last = after
  const start = (): FeedInput => ({ after: last, types, wait: limits.waitSecondsMax })
  let from = start()
  try {
    for (;;) {
      const calledAt = runtime.monotonic()
      const { data, nextCursor } = await getEvents({ ...input, ...from, limit: limits.pageMax }, options)
      const wasHeld = runtime.monotonic() - calledAt >= NOT_HELD_MS
      let isNews = false
      for (const event of data) {
        if (signal?.aborted) return
        if (seen.has(event.id)) continue
        isNews = true
        remember(seen, event.id)
        last = event.id
        yield event
      }
      from = nextCursor === null ? start() : { cursor: nextCursor }
      if (!isNews && nextCursor === null && !wasHeld) await runtime.sleep(NOT_HELD_MS, signal)
    }
  } catch (error) {
    if (!signal?.aborted) throw error
  }
}

const remember = (seen: Set<string>, id: string): void => {
  seen.add(id)
  for (const oldest of seen) {
    if (seen.size <= REMEMBERED) return
    seen.delete(oldest)
  }
}
