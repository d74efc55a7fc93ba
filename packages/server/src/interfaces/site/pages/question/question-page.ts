// /question: the question of the day, and the vote on it.
import { endpoints } from '@challenge-service/contract'
import { html } from '../../../../kernel/html.ts'
import { calls } from '../../engine/form-work.ts'
import { type SiteResponse, leadTo, show } from '../../engine/response.ts'
import { type FailedForm, type SiteRequest, signedInForm, signedInPage } from '../../engine/page.ts'
import { failure } from '../../parts/notices.ts'
import { timesFor } from '../../parts/times.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'
import { PAGE_FIELD, questionCard } from './question-card.ts'
import { QUESTION_PATH } from '../../../http/site-links.ts'

const questionPage = async (
  context: PageContext,
  { visit }: SiteRequest<SignedInVisit>,
  failed?: FailedForm,
): Promise<SiteResponse> => {
  const { data } = await context.call(endpoints.getDailyQuestion, visit.signedIn.actor)
  return show({
    title: 'Today’s question',
    section: 'home',
    isNarrow: true,
    main: html`<h1>Today’s question</h1>
      ${failure(failed, { option: 'Your answer' })}
      ${questionCard(data, 'question', timesFor(context, visit))}
      <p class="quiet">
        Everyone here is asked the same, and nobody sees who voted for what. The day turns at midnight UTC.
      </p>`,
  })
}

/** For the question that was shown: after midnight it is another one. */
const vote = calls(
  endpoints.voteDailyQuestion,
  ({ fields }) => {
    const questionId = fields.get('question_id')
    return {
      body: {
        option: fields.get('option') ?? '',
        ...(questionId === null ? {} : { question_id: questionId }),
      },
    }
  },
  (_, { fields }) => leadTo(fields.get(PAGE_FIELD) === 'home' ? '/#question' : QUESTION_PATH),
)

export const questionPages = [
  signedInPage(QUESTION_PATH, questionPage),
  signedInForm({ path: QUESTION_PATH, work: vote, on: questionPage }),
]
