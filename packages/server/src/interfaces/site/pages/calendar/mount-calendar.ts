// /calendar/{secret}.ics: the open deadlines of whoever made that address, for a calendar program to read. No cookie and
// no token: who knows the address reads it, and nothing can be changed by it.
import { createHash } from 'node:crypto'
import { nextTurn } from '../../../../kernel/turn.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noteCalendarRead } from '../../../../features/calendar/calendar.operations.ts'
import { isReadToBeNoted, openCalendar } from '../../../../features/calendar/calendar.service.ts'
import type { CalendarOwner } from '../../../../features/calendar/calendar.queries.ts'
import {
  readInvitations,
  readRunning,
  readWaiting,
  type OpenChallenge,
  type OpenPage,
} from '../../../../features/challenges/reading/open.service.ts'
import { fromTheNearest, type WaitingCursor } from '../../../../features/challenges/challenges.queries.ts'
import { findNewestEventId } from '../../../../features/events/events.queries.ts'
import { writeHead, writeEnd, writeEntries, type CalendarEntry } from '../../../../kernel/icalendar.ts'
import type { ChallengeId, PersonId } from '../../../../kernel/ids.ts'
import { dayOf, secondsUntil } from '../../../../kernel/instants.ts'
import { thisRelease } from '../../../../kernel/release.ts'
import { isKnown } from '../../../http/static-reply.ts'
import { findRequestOrigin } from '../../../http/origin.ts'
import type { PageContext } from '../../engine/page-context.ts'
import { entriesOf, nearestFirst } from './deadlines.ts'

/** As many as are shown, the nearest; invitations come beside them, the newest hundred. Of what runs without waiting for an answer so many are looked at, the oldest. */
const DEADLINES_AT_MOST = 1_000
const INVITATIONS_AT_MOST = 100

/** So many are read, or written, in one turn. */
const AT_ONCE = 50

/** How often a program looks again, if it goes by what the calendar says. */
const REFRESH_MINUTES = 60

const FILE = /^([\w-]+)\.ics$/

const headers = {
  'content-security-policy': "default-src 'none'",
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** The address, for whoever has just made it. */
export const calendarPath = (secret: string): string => `/calendar/${secret}.ics`

export const mountCalendar = (app: FastifyInstance, context: PageContext): void => {
  // The log names a call by this pattern, never by what stands in its place.
  app.get('/calendar/:file', (request, reply) => answer(context, request, reply))
}

const answer = async (
  context: PageContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { clock, read, operations, limiter, config } = context
  const now = clock.now()
  reply.headers(headers)
  const { file } = request.params as { readonly file: string }
  const secret = FILE.exec(file)?.[1] ?? ''
  const owner = await read(openCalendar, secret)
  if (owner && isReadToBeNoted(owner, now)) {
    await operations.run(noteCalendarRead, { by: null, found: secret })
  }
  const origin = findRequestOrigin(config, request)
  if (!owner || !origin) return refuse(reply, 404, 'There is no calendar here, or its address has ended.')
  // In a window of its own: a program that asks too often shuts nobody out of the site.
  const { admitted, waitMs } = await limiter.admit(`calendar:${owner.account_id}`, 'read')
  if (!admitted) {
    reply.header('retry-after', secondsUntil(now + waitMs, now))
    return refuse(reply, 429, 'This calendar is read too often. Try again later.')
  }
  // Before anything of it is read: what comes meanwhile is another state.
  const etag = await stateOf(context, owner, origin.url, now)
  // Kept by the program that has it, and by nothing between.
  reply.headers({ 'cache-control': 'private, no-cache', etag })
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const text = await write(context, owner.person_id, origin.url, now)
  return reply.type('text/calendar; charset=utf-8').send(text)
}

/**
 * All that a calendar depends on, without making it: each change of a challenge is an event of its parties. But a wish to
 * cancel lapses without one, so no state is older than a day.
 */
const stateOf = async (
  { read, site }: PageContext,
  { person_id }: CalendarOwner,
  siteUrl: string,
  now: number,
): Promise<string> => {
  const newest = await read(findNewestEventId, person_id)
  const parts = [thisRelease, site.name, siteUrl, person_id, newest, dayOf(now)]
  return `W/"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)}"`
}

const refuse = (reply: FastifyReply, status: 404 | 429, words: string): FastifyReply =>
  reply.code(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(`${words}\n`)

/** In pieces, between which others have their turn. */
const write = async (
  { read, site }: PageContext,
  personId: PersonId,
  siteUrl: string,
  now: number,
): Promise<Buffer> => {
  const query = { personId, limit: AT_ONCE, now }
  const entriesFor = (open: readonly OpenChallenge[]) => open.flatMap((one) => entriesOf(one, siteUrl))
  const own = [
    ...(await readPages(
      (from: WaitingCursor = fromTheNearest) => read(readWaiting, query, from),
      entriesFor,
    )),
    ...(await readPages((after?: ChallengeId) => read(readRunning, query, 'asc', after), entriesFor)),
  ]
  const invitations = await read(readInvitations, { ...query, limit: INVITATIONS_AT_MOST })
  const shown = nearestFirst([
    ...nearestFirst(own).slice(0, DEADLINES_AT_MOST),
    ...entriesFor(invitations.open),
  ])
  const pieces = [writeHead({ name: `${site.name}: deadlines`, refreshMinutes: REFRESH_MINUTES })]
  for (let at = 0; at < shown.length; at += AT_ONCE) {
    pieces.push(writeEntries(shown.slice(at, at + AT_ONCE)))
    await nextTurn()
  }
  return Buffer.concat([...pieces, writeEnd()].map((piece) => Buffer.from(piece)))
}

/** All pages, as far as deadlines are looked at. */
const readPages = async <Cursor>(
  read: (cursor?: Cursor) => Promise<OpenPage<Cursor>>,
  entriesFor: (open: readonly OpenChallenge[]) => readonly CalendarEntry[],
): Promise<readonly CalendarEntry[]> => {
  const entries: CalendarEntry[] = []
  let cursor: Cursor | undefined
  for (let looked = 0; looked < DEADLINES_AT_MOST; looked += AT_ONCE) {
    const { open, next }: OpenPage<Cursor> = await read(cursor)
    entries.push(...entriesFor(open))
    if (next === null) break
    cursor = next
    await nextTurn()
  }
  return entries
}
