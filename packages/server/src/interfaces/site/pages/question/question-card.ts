// The question of the day: to be answered by one press, and then its results.
import type { Question } from '@challenge-service/contract'
import { html, type Html } from '../../../../kernel/html.ts'
import { bars } from '../../parts/bars.ts'
import { hidden } from '../../parts/fields.ts'
import { form } from '../../parts/forms.ts'
import { QUESTION_PATH } from '../../../http/site-links.ts'
import { atTime, fromNow, type Times } from '../../parts/times.ts'
import { words } from '../../../../wording/words.ts'

/** The page that it is shown on, to which a vote leads back. */
export type QuestionPage = 'home' | 'question'

export const PAGE_FIELD = 'on'

export const questionCard = (question: Question, page: QuestionPage, times: Times): Html =>
  html`<section class="card" id="question">
    ${
      page === 'home'
        ? html`<h2>Today’s question</h2>
            <p class="lead" id="question-text">${question.text}</p>`
        : html`<h2 id="question-text">${question.text}</h2>`
    }
    ${question.results === null ? voteForm(question, page) : results(question, question.results)}
    <p class="quiet small">${closing(question, times)}</p>
  </section>`

const voteForm = ({ id, options }: Question, page: QuestionPage): Html =>
  form(
    QUESTION_PATH,
    html`${hidden('question_id', id)} ${hidden(PAGE_FIELD, page)}
      <div class="choices" role="group" aria-labelledby="question-text">
        ${options.map(
          (option) => html`<button name="option" value="${option.id}"><bdi>${option.text}</bdi></button>`,
        )}
      </div>`,
  )

const results = ({ options, my_vote }: Question, { total, counts }: NonNullable<Question['results']>): Html =>
  bars(
    total === 1 ? 'You are the first to vote today.' : `${total} have voted, you among them.`,
    options.map(({ id, text }) => {
      const value = counts[id] ?? 0
      const share = `${value} (${total === 0 ? 0 : Math.round((100 * value) / total)} %)`
      return id === my_vote
        ? {
            label: html`<bdi>${text}</bdi> <span class="mine">(your vote)</span>`,
            value,
            words: share,
            kind: 'mine',
          }
        : { label: html`<bdi>${text}</bdi>`, value, words: share }
    }),
  )

const closing = ({ closes_at, results: known }: Question, times: Times): Html => {
  const at = Date.parse(closes_at)
  const next = html`${atTime(at, times)}, ${fromNow(at, times)}`
  return known === null
    ? html`Open until ${next}. ${words.question.votedOnce}`
    : html`Open until ${next}. Then there is a new one.`
}
