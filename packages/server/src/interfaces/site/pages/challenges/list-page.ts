// /challenges: mine, all of them or some. What waits for me comes by deadline, and after it who challenges me; all else
// comes the newest first.
import { endpoints } from '@challenge-service/contract'
import {
  isMoreThan,
  noInvitations,
  readInvitations,
  readRunning,
  readSettleTimes,
  readWaiting,
  type OpenChallenge,
} from '../../../../features/challenges/reading/open.service.ts'
import { fromTheNearest, type WaitingCursor } from '../../../../features/challenges/challenges.queries.ts'
import { html, type Html, type Part } from '../../../../kernel/html.ts'
import { isId } from '../../../../kernel/ids.ts'
import { follow } from '../../live/live-page.ts'
import { timesFor } from '../../parts/times.ts'
import { type SiteResponse, show } from '../../engine/response.ts'
import { type SiteRequest, signedInPage } from '../../engine/page.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'
import { challengeRow, openRow } from './challenge-row.ts'
import { NEW_CHALLENGE_PATH } from '../../../http/site-links.ts'
import { words } from '../../../../wording/words.ts'

const PATH = '/challenges'

/** The statuses of what is over. */
export const ENDED = 'resolved,cancelled,declined,expired'

const ON_A_PAGE = 25

const shown = ['all', 'waiting', 'invitations', 'running', 'ended'] as const
export type ListPart = (typeof shown)[number]

const isListPart = (word: string | undefined): word is ListPart => shown.some((known) => known === word)

export const listPath = (which: ListPart, after?: string): string => {
  const query = new URLSearchParams({
    ...(which === 'all' ? {} : { show: which }),
    ...(after === undefined ? {} : { after }),
  }).toString()
  return query === '' ? PATH : `${PATH}?${query}`
}

const listPage = async (
  context: PageContext,
  { visit, query }: SiteRequest<SignedInVisit>,
): Promise<SiteResponse> => {
  const word = query.get('show')
  const which = isListPart(word) ? word : 'all'
  const after = query.get('after')
  const {
    rows,
    next,
    invitations = [],
    hasMoreInvitations = false,
  } = await find(context, visit, which, after)
  const count = rows.length + invitations.length
  return show({
    title: titles[which],
    section: 'challenges',
    live: follow(visit, { kind: 'own' }, 'Your challenges have changed.'),
    main: html`<h1>${titles[which]}</h1>
      <nav aria-label="Which challenges">
        <ul class="places">
          ${shown.map((one) => tab(one, which))}
        </ul>
      </nav>
      ${
        count > 0 &&
        html`<p class="buttons"><a class="button main" href="${NEW_CHALLENGE_PATH}">New challenge</a></p>`
      }
      ${
        count === 0
          ? next === null && nothing(which, after !== undefined)
          : rows.length > 0 &&
            html`<ul class="rows">
              ${rows}
            </ul>`
      }
      ${next !== null && html`<p><a class="button" href="${listPath(which, next)}">${which === 'waiting' ? 'Later ones' : 'Older ones'}</a></p>`}
      ${
        invitations.length > 0 &&
        html`<h2>Who challenges you</h2>
          <ul class="rows">
            ${invitations}
          </ul>
          ${hasMoreInvitations && html`<p><a class="button" href="${listPath('invitations')}">All invitations</a></p>`}`
      }`,
  })
}

/** Each challenge as a row. */
interface Found {
  readonly rows: readonly Html[]
  readonly next: string | null
  /** After them, where there are any. */
  readonly invitations?: readonly Html[]
  readonly hasMoreInvitations?: boolean
}

const find = async (
  context: PageContext,
  visit: SignedInVisit,
  which: ListPart,
  after: string | undefined,
): Promise<Found> => {
  const { signedIn, now } = visit
  const { actor } = signedIn
  const { read } = context
  const times = timesFor(context, visit)
  const rowsOf = (open: readonly OpenChallenge[]): readonly Html[] => open.map((one) => openRow(one, times))
  const query = { personId: actor.personId, limit: ON_A_PAGE, now }
  if (which === 'waiting') {
    const [{ open, next }, invited] = await Promise.all([
      read(readWaiting, query, readCursor(after)),
      after === undefined ? read(readInvitations, query) : noInvitations,
    ])
    return {
      rows: rowsOf(open),
      next: next && `${next.at}.${next.id}`,
      invitations: rowsOf(invited.open),
      hasMoreInvitations: isMoreThan(invited.count, invited.open.length),
    }
  }
  if (which === 'running') {
    const id = after !== undefined && isId('challenge', after) ? after : undefined
    const { open, next } = await read(readRunning, query, 'desc', id)
    return { rows: rowsOf(open), next }
  }
  const listed = await context.call(endpoints.listChallenges, actor, {
    query: {
      limit: String(ON_A_PAGE),
      ...filters[which],
      ...(after === undefined ? {} : { cursor: after }),
    },
  })
  const settleBy = await read(readSettleTimes, actor.personId, listed.data)
  return {
    rows: listed.data.map((challenge) => challengeRow(challenge, times, settleBy.get(challenge.id))),
    next: listed.nextCursor,
  }
}

const filters = {
  all: {},
  invitations: { status: 'pending', role: 'opponent' },
  ended: { status: ENDED },
} as const

const CURSOR = /^(\d{1,15})\.(.*)$/

/** Whatever else was written there is the start. */
const readCursor = (text = ''): WaitingCursor => {
  const [, at = '', id = ''] = CURSOR.exec(text) ?? []
  return isId('challenge', id) ? { at: Number(at), id } : fromTheNearest
}

const titles: Readonly<Record<ListPart, string>> = {
  all: 'Challenges',
  waiting: 'Your turn',
  invitations: 'Invitations',
  running: 'Under way',
  ended: 'Ended',
}

const tab = (one: ListPart, current: ListPart): Html =>
  html`<li>
    <a href="${listPath(one)}" ${one === current && html`aria-current="page"`}
      >${one === 'all' ? 'All' : titles[one]}</a
    >
  </li>`

const empty = (): Readonly<Record<ListPart, readonly [title: string, lead: string]>> => ({
  all: [
    'No challenge yet',
    'Those that others make against you stand here, and those that you make yourself.',
  ],
  waiting: [words.turn.nothing, words.turn.nothingUntil],
  invitations: ['No invitation', 'When someone challenges you, it stands here until you answer.'],
  running: ['Nothing is under way', 'What was accepted, and what waits for the other, stands here.'],
  ended: ['Nothing has ended yet', 'What was settled, declined or taken back stands here.'],
})

const nothing = (which: ListPart, isBehind: boolean): Part => {
  if (isBehind) return html`<p class="empty">There are no more.</p>`
  const [title, lead] = empty()[which]
  return html`<div class="empty">
    <h2>${title}</h2>
    <p>${lead}</p>
    <p class="buttons"><a class="button main" href="/challenges/new">New challenge</a></p>
  </div>`
}

export const challengeList = signedInPage(PATH, listPage)
