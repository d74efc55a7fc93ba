// /question: the question of the day, and the vote on it.
import { endpoints } from '@challenge-service/contract'
import { html } from '../../../../kernel/html.ts'
import {
  leadTo,
  ownForm,
  ownPage,
  show,
  type FailedForm,
  type SentForm,
  type SiteAnswer,
  type SiteRequest,
} from '../../engine/page.ts'
import { failure } from '../../parts/notices.ts'
import { timesFor } from '../../parts/times.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'
import { PLACE_FIELD, questionCard } from './question-card.ts'
import { QUESTION_PATH } from '../../../http/site-links.ts'

const questionPage = async (
  context: PageContext,
  { visit }: SiteRequest<SignedInVisit>,
  failed?: FailedForm,
): Promise<SiteAnswer> => {
  const { data } = await context.call(endpoints.getDailyQuestion, visit.signedIn.actor)
  return show({
    title: 'Today’s question',
    place: 'home',
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
const vote = async (context: PageContext, sent: SentForm<SignedInVisit>): Promise<SiteAnswer> => {
  const { visit, fields, key } = sent
  const questionId = fields.get('question_id')
  const body = {
    option: fields.get('option') ?? '',
    ...(questionId === null ? {} : { question_id: questionId }),
  }
  await context.call(endpoints.voteDailyQuestion, visit.signedIn.actor, { body, key })
  return leadTo(fields.get(PLACE_FIELD) === 'home' ? '/#question' : QUESTION_PATH)
}

export const questionPages = [
  ownPage(QUESTION_PATH, questionPage),
  ownForm({ path: QUESTION_PATH, receive: vote, on: questionPage }),
]
