// The page of a link: what the challenge is, what is asked, and the buttons that answer; or, once it has been
// answered, how things stand.
import { html, type Html } from '../../kernel/html.ts'
import type { Asked } from '../../features/challenges/answer.service.ts'
import type { Stage } from '../../mail/notice.rules.ts'
import { challengeCard, untilWords } from './challenge-card.ts'
import { personalPage, type PersonalFrame } from './document.ts'
import type { FormProblem } from './form.ts'
import { answerForms } from './answer-forms.ts'
import { askingWords, situationWords } from './answer-words.ts'

export interface Shown extends PersonalFrame {
  readonly stage: Stage
  /** When the link lapses. */
  readonly by: number
  readonly now: number
}

export const askingPage = (asked: Asked, shown: Shown, problem?: FormProblem): Html => {
  const { title, intro, silence } = askingWords(asked, shown.stage)
  return page(
    shown,
    title,
    html`<main class="card">
      ${problem ? html`<p class="banner problem" role="alert">${problem.message}</p>` : null}
      <h1>${title}</h1>
      ${intro ? html`<p class="intro">${intro}</p>` : null} ${challengeCard(asked, shown.now)}
      <section class="answer" aria-labelledby="answer">
        <h2 id="answer">Your answer</h2>
        ${answerForms(asked, shown.stage, problem)}
        <p class="quiet">You can answer until ${untilWords(shown.by, shown.now)}. ${silence}</p>
      </section>
    </main>`,
  )
}

const banners = {
  done: null,
  used: 'This link has done its work: there is nothing left to answer here.',
  late: 'Nothing was changed: this had been answered before.',
} as const

export const answeredPage = (asked: Asked, shown: Shown, why: keyof typeof banners): Html => {
  const { title, text } = situationWords(asked)
  const banner = banners[why]
  return page(
    shown,
    title,
    html`<main class="card">
      ${banner ? html`<p class="banner" role="status">${banner}</p>` : null}
      <h1>${title}</h1>
      <p class="intro">${text}</p>
      ${challengeCard(asked, shown.now)}
    </main>`,
  )
}

const page = (shown: Shown, title: string, main: Html): Html => personalPage(shown, title, main, 'answer')
