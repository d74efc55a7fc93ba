// A feed that speaks the contract's shape over real HTTP: dense, oldest first, with `after`, `cursor`, `types` and
// a `wait` that really holds the answer, until something comes or the test lets the time pass.
import type { ServerResponse } from 'node:http'
import { refuse, startStandIn, succeed, type Behaviour, type Received } from './stand-in.ts'

export interface FeedEvent {
  readonly id: string
  readonly type: string
}

interface Held {
  readonly response: ServerResponse
  readonly received: Received
}

export interface FeedServer {
  readonly url: string
  readonly received: readonly Received[]
  readonly held: ReadonlySet<Held>
  append(...events: readonly FeedEvent[]): void
  /** How the calls to come go wrong, one after the other. */
  disturb(...behaviours: readonly Behaviour[]): void
  /** Lets the time of every held call pass. */
  letWaitPass(): void
  /** Cuts the connection of every held call. */
  dropHeld(): void
  /** Resolves once a call is held. */
  whenHeld(): Promise<void>
  stop(): Promise<void>
}

export const startFeedServer = async (): Promise<FeedServer> => {
  const service = await startStandIn()
  const held = new Set<Held>()
  const waiters: (() => void)[] = []
  let feed: FeedEvent[] = []
  let disturbances: Behaviour[] = []

  const answer: Behaviour = (response, received) => {
    const disturb = disturbances.shift()
    if (disturb) return disturb(response, received)
    const found = pageOf(feed, received.query)
    if (!found) return refuse('invalid_request', 'event_unknown')(response, received)
    if (found.data.length > 0 || !received.query.has('wait'))
      return succeed(found.data, { next_cursor: found.nextCursor })(response, received)
    const waiting = { response, received }
    held.add(waiting)
    response.on('close', () => held.delete(waiting))
    for (const tell of waiters.splice(0)) tell()
  }

  const release = (isOver: boolean): void => {
    for (const waiting of held) {
      const { response, received } = waiting
      const found = pageOf(feed, received.query)
      if (!found || (found.data.length === 0 && !isOver)) continue
      held.delete(waiting)
      succeed(found.data, { next_cursor: found.nextCursor })(response, received)
    }
  }

  service.plan(answer)
  return {
    url: service.url,
    held,
    get received() {
      return service.received
    },
    append: (...events) => {
      feed = [...feed, ...events]
      release(false)
    },
    disturb: (...behaviours) => {
      disturbances = [...behaviours]
    },
    letWaitPass: () => release(true),
    dropHeld: () => {
      for (const waiting of held) {
        held.delete(waiting)
        waiting.response.socket?.resetAndDestroy()
      }
    },
    whenHeld: () =>
      held.size > 0 ? Promise.resolve() : new Promise((resolve) => void waiters.push(() => resolve())),
    stop: () => service.stop(),
  }
}

// A cursor here is the type filter and the last id that was given.
const pageOf = (
  feed: readonly FeedEvent[],
  query: URLSearchParams,
): { data: FeedEvent[]; nextCursor: string | null } | undefined => {
  const [cursorTypes, cursorAfter] = query.get('cursor')?.split('|') ?? []
  const types = (cursorTypes ?? query.get('types') ?? '').split(',').filter((type) => type !== '')
  const after = cursorAfter ?? query.get('after')
  const at = after === null ? -1 : feed.findIndex(({ id }) => id === after)
  if (after !== null && at < 0) return undefined
  const matching = feed.slice(at + 1).filter(({ type }) => types.length === 0 || types.includes(type))
  const data = matching.slice(0, Number(query.get('limit') ?? '25'))
  const last = data.at(-1)
  return { data, nextCursor: matching.length > data.length && last ? `${types.join(',')}|${last.id}` : null }
}
