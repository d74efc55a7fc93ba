// The page of a link: what the challenge is, how it stands, and everything that can be done now.
import { html, type Html } from '../../kernel/html.ts'
import type { LinkedChallenge } from '../../features/challenges/link/reply.service.ts'
import { replyForms, asideForms } from './reply-forms.ts'
import { chooseWords } from './reply-words.ts'
import { challengeCard, untilWords } from './challenge-card.ts'
import { personalPage, type PersonalFrame } from './document.ts'
import type { FormProblem } from './form.ts'
import { renderProblemBanner } from './form-field.ts'

export interface PageContext extends PersonalFrame {
  readonly now: number
  /** The page itself, where its forms are sent. */
  readonly path: string
  /** `done`: what was just sent is done. `late`: something else had happened before. */
  readonly banner: 'done' | 'late' | { readonly objection: string } | null
}

export const challengePage = (linked: LinkedChallenge, shown: PageContext, problem?: FormProblem): Html => {
  const { site, path, now } = shown
  const { title, intro, by, silence } = chooseWords(linked, site.timeZone)
  return personalPage(
    shown,
    title,
    html`<main class="card">
      ${problem ? renderProblemBanner(problem) : renderBanner(shown)}
      <h1>${title}</h1>
      ${intro ? html`<p class="intro">${intro}</p>` : null} ${challengeCard(linked, site.timeZone, now)}
      ${
        linked.choices.length > 0
          ? html`<section class="answer" aria-labelledby="answer">
              <h2 id="answer">${linked.isAsked ? 'Your answer' : 'What you can do'}</h2>
              ${replyForms(linked, path, problem)}
              ${
                by === null
                  ? silence && html`<p class="quiet">${silence}</p>`
                  : html`<p class="quiet">
                      You can answer until ${untilWords(by, site.timeZone, now)}. ${silence}
                    </p>`
              }
            </section>`
          : null
      }
      ${asideForms(linked, path)}
    </main>`,
    'act',
  )
}

const renderBanner = ({ banner }: PageContext): Html | null => {
  if (banner === null) return null
  if (banner === 'done') return html`<p class="banner" role="status">That is noted.</p>`
  if (banner === 'late') {
    return html`<p class="banner problem" role="alert">
      Nothing was changed: something else had happened before. This is how things stand now.
    </p>`
  }
  return html`<p class="banner problem" role="alert">Nothing was changed. ${banner.objection}</p>`
}
