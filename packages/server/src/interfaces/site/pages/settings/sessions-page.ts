// /settings/sessions: the browsers that are signed in, each of which can be signed out from here.
import { logSecurity } from '../../../../features/security/security-log.store.ts'
import { forgetOtherBrowsers } from '../../../../features/sessions/known-browsers.store.ts'
import {
  listSessions,
  removeSession,
  removeSessions,
  type ListedSession,
} from '../../../../features/sessions/session.store.ts'
import { endSignIns } from '../../../../features/sign-in/sign-in.service.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import { notVisible } from '../../../../kernel/refusal.ts'
import {
  leadTo,
  ownForm,
  ownPage,
  type NeedsProof,
  type SiteAnswer,
  type SiteRequest,
  type SentForm,
} from '../../engine/page.ts'
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

const sessionsPage = async (context: PageContext, asked: SiteRequest<SignedInVisit>): Promise<SiteAnswer> => {
  const { signedIn } = asked.visit
  const sessions = await listSessions(context.store, signedIn.accountId)
  const times = timesFor(context, asked.visit)
  return showSettings({
    section: PATH,
    inside: html`${said(asked, words)}
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

/** A browser that was left open, or stolen from, signs out none that has proved later who sits there. */
const isProvedLater: NeedsProof = async (context, { visit: { signedIn }, params }) => {
  const sessions = await listSessions(context.store, signedIn.accountId)
  const other = sessions.find(({ id }) => id === params['id'])
  return other !== undefined && other.proved_at > signedIn.times.provedAt
}

const endOne = async (
  context: PageContext,
  { visit, params }: SentForm<SignedInVisit>,
): Promise<SiteAnswer> => {
  const { store, clock } = context
  const { accountId } = visit.signedIn
  await store.write(async (tx) => {
    if (!(await removeSession(tx, accountId, params['id'] ?? ''))) throw notVisible()
    logSecurity(tx, accountId, 'session_ended', { browser: visit.browser.name }, clock.now())
  })
  return leadTo(withWord(PATH, 'ended'))
}

const endOthers = async (context: PageContext, { visit }: SentForm<SignedInVisit>): Promise<SiteAnswer> => {
  const { store, keys, clock } = context
  const { accountId, sessionId, account } = visit.signedIn
  await store.write(async (tx) => {
    await endSignIns(tx, keys, account.email)
    const ended = await removeSessions(tx, accountId, sessionId)
    await forgetOtherBrowsers(tx, accountId, visit.browser.hash)
    if (ended > 0) {
      const facts = { browser: visit.browser.name, count: String(ended) }
      logSecurity(tx, accountId, 'sessions_ended', facts, clock.now())
    }
  })
  return leadTo(withWord(PATH, 'others'))
}

const back = (): string => PATH

export const sessionsPages = [
  ownPage(PATH, sessionsPage, { hasOwnWindow: true }),
  ownForm({
    path: OTHERS_PATH,
    receive: endOthers,
    on: sessionsPage,
    needsProof: true,
    hasOwnWindow: true,
    back,
  }),
  ownForm({
    path: `${PATH}/:id/end`,
    receive: endOne,
    on: sessionsPage,
    needsProof: isProvedLater,
    hasOwnWindow: true,
    back,
    list: back,
  }),
]
