// Home: what waits for me, by deadline; what runs; what ended last; my record; today's question.
import { endpoints, type Challenge, type Profile, type Question } from '@challenge-service/contract'
import { html, type Html, type Part } from '../../../kernel/html.ts'
import { challengeCard, challengeRow } from '../challenges/challenge-row.ts'
import { describeStanding } from '../challenges/standing.ts'
import { follow } from '../live/live-page.ts'
import { timesFor, type Times } from '../parts/times.ts'
import { openPage, show, type SiteAnswer, type SiteRequest } from '../page.ts'
import type { SiteRoom } from '../room.ts'
import { isSignedIn, type SignedInVisit } from '../visit.ts'
import { landingPage } from './landing-page.ts'

const OPEN = 'pending,active,due,proposed,disputed'
const ENDED = 'resolved,cancelled,declined,expired'
const OPEN_AT_MOST = '100'
const ENDED_AT_MOST = '5'

const homePage = async (room: SiteRoom, visit: SignedInVisit): Promise<SiteAnswer> => {
  const { actor } = visit.signedIn
  const [open, ended, me, question] = await Promise.all([
    room.call(endpoints.listChallenges, actor, { query: { status: OPEN, limit: OPEN_AT_MOST } }),
    room.call(endpoints.listChallenges, actor, { query: { status: ENDED, limit: ENDED_AT_MOST } }),
    room.call(endpoints.getMe, actor),
    room.call(endpoints.getDailyQuestion, actor),
  ])
  const times = timesFor(room, visit)
  const [mine, running] = divide(open.data)
  return show({
    title: 'Home',
    place: 'home',
    live: follow(visit, { kind: 'own' }, sayWaiting(mine.length)),
    main: html`<h1>Hello ${visit.signedIn.account.firstName}</h1>
      <div class="columns">
        <div>
          ${waiting(mine, times)} ${rows('Running', running, times)} ${rows('Ended', ended.data, times)}
          ${
            open.nextCursor === null && ended.nextCursor === null
              ? null
              : html`<p><a href="/challenges">All challenges</a></p>`
          }
        </div>
        <div>${record(me.data)} ${today(question.data)}</div>
      </div>`,
  })
}

const sayWaiting = (count: number): string =>
  count === 0
    ? 'Nothing waits for you.'
    : `${count === 1 ? 'One challenge waits' : `${count} challenges wait`} for you.`

/** What asks something of me, the nearest deadline first; and the rest. */
const divide = (
  challenges: readonly Challenge[],
): readonly [mine: readonly Challenge[], running: readonly Challenge[]] => {
  const seen = challenges
    .map((challenge) => ({ challenge, standing: describeStanding(challenge) }))
    .toSorted((a, b) => (a.standing.by ?? 0) - (b.standing.by ?? 0))
  const pick = (isMyTurn: boolean): readonly Challenge[] =>
    seen.filter(({ standing }) => standing.isMyTurn === isMyTurn).map(({ challenge }) => challenge)
  return [pick(true), pick(false)]
}

const waiting = (challenges: readonly Challenge[], times: Times): Html =>
  challenges.length === 0
    ? html`<div class="empty">
        <h2>Nothing waits for you</h2>
        <p>
          When someone challenges you, or says how a challenge ended, it stands here. You make one yourself
          through the API.
        </p>
        <p class="buttons"><a class="button" href="/docs/guide">How to make one</a></p>
      </div>`
    : html`<h2>Your turn (${challenges.length})</h2>
        <ul class="cards">
          ${challenges.map((challenge) => challengeCard(challenge, times))}
        </ul>`

const rows = (title: string, challenges: readonly Challenge[], times: Times): Part =>
  challenges.length > 0 &&
  html`<h2>${title}</h2>
    <ul class="rows">
      ${challenges.map((challenge) => challengeRow(challenge, times))}
    </ul>`

const record = ({ record: { won, lost, drawn, current_streak } }: Profile): Html =>
  html`<section class="card">
    <h2>Your record</h2>
    ${
      won + lost + drawn === 0
        ? html`<p class="quiet">It begins with your first challenge that ends.</p>`
        : html`<p>${won} won, ${lost} lost, ${drawn} drawn</p>
            ${current_streak > 1 && html`<p class="quiet">${current_streak} in a row</p>`}`
    }
  </section>`

const today = ({ text, options }: Question): Html =>
  html`<section class="card">
    <h2>Today’s question</h2>
    <p>${text}</p>
    <p class="quiet">${options.map((option) => option.text).join(' · ')}</p>
  </section>`

export const home = openPage('/', (room: SiteRoom, asked: SiteRequest) =>
  isSignedIn(asked.visit) ? homePage(room, asked.visit) : landingPage(room, asked),
)
