// Every page of the site, and every form.
import { challengeList } from './pages/challenges/list-page.ts'
import { challengePages } from './pages/challenges/challenge-page.ts'
import { groupPages } from './pages/groups/all-pages.ts'
import { inviteAgainForm } from './pages/challenges/invite-again.ts'
import { newChallengePages } from './pages/challenges/new-challenge-page.ts'
import { challengeLinkPages } from './pages/links/challenge-link.ts'
import { leaveLinkPages } from './pages/links/leave-link.ts'
import { mailsLinkPages } from './pages/links/mails-link.ts'
import { home } from './pages/home/home-page.ts'
import type { SitePage } from './engine/page.ts'
import { accountWebhooks } from './pages/settings/account-webhooks.ts'
import { questionPages } from './pages/question/question-page.ts'
import { recordPages } from './pages/record/record-page.ts'
import { blockedPages } from './pages/settings/blocked-page.ts'
import { calendarPages } from './pages/settings/calendar-page.ts'
import { dataPages } from './pages/settings/data-page.ts'
import { mailsPages } from './pages/settings/mails-page.ts'
import { passkeysPages } from './pages/settings/passkeys-page.ts'
import { profilePages } from './pages/settings/profile-page.ts'
import { securityLog } from './pages/settings/security-log-page.ts'
import { sessionsPages } from './pages/settings/sessions-page.ts'
import { tokensPages } from './pages/settings/tokens-page.ts'
import { askPages } from './pages/sign-in/ask-page.ts'
import { codePages } from './pages/sign-in/code-page.ts'
import { linkPages } from './pages/sign-in/link-page.ts'
import { signOut } from './pages/sign-in/sign-out.ts'
import { signUpPages } from './pages/sign-in/sign-up-page.ts'
import { allWebhookPages } from './pages/webhooks/all-pages.ts'

export const sitePages: readonly SitePage[] = [
  ...challengeLinkPages,
  ...leaveLinkPages,
  ...mailsLinkPages,
  home,
  ...askPages,
  ...codePages,
  ...linkPages,
  ...signUpPages,
  signOut,
  ...questionPages,
  ...recordPages,
  challengeList,
  ...challengePages,
  ...groupPages,
  ...newChallengePages,
  inviteAgainForm,
  ...profilePages,
  ...mailsPages,
  ...blockedPages,
  ...sessionsPages,
  ...passkeysPages,
  ...calendarPages,
  ...tokensPages,
  ...allWebhookPages(accountWebhooks),
  securityLog,
  ...dataPages,
]
