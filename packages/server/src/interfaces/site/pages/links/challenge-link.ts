// /a/{signed}: the challenge as the person of the link sees it, and its buttons, without which nothing changes.
import { noteLinkSeen, renewLinks } from '../../../../features/challenges/play/play.operations.ts'
import { openLink, useLink, type LinkedChallenge } from '../../../../features/challenges/link/link.service.ts'
import type { ShownChallenge } from '../../../../features/challenges/play/shown.service.ts'
import { isClosed } from '../../../../features/challenges/rules/life.rules.ts'
import { checkSeenAmounts } from '../../../../features/tally/seen-amounts.ts'
import { showTally } from '../../../../features/tally/shown-tally.ts'
import { html, type Part } from '../../../../kernel/html.ts'
import { Refusal } from '../../../../kernel/refusal.ts'
import { mailsUrl, readChallengeLink, type ChallengeLink } from '../../../../mail/messages/links.ts'
import { keyOf } from '../../../../operations/run-operation.ts'
import { describeStanding } from '../../../../wording/status.ts'
import { admitByLink } from '../../engine/admit-link.ts'
import { leadTo, show, type SiteResponse } from '../../engine/response.ts'
import { doesOneOf } from '../../engine/form-work.ts'
import type { LinkAccess } from '../../engine/link-access.ts'
import { personalFoot } from '../../engine/link-frame.ts'
import { endedPage, foreignFormPage, renewedPage } from '../../engine/link-plain-pages.ts'
import type { PageContext } from '../../engine/page-context.ts'
import {
  linkForm,
  linkPage,
  type FailedForm,
  type LinkRequest,
  type SentLinkForm,
} from '../../engine/page.ts'
import { basePath, type Site } from '../../engine/site.ts'
import { withWord, wordIn } from '../../parts/flash.ts'
import { notice } from '../../parts/notices.ts'
import { challengeBody } from '../challenges/challenge-body.ts'
import { doneWords, wordFor } from '../challenges/done-words.ts'
import { doesCreate, play, plays } from '../challenges/play.ts'
import { readPlay } from '../challenges/sent-play.ts'

interface OpenedChallenge {
  readonly link: ChallengeLink
  readonly linked: LinkedChallenge
}

const challengeLink: LinkAccess<ChallengeLink, OpenedChallenge> = {
  path: '/a',
  read: ({ keys }, signed) => readChallengeLink(keys, signed),
  // With its number: a link that has ended, whoever holds it, uses up nothing of the one that was mailed since.
  windowOf: ({ challengeId, party, number }) => `a:${challengeId}:${party}:${number}`,
  open: async ({ read }, link, now) => {
    const linked = await read(openLink, link, now)
    if (linked === 'unknown') return undefined
    return linked === 'ended' ? endedPage() : { link, linked }
  },
  personOf: ({ linked }) => linked,
}

/** `did`: the word for what was just done; null where nothing was. */
const challengePage = async (
  context: PageContext,
  { opened: { linked }, linkPath: path, query, now }: LinkRequest<OpenedChallenge>,
  did: string | null,
  failed?: FailedForm,
): Promise<SiteResponse> => {
  const { site, keys, read } = context
  const { shown, isNameless, hasBlocked, address, personId } = linked
  const tally = await read(showTally, linked, now, failed ? undefined : query.get('before'))
  const seat = {
    path,
    times: { zone: site.timeZone, now },
    shown,
    tally,
    isNameless,
    hasBlocked,
    isByLink: true,
    groupPath: null,
    again: afterwards(shown, site),
    failed,
  }
  return show({
    title: describeStanding(shown.challenge).title,
    main: challengeBody(seat, did !== null && notice(toSentence(did, shown), 'good')),
    foot: personalFoot(site, mailsUrl(keys, basePath(site), address, personId, null), 'act'),
  })
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

const receive = async (context: PageContext, sent: SentLinkForm<OpenedChallenge>): Promise<SiteResponse> => {
  try {
    return await act(context, sent)
  } catch (error) {
    // What was refused undid its note of the use, and the person who pressed a button has seen the page all the same.
    if (error instanceof Refusal && error.code !== 'not_found' && error.code !== 'internal_error') {
      const { link: found } = sent.opened
      await context.operations.run(noteLinkSeen, { by: null, found })
    }
    throw error
  }
}

const act = async (context: PageContext, sent: SentLinkForm<OpenedChallenge>): Promise<SiteResponse> => {
  const { opened, fields, key, linkPath } = sent
  const { link, linked } = opened
  const { challengeId: id } = link
  const { personId } = linked
  const pressed = readPlay(fields)
  const owner = keyOf(personId, key)
  if (pressed.kind === 'renew') {
    await context.operations.run(renewLinks, { by: { personId }, key: owner, found: link })
    return renewedPage()
  }
  // What a person adds is counted over all their links.
  const tooFast = doesCreate(pressed) && (await admitByLink(context, `by:${personId}`, 'write'))
  if (tooFast) return tooFast
  const isOurs = await play(context, id, pressed, {
    request: { by: { personId }, key: owner, check: (tx, now) => useLink(tx, link, now) },
    call: (endpoint, body, seen) =>
      context.callByLink(endpoint, {
        personId,
        params: { id },
        body,
        key,
        check: async (tx, now) => {
          await useLink(tx, link, now)
          await checkSeenAmounts(tx, personId, id, seen)
        },
      }),
  })
  return isOurs ? leadTo(withWord(`${linkPath}/done`, wordFor(fields))) : foreignFormPage()
}

export const challengeLinkPages = [
  linkPage(challengeLink, (context, request) => challengePage(context, request, null)),
  linkPage(
    challengeLink,
    (context, request) => challengePage(context, request, wordIn(request.query) ?? ''),
    '/done',
  ),
  linkForm(challengeLink, {
    work: doesOneOf([...plays, renewLinks], receive),
    on: (context, request, failed) => challengePage(context, request, null, failed),
  }),
]
