// GET /live: tells a page of the site that it is out of date, as text/event-stream, for as long as its session stands. It
// says that something came, and nothing else: whoever hears it asks for the page anew, and sees there what they may see.
import { codes, endpoints } from '@challenge-service/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { watchFeed, whereToWatch, type Known, type Watch } from '../../../features/events/watch.ts'
import { feedOf } from '../../../features/events/append.ts'
import { getInside } from '../../../features/groups/members.service.ts'
import type { GroupId } from '../../../kernel/ids.ts'
import { secondsUntil } from '../../../kernel/instants.ts'
import { notVisible, refuse as refuseCall, Refusal } from '../../../kernel/refusal.ts'
import { onCallEnd } from '../../../ops/call-end.ts'
import type { RawQuery } from '../../../operations/query.ts'
import { sendStream } from '../../http/stream.ts'
import { findRequestOrigin, type SiteOrigin } from '../../http/origin.ts'
import { isSameOriginRequest } from '../engine/same-origin.ts'
import type { PageContext } from '../engine/page-context.ts'
import { isSignedIn, readVisit, sessionCheck, type SignedInVisit } from '../engine/visit.ts'
import { LIVE_PATH } from './live-page.ts'

// There are many of them, nearly always with nothing to say: so they do less than a stream of the API. A wake-up is lost
// with a connection to the database at most; and a proxy waits a minute for a sign of life.
const LOOK_OF_RECHECKS = 4
const HEARTBEAT_OF_STREAMS = 3

type PageHead = Readonly<Record<string, string>>

export const mountLive = (scope: FastifyInstance, context: PageContext, head: PageHead): void => {
  scope.get(LIVE_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    try {
      return await answer(context, request, reply, head)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { code, message, details } = error
      if (details.retryAfter !== undefined) reply.header('retry-after', details.retryAfter)
      return refuse(reply, codes[code].status, message)
    }
  })
}

const refuse = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.code(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(`${text}\n`)

const answer = async (
  context: PageContext,
  request: FastifyRequest,
  reply: FastifyReply,
  head: PageHead,
): Promise<FastifyReply | undefined> => {
  const { config, clock, read, live, listens } = context
  const origin = findRequestOrigin(config, request)
  if (!origin || !isFromHere(request, origin))
    return refuse(reply, 403, 'Only pages of the site listen here.')
  const visit = await readVisit(context, request, origin.isSecure, clock.now())
  if (!isSignedIn(visit)) return refuse(reply, 401, 'You are signed out.')
  const { sessionId } = visit.signedIn
  const { admitted, waitMs } = await listens.admit(sessionId)
  if (!admitted) throw tooOften(visit.now, waitMs)
  const { values } = request.query as RawQuery
  const poll = (): Promise<Polled> => pollFor(context, visit, values)
  let polled: Polled | undefined
  const stands = sessionCheck(context, request, origin.isSecure)
  const recheck = async (): Promise<void> => {
    if (!(await stands(clock.now()))) throw notVisible()
    if (polled?.isOfOthers) await poll()
  }
  // Before anything is looked for: what a session may not listen to costs no more than a place.
  const call = await live.open(
    sessionId,
    recheck,
    Number.POSITIVE_INFINITY,
    LOOK_OF_RECHECKS * live.timing.recheckMs,
  )
  try {
    onCallEnd(reply, () => call.end())
    polled = await poll()
    request.isHeld = true
    const from = await read(whereToWatch, polled.feedId, readKnown(values), visit.now)
    const items = read(watchFeed, call, { ...polled, from })
    const timing = { ...live.timing, heartbeatMs: HEARTBEAT_OF_STREAMS * live.timing.heartbeatMs }
    await sendStream(reply, items, call.over, { ...context, live: { timing } }, head)
    return undefined
  } finally {
    live.close(sessionId, call)
  }
}

const tooOften = (now: number, waitMs: number): Refusal =>
  refuseCall('rate_limited', 'rate_passed', 'Your pages began to listen too often. They go on soon.', {
    retryAfter: secondsUntil(now + waitMs, now),
  })

const isFromHere = ({ headers }: FastifyRequest, { url, elsewhere, canSignIn }: SiteOrigin): boolean =>
  canSignIn && elsewhere === null && isSameOriginRequest(headers, url)

interface Polled extends Pick<Watch, 'feedId' | 'subjectId'> {
  /** It is the feed of a group, which they may leave. */
  readonly isOfOthers: boolean
}

/** Ids as they can be; whatever else is asked for is not there. */
const ID_SHAPE = /^\w{1,40}$/

/** Which feed they listen to. What they cannot see is not there. */
const pollFor = async (
  { read, call }: PageContext,
  { signedIn: { actor } }: SignedInVisit,
  values: RawQuery['values'],
): Promise<Polled> => {
  const [challenge, group] = [values.get('challenge'), values.get('group')]
  if ([challenge, group].some((id) => id !== undefined && !ID_SHAPE.test(id))) throw notVisible()
  if (group !== undefined) {
    const { group_id } = await read(getInside, actor, group)
    return { feedId: group_id, subjectId: null, isOfOthers: true }
  }
  if (challenge === undefined) return { feedId: feedOf(actor), subjectId: null, isOfOthers: false }
  const { data } = await call(endpoints.getChallenge, actor, { params: { id: challenge } })
  return data.role === 'observer' && data.group_id !== null
    ? { feedId: data.group_id as GroupId, subjectId: data.id, isOfOthers: true }
    : { feedId: feedOf(actor), subjectId: data.id, isOfOthers: false }
}

const readKnown = (values: RawQuery['values']): Known => ({
  after: readNumber(values.get('after')),
  since: readNumber(values.get('since')),
})

const readNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
