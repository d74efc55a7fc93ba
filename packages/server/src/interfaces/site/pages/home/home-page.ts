// Home: what waits for me, by deadline, and then who challenges me; what runs; what ended; my record; today's question.
import { endpoints, type Challenge, type Group, type Profile } from '@challenge-service/contract'
import {
  addCounts,
  COUNTED,
  isMoreThan,
  readInvitations,
  readRunning,
  readWaiting,
  type HowMany,
  type OpenChallenge,
} from '../../../../features/challenges/reading/open.service.ts'
import { fromTheNearest } from '../../../../features/challenges/challenges.queries.ts'
import { html, type Html, type Part } from '../../../../kernel/html.ts'
import { challengeCard, challengeRow, openRow } from '../challenges/challenge-row.ts'
import { ENDED, listPath } from '../challenges/list-page.ts'
import { pathOfGroup } from '../groups/own-group.ts'
import { questionCard } from '../question/question-card.ts'
import { countSettled, RECORD_PATH } from '../record/record-page.ts'
import { follow } from '../../live/live-page.ts'
import { timesFor, type Times } from '../../parts/times.ts'
import { type SiteResponse, show } from '../../engine/response.ts'
import { type SiteRequest, openPage } from '../../engine/page.ts'
import type { PageContext } from '../../engine/page-context.ts'
import { isSignedIn, type SignedInVisit } from '../../engine/visit.ts'
import { landingPage } from './landing-page.ts'
import { capital } from '../../../../wording/names.ts'
import { recordWords } from '../../../../wording/record.ts'
import { describeStanding } from '../../../../wording/status.ts'
import { words } from '../../../../wording/words.ts'

// Apart, so that whoever challenges people unasked takes no place from what they play.
const WAITING_AT_MOST = 20
const INVITATIONS_AT_MOST = 10
/** More are read than shown: some of them may wait for an answer. */
const RUNNING_READ = 20
const RUNNING_AT_MOST = 10
const ENDED_AT_MOST = 5
/** To someone new those that they are in are named. */
const NAMED_GROUPS = { limit: '5' }

const homePage = async (context: PageContext, visit: SignedInVisit): Promise<SiteResponse> => {
  const { actor } = visit.signedIn
  const { read } = context
  const queryFor = (limit: number) => ({ personId: actor.personId, limit, now: visit.now })
  const [waiting, invitations, running, ended, me, question] = await Promise.all([
    read(readWaiting, queryFor(WAITING_AT_MOST), fromTheNearest),
    read(readInvitations, queryFor(INVITATIONS_AT_MOST)),
    read(readRunning, { ...queryFor(RUNNING_READ), ofMany: RUNNING_AT_MOST }, 'desc'),
    context.call(endpoints.listChallenges, actor, { query: { status: ENDED, limit: String(ENDED_AT_MOST) } }),
    context.call(endpoints.getMe, actor),
    context.call(endpoints.getDailyQuestion, actor),
  ])
  const times = timesFor(context, visit)
  const count = addCounts(waiting.count, invitations.count)
  const isNew = count === 0 && running.open.length === 0 && ended.data.length === 0
  const groups = isNew ? (await context.call(endpoints.listGroups, actor, { query: NAMED_GROUPS })).data : []
  return show({
    title: 'Home',
    section: 'home',
    live: follow(visit, { kind: 'own' }, sayWaiting(count)),
    main: html`<h1>Hello ${visit.signedIn.account.firstName}</h1>
      ${count !== 0 && html`<p class="buttons">${newChallenge(false)}</p>`}
      <div class="columns">
        <div>
          ${yourTurn([...waiting.open, ...invitations.open], count, isNew, times)} ${ownGroups(groups)}
          ${runningRows(running.open, running.next !== null, times)}
          ${endedRows(ended.data, ended.nextCursor !== null, times)}
          ${!isNew && html`<p class="buttons"><a class="button" href="/challenges">All challenges</a></p>`}
        </div>
        <div>${questionCard(question.data, 'home', times)} ${record(me.data)}</div>
      </div>`,
  })
}

