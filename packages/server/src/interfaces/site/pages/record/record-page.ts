// /record: how my challenges ended, with the streak, and the newest of them one by one.
import { endpoints, type Challenge } from '@challenge-service/contract'
import { getScore } from '../../../../features/records/records.rules.ts'
import { html, type Html, type Part } from '../../../../kernel/html.ts'
import { bars } from '../../parts/bars.ts'
import { type SiteResponse, show } from '../../engine/response.ts'
import { type SiteRequest, signedInPage } from '../../engine/page.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'
import { otherName } from '../../../../wording/names.ts'
import { recordWords, streakWords, type RecordCounts } from '../../../../wording/record.ts'
import { words } from '../../../../wording/words.ts'

export const RECORD_PATH = '/record'

const SHOWN = '20'

const recordPage = async (
  context: PageContext,
  { visit }: SiteRequest<SignedInVisit>,
): Promise<SiteResponse> => {
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

export const countSettled = ({ won, lost, drawn, void: nobodys }: RecordCounts): number =>
  won + lost + drawn + nobodys

const nothingYet = ({ open }: RecordCounts): Html =>
  html`<div class="empty">
    <h2>It begins with your first challenge that ends</h2>
    <p>
      ${
        open === 0
          ? 'Dare someone: when both of you agree how it ended, it counts here.'
          : `${words.record.open({ count: open })} When both of you agree how one ended, it counts here.`
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

const counts = (record: RecordCounts): Html =>
  html`<p class="lead">${recordWords(record)}. ${streakWords(record)}</p>
    <section class="card">
      <h2>How they ended</h2>
      ${bars(`${countSettled(record)} that were settled`, [
        { label: words.record.result.won, value: record.won, words: String(record.won), kind: 'mine' },
        { label: words.record.result.lost, value: record.lost, words: String(record.lost), kind: 'theirs' },
        { label: words.record.result.drawn, value: record.drawn, words: String(record.drawn) },
        { label: words.record.result.void, value: record.void, words: String(record.void) },
      ])}
      ${record.open > 0 && html`<p class="quiet">${words.record.open({ count: record.open })}</p>`}
    </section>`

const newest = (challenges: readonly Challenge[]): Part =>
  challenges.length > 0 &&
  html`<section class="card">
    <h2>One by one</h2>
    <p class="quiet small">
      What was settled, the newest first, at most ${SHOWN}. ${words.record.explainLetters}.
    </p>
    <ol class="results">
      ${challenges.map(oneResult)}
    </ol>
  </section>`

const oneResult = (challenge: Challenge): Part => {
  const { role, resolution } = challenge
  if (role === 'observer' || !resolution) return null
  const score = getScore(resolution.outcome, role)
  const result = words.record.result[score]
  const other = otherName(challenge)
  return html`<li>
    <a class="result ${score}" href="/challenges/${challenge.id}" title="${result}: ${challenge.claim}"
      ><span aria-hidden="true">${words.record.letter[score]}</span
      ><span class="unseen">${result}, against ${other}: ${challenge.claim}</span></a
    >
  </li>`
}

export const recordPages = [signedInPage(RECORD_PATH, recordPage)]
