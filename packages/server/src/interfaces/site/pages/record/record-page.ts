// /record: how my challenges ended, with the streak, and the newest of them one by one.
import { endpoints, type Challenge, type Profile } from '@challenge-service/contract'
import { getScore, type Score } from '../../../../features/records/records.rules.ts'
import { html, type Html, type Part } from '../../../../kernel/html.ts'
import { bars } from '../../parts/bars.ts'
import { type SiteAnswer, show } from '../../engine/answer.ts'
import { type SiteRequest, ownPage } from '../../engine/page.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'
import { nameOf } from '../../../../wording/names.ts'

export const RECORD_PATH = '/record'

const SHOWN = '20'

type Counts = Profile['record']

const recordPage = async (
  context: PageContext,
  { visit }: SiteRequest<SignedInVisit>,
): Promise<SiteAnswer> => {
  const { actor } = visit.signedIn
  const [me, settled] = await Promise.all([
    context.call(endpoints.getMe, actor),
    context.call(endpoints.listChallenges, actor, { query: { status: 'resolved', limit: SHOWN } }),
  ])
  const { record } = me.data
  return show({
    title: 'Your record',
    section: 'home',
    isNarrow: true,
    main: html`<h1>Your record</h1>
      ${countSettled(record) === 0 ? nothingYet(record) : html`${counts(record)} ${newest(settled.data)}`}`,
  })
}

export const countSettled = ({ won, lost, drawn, void: nobodys }: Counts): number =>
  won + lost + drawn + nobodys

/** `14 won, 9 lost, 2 drawn`. */
export const recordWords = ({ won, lost, drawn }: Counts): string =>
  `${won} won, ${lost} lost, ${drawn} drawn`

const nothingYet = ({ open }: Counts): Html =>
  html`<div class="empty">
    <h2>It begins with your first challenge that ends</h2>
    <p>
      ${
        open === 0
          ? 'Dare someone: when both of you agree how it ended, it counts here.'
          : `${openWords(open)} When both of you agree how one ended, it counts here.`
      }
    </p>
    <p class="buttons">
      ${
        open === 0
          ? html`<a class="button main" href="/challenges/new">New challenge</a>`
          : html`<a class="button main" href="/challenges?show=running">See what is under way</a>`
      }
    </p>
  </div>`

const openWords = (open: number): string =>
  open === 1 ? 'One challenge of yours is open.' : `${open} challenges of yours are open.`

const counts = (record: Counts): Html =>
  html`<p class="lead">${recordWords(record)}. ${streakWords(record)}</p>
    <section class="card">
      <h2>How they ended</h2>
      ${bars(`${countSettled(record)} that were settled`, [
        { label: 'You won', value: record.won, words: String(record.won), kind: 'mine' },
        { label: 'You lost', value: record.lost, words: String(record.lost), kind: 'theirs' },
        { label: 'A draw', value: record.drawn, words: String(record.drawn) },
        { label: 'Nobody won', value: record.void, words: String(record.void) },
      ])}
      ${record.open > 0 && html`<p class="quiet">${openWords(record.open)}</p>`}
    </section>`

/** A draw neither ends a streak nor makes it longer. */
const streakWords = ({ current_streak: now, best_streak: best }: Counts): string => {
  if (best === 0) return 'No win yet.'
  const ofBest = best === 1 ? 'one win' : `${best} wins`
  if (now === 0) return `Your best streak was ${ofBest}; the next win begins a new one.`
  const ofNow = now === 1 ? 'Your last one was a win' : `${now} wins in a row`
  if (now < best) return `${ofNow}; your best streak was ${ofBest}.`
  return best === 1 ? `${ofNow}.` : `${ofNow}: your best streak so far.`
}

const signs: Readonly<Record<Score, readonly [letter: string, words: string]>> = {
  won: ['W', 'You won'],
  lost: ['L', 'You lost'],
  drawn: ['D', 'A draw'],
  void: ['–', 'Nobody won'],
}

const newest = (challenges: readonly Challenge[]): Part =>
  challenges.length > 0 &&
  html`<section class="card">
    <h2>One by one</h2>
    <p class="quiet small">
      What was settled, the newest first, at most ${SHOWN}. W: you won, L: you lost, D: a draw, –: nobody won.
    </p>
    <ol class="results">
      ${challenges.map(result)}
    </ol>
  </section>`

const result = (challenge: Challenge): Part => {
  const { role, resolution } = challenge
  if (role === 'observer' || !resolution) return null
  const score = getScore(resolution.outcome, role)
  const [letter, words] = signs[score]
  const other = nameOf(challenge, role === 'creator' ? 'opponent' : 'creator')
  return html`<li>
    <a class="result ${score}" href="/challenges/${challenge.id}" title="${words}: ${challenge.claim}"
      ><span aria-hidden="true">${letter}</span
      ><span class="unseen">${words}, against ${other}: ${challenge.claim}</span></a
    >
  </li>`
}

export const recordPages = [ownPage(RECORD_PATH, recordPage)]