/** `3`, or `more than 100`. */
const countWords = (count: HowMany): string => (count === 'more' ? `more than ${COUNTED}` : String(count))

const sayWaiting = (count: HowMany): string => {
  if (count === 0) return `${words.turn.nothing}.`
  return count === 1
    ? 'One challenge waits for you.'
    : `${capital(countWords(count))} challenges wait for you.`
}

const yourTurn = (open: readonly OpenChallenge[], count: HowMany, isNew: boolean, times: Times): Html => {
  // One whose deadline has just passed may be nobody's turn any more.
  const mine = open.filter(({ challenge }) => describeStanding(challenge).isMyTurn)
  if (mine.length === 0) return nothingWaits(isNew)
  return html`<h2>Your turn (${countWords(count)})</h2>
    <ul class="cards">
      ${mine.map((one) => challengeCard(one, times))}
    </ul>
    ${
      isMoreThan(count, open.length) &&
      html`<p class="buttons">
        <a class="button" href="${listPath('waiting')}">Show all that wait for you</a>
      </p>`
    }`
}

const nothingWaits = (isNew: boolean): Html =>
  html`<div class="empty">
    <h2>${isNew ? 'Dare someone' : words.turn.nothing}</h2>
    <p>
      ${
        isNew
          ? 'Make a claim, name a stake and a day, and whom you challenge. When they answer, it stands here.'
          : words.turn.nothingUntil
      }
    </p>
    <p class="buttons">${newChallenge(true)}</p>
  </div>`

const ownGroups = (groups: readonly Group[]): Part =>
  groups.length > 0 &&
  html`<h2>Your groups</h2>
    <ul class="rows">
      ${groups.map(
        ({ id, name }) =>
          html`<li>
            <p>
              <a href="${pathOfGroup({ id })}"><bdi>${name}</bdi></a>
            </p>
          </li>`,
      )}
    </ul>`

const newChallenge = (isMain: boolean): Html =>
  html`<a class="button${isMain && ' main'}" href="/challenges/new">New challenge</a>`

/** Where all of them were read they are counted, and come by deadline; else these are the newest. */
const runningRows = (open: readonly OpenChallenge[], isCut: boolean, times: Times): Part => {
  if (open.length === 0) return null
  const hasMore = isCut || open.length > RUNNING_AT_MOST
  const shown = isCut ? open : open.toSorted((a, b) => deadlineOf(a) - deadlineOf(b))
  return html`<h2>Under way${!isCut && ` (${open.length})`}</h2>
    <ul class="rows">
      ${shown.slice(0, RUNNING_AT_MOST).map((one) => openRow(one, times))}
    </ul>
    ${hasMore && html`<p class="buttons"><a class="button" href="${listPath('running')}">All that is under way</a></p>`}`
}

const deadlineOf = ({ challenge }: OpenChallenge): number => describeStanding(challenge).by ?? 0

const endedRows = (challenges: readonly Challenge[], hasMore: boolean, times: Times): Part =>
  challenges.length > 0 &&
  html`<h2>Ended</h2>
    <ul class="rows">
      ${challenges.map((challenge) => challengeRow(challenge, times))}
    </ul>
    ${hasMore && html`<p class="buttons"><a class="button" href="${listPath('ended')}">All that ended</a></p>`}`

const record = ({ record: counts }: Profile): Html =>
  html`<section class="card">
    <h2>Your record</h2>
    ${
      countSettled(counts) === 0
        ? html`<p class="quiet">It begins with your first challenge that ends.</p>`
        : html`<p>
            ${recordWords(counts)}${counts.current_streak > 1 && ` · ${counts.current_streak} in a row`}
          </p>`
    }
    <p class="buttons"><a class="button" href="${RECORD_PATH}">See your record</a></p>
  </section>`

export const home = openPage('/', (context: PageContext, request: SiteRequest) =>
  isSignedIn(request.visit) ? homePage(context, request.visit) : landingPage(context, request),
)
