// Every page of the site, and every form.
import { challengeList } from './challenges/list-page.ts'
import { challengePages } from './challenges/challenge-page.ts'
import { groupPages } from './groups/all-pages.ts'
import { inviteAgainForm } from './challenges/invite-again.ts'
import { newChallengePages } from './challenges/new-challenge-page.ts'
import { home } from './home/home-page.ts'
import type { SitePage } from './page.ts'
import { accountWebhooks } from './settings/account-webhooks.ts'
import { questionPages } from './question/question-page.ts'
import { recordPages } from './record/record-page.ts'
import { blockedPages } from './settings/blocked-page.ts'
import { calendarPages } from './settings/calendar-page.ts'
import { dataPages } from './settings/data-page.ts'
import { mailsPages } from './settings/mails-page.ts'
import { passkeysPages } from './settings/passkeys-page.ts'
import { profilePages } from './settings/profile-page.ts'
import { securityLog } from './settings/security-log-page.ts'
import { sessionsPages } from './settings/sessions-page.ts'
import { tokensPages } from './settings/tokens-page.ts'
import { askPages } from './sign-in/ask-page.ts'
import { codePages } from './sign-in/code-page.ts'
import { linkPages } from './sign-in/link-page.ts'
import { signOut } from './sign-in/sign-out.ts'
import { signUpPages } from './sign-in/sign-up-page.ts'
import { allWebhookPages } from './webhooks/all-pages.ts'

export const sitePages: readonly SitePage[] = [
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
