// Mails and the pages behind their links can be read by everyone, in light and in dark: every text has a contrast of at
// least 4.5:1, every field a label.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Challenge } from '@challenge-service/contract'
import { challengeNoticeKinds, type Facts } from '../../packages/server/src/mail/notice.rules.ts'
import { toHtml } from '../../packages/server/src/mail/messages/layout.ts'
import { draftMail } from '../../packages/server/src/mail/messages/wording.ts'
import { words } from '../../packages/server/src/wording/words.ts'
import { findAccessibilityFaults } from '../support/accessibility.ts'
import { chromiumPath, openBrowser, startMailedService, type MailedService } from '../support/browser.ts'
import { isFast } from '../support/is-fast.ts'
import { newChallenge, person, type Person } from '../support/people.ts'

const facts: Facts = {
  party: 'opponent',
  creatorName: 'Ana',
  opponentName: 'Ben',
  groupName: 'Blue',
  claim: 'I run ten kilometres.\nBefore Sunday.',
  stake: 'a coffee',
  dueAt: Date.parse('2026-11-20T12:00:00.000Z'),
  isAccepted: true,
  by: 'creator',
  outcome: 'creator_won',
  settledBy: 'silence',
  reason: 'It was nine.',
}

/** Every notice of a challenge in one mail, with all the parts that a mail can have. */
const everyNotice = (): string => {
  const foot = {
    siteName: 'Challenges',
    siteContact: 'Ana Lima',
    baseUrl: 'https://c.test',
    imprintUrl: null,
    privacyUrl: null,
    whys: ['You’re getting this email because you’re part of a challenge.'],
    mailsUrl: 'https://c.test/stop/y',
  }
  const how = { class: 'news', throughId: null, category: null, hasAccount: true } as const
  const deadline = { stage: 'proposed', by: facts.dueAt } as const
  const sections = challengeNoticeKinds.map((kind) => ({
    ...draftMail({ kind, facts, deadline, ...how }, 'UTC'),
    url: 'https://c.test/a/x',
  }))
  return toHtml('Several', sections, foot)
}

describe
  .skipIf(chromiumPath === undefined)
  .each(isFast ? ['light' as const] : ['light' as const, 'dark' as const])(
  'in %s, everyone can read',
  { timeout: 90_000 },
  (colorScheme) => {
    let mailed: MailedService
    let browser: Browser
    let page: Page
    let ana: Person
    beforeAll(async () => {
      mailed = await startMailedService()
      ana = await person(mailed.service)
      browser = await openBrowser()
      page = await browser.newPage({ colorScheme, viewport: { width: 390, height: 844 } })
    })
    afterAll(async () => {
      await browser.close()
      await mailed.stop()
    })

    const expectLegible = async (): Promise<void> => {
      await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
      expect(await findAccessibilityFaults(page)).toEqual([])
    }

    it('every notice', async () => {
      await page.setContent(everyNotice())
      const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor')
      expect(ground).toBe(colorScheme === 'dark' ? 'rgb(16, 18, 26)' : 'rgb(255, 255, 255)')
      await expectLegible()
    })

    it('the page of a challenge at every stage, also with a field that was refused', async () => {
      const email = `bea-${colorScheme}@elsewhere.example`
      const made = await ana.call('POST', '/v1/challenges', { ...newChallenge(ana), opponent_email: email })
      const created = made.body.data as Challenge
      const path = await mailed.linkTo(email)
      await page.goto(path)
      await expectLegible()
      await page.getByLabel('Your first name').fill('http://bea')
      await page.getByRole('button', { name: words.choice.accept, exact: true }).click()
      expect(await page.locator('[aria-invalid]').count()).toBe(1)
      await expectLegible()
      await page.getByLabel('Your first name').fill('Bea')
      await page.getByRole('button', { name: words.choice.accept, exact: true }).click()
      await expectLegible()
      await ana.act(created, 'resolve', { outcome: 'creator_won' })
      await page.goto(path)
      await expectLegible()
      await page.getByRole('link', { name: 'Choose which mails you get' }).click()
      await expectLegible()
    })
  },
)
