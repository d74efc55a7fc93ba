// What can be stopped for an address, in words for programs and for people.
import type { Preference, Preferences } from '../../mail/preferences/preferences.rules.ts'

/** Each step by its name for programs and its words for people. */
export const steps: Readonly<Record<Preference, { readonly name: string; readonly words: string }>> = {
  noInvitationsAt: { name: 'no_invitations', words: 'no invitations' },
  noNewsAt: { name: 'no_news', words: 'no news' },
  dailyNewsAt: { name: 'daily_news', words: 'news once a day' },
  nothingAt: { name: 'nothing', words: 'nothing at all' },
  stoppedAt: { name: 'stopped', words: 'everything, by release 0.1,' },
  erasedAt: { name: 'erased', words: 'erased' },
  bouncedAt: { name: 'bounced', words: 'bounced' },
}
const stepNames = Object.keys(steps) as readonly Preference[]

export const stepsIn = (wants: Preferences): readonly Preference[] =>
  stepNames.filter((step) => wants[step] !== null)
