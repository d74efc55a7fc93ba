// The page of a link: the challenge as on the site, for whoever the link was mailed to.
import type { LinkedChallenge } from '../../../../features/challenges/link/link.service.ts'
import type { ShownTally } from '../../../../features/tally/shown-tally.ts'
import type { ShownChallenge } from '../../../../features/challenges/play/shown.service.ts'
import { isClosed } from '../../../../features/challenges/rules/life.rules.ts'
import { html, type Html, type Part } from '../../../../kernel/html.ts'
import { challengeBody } from '../challenges/challenge-body.ts'
import { doneWords } from '../challenges/done-words.ts'
import type { FailedForm } from '../../engine/page.ts'
import { notice } from '../../parts/notices.ts'
import { personalPage, type PersonalFrame } from './document.ts'
import type { Site } from './page-parts.ts'
import { describeStanding } from '../../../../wording/status.ts'

export interface LinkPageContext extends PersonalFrame {
  readonly now: number
  /** The page itself, where its forms are sent. */
  readonly path: string
  /** The word for what was just done; null where nothing was. */
  readonly did: string | null
  readonly failed: FailedForm | undefined
  readonly tally: ShownTally | null
}

/** Once it is over: how to go on playing, where they can open an account. */
const afterwards = ({ challenge }: ShownChallenge, { signInPath }: Site): Part =>
  isClosed(challenge) &&
  signInPath !== null &&
  html`<p>
    To play again, or to dare someone yourself, <a href="${signInPath}">sign in or open an account</a> with
    the address that the mail came to.
  </p>`

const toSentence = (did: string, shown: ShownChallenge): string => {
  const words = doneWords(shown)
  return Object.hasOwn(words, did) ? words[did as keyof typeof words] : words.noted
}

export const linkPage = (linked: LinkedChallenge, context: LinkPageContext): Html => {
  const { site, path, now, did, failed, tally } = context
  const { shown, isNameless, hasBlocked } = linked
  const times = { zone: site.timeZone, now }
  const seat = {
    path,
    times,
    shown,
    tally,
    isNameless,
    hasBlocked,
    isByLink: true,
    groupPath: null,
    again: afterwards(shown, site),
    failed,
  }
  return personalPage(
    context,
    {
      title: describeStanding(shown.challenge).title,
      main: challengeBody(seat, did !== null && notice(toSentence(did, shown), 'good')),
      isNarrow: false,
    },
    'act',
  )
}
