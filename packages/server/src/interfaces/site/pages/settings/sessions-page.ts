// /settings/sessions: the browsers that are signed in, each of which can be signed out from here.
import { endSession } from '../../../../features/sessions/sessions.operations.ts'
import { listSessions, type ListedSession } from '../../../../features/sessions/sessions.queries.ts'
import { endOtherSessions } from '../../../../features/sign-in/sign-in.operations.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import { runs } from '../../engine/form-work.ts'
import { type SiteResponse, leadTo } from '../../engine/response.ts'
import { type SiteRequest, signedInForm, signedInPage } from '../../engine/page.ts'
import { buttonForm } from '../../parts/forms.ts'
import { said, withWord } from '../../parts/flash.ts'
import { fromNow, timesFor, type Times } from '../../parts/times.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'
import { showSettings } from './settings-frame.ts'

const PATH = '/settings/sessions'
const OTHERS_PATH = '/settings/sessions/end-others'

const words = {
  ended: 'That browser is signed out.',
  others: 'All other browsers are signed out.',
} as const

const sessionsPage = async (
  context: PageContext,
  request: SiteRequest<SignedInVisit>,
): Promise<SiteResponse> => {
  const { signedIn } = request.visit
  const sessions = await context.read(listSessions, signedIn.accountId)
  const times = timesFor(context, request.visit)
  return showSettings({
    section: PATH,
    inside: html`${said(request, words)}
      <p>
        The browsers that are signed in to your account. One that is not used for 30 days is signed out, and
        each after 180 days.
      </p>
      <ul class="rows card">
        ${sessions.map((session) => row(session, session.id === signedIn.sessionId, times))}
      </ul>
      ${sessions.length > 1 ? buttonForm(OTHERS_PATH, 'Sign out all others') : null}`,
  })
}

const row = ({ id, browser, created_at, used_at }: ListedSession, isThis: boolean, times: Times): Html =>
  html`<li>
    <p><strong>${browser}</strong> ${isThis && html`<span class="tag good">This browser</span>`}</p>
    <p class="quiet small">Signed in ${fromNow(created_at, times)} · last used ${fromNow(used_at, times)}</p>
    ${isThis ? null : buttonForm(`${PATH}/${id}/end`, html`Sign out<span class="unseen"> ${browser}</span>`)}
  </li>`

const back = (): string => PATH

export const sessionsPages = [
  signedInPage(PATH, sessionsPage, { hasOwnWindow: true }),
  signedInForm({
    path: OTHERS_PATH,
    work: runs(endOtherSessions, () => leadTo(withWord(PATH, 'others'))),
    on: sessionsPage,
    hasOwnWindow: true,
    back,
  }),
  signedInForm({
    path: `${PATH}/:id/end`,
    work: runs(endSession, () => leadTo(withWord(PATH, 'ended'))),
    on: sessionsPage,
    hasOwnWindow: true,
    back,
    list: back,
  }),
]
