// /challenges/{id}: a challenge, and everything that the person who is signed in can do with it.
import type { Role } from '@challenge-service/contract/plain'
import { hasBlockedIn } from '../../../../features/challenges/challenges.queries.ts'
import { showChallengeTo } from '../../../../features/challenges/play/shown.service.ts'
import type { Challenge } from '../../../../features/challenges/rules/life.rules.ts'
import { getPersonId, otherParty } from '../../../../features/challenges/rules/party.rules.ts'
import { checkSeenAmounts } from '../../../../features/tally/seen-amounts.ts'
import { showTally } from '../../../../features/tally/shown-tally.ts'
import { cutTo } from '../../../../kernel/cut.ts'
import type { PersonId } from '../../../../kernel/ids.ts'
import { findMember } from '../../../../features/access/access.queries.ts'
import { pathOfGroup } from '../groups/own-group.ts'
import { notVisible, refuse } from '../../../../kernel/refusal.ts'
import { keyOf } from '../../../../operations/run-operation.ts'
import { doesOneOf } from '../../engine/form-work.ts'
import { type SiteResponse, leadTo, show } from '../../engine/response.ts'
import {
  type FailedForm,
  type SentForm,
  type SiteRequest,
  signedInForm,
  signedInPage,
} from '../../engine/page.ts'
import { follow } from '../../live/live-page.ts'
import { said, withWord } from '../../parts/flash.ts'
import { timesFor } from '../../parts/times.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'
import { challengeBody } from './challenge-body.ts'
import { doneWords, wordFor } from './done-words.ts'
import { inviteAgain } from './invite-again.ts'
import { challengeSaid } from './paths.ts'
import { rematchLink } from './rematch.ts'
import { play, plays } from './play.ts'
import { readPlay } from './sent-play.ts'
import { describeStanding } from '../../../../wording/status.ts'

const PATH = '/challenges/:id'
const pathOf = (params: Readonly<Record<string, string>>): string => `/challenges/${params['id'] ?? ''}`

const TITLE_SIGNS = 60

const challengePage = async (
  context: PageContext,
  request: SiteRequest<SignedInVisit>,
  failed?: FailedForm,
): Promise<SiteResponse> => {
  const { visit, params, query } = request
  const { read } = context
  const { personId } = visit.signedIn.account
  const seen = await read(showChallengeTo, personId, params['id'] ?? '', visit.now)
  if (!seen) throw notVisible()
  const { shown } = seen
  const otherId = findOther(shown.role, seen.challenge)
  const seat = {
    path: pathOf(params),
    times: timesFor(context, visit),
    shown,
    tally: await read(showTally, seen, visit.now, query.get('before')),
    isNameless: false,
    hasBlocked: otherId === null ? null : await read(hasBlockedIn, personId, seen.challenge.id),
    isByLink: false,
    groupPath: await findGroupPath(context, seen.challenge, personId),
    again: (await inviteAgain(context, request, shown.challenge)) ?? rematchLink(shown.challenge),
    failed,
  }
  const { claim } = shown.challenge
  return show({
    title: cutTo(claim, TITLE_SIGNS),
    section: 'challenges',
    live: follow(
      visit,
      { kind: 'challenge', challenge: shown.challenge },
      `${describeStanding(shown.challenge).title}.`,
    ),
    main: challengeBody(
      seat,
      failed === undefined && said(request, { ...doneWords(shown), ...challengeSaid(context) }),
    ),
  })
}

const findGroupPath = async (
  { read }: PageContext,
  { groupId }: Challenge,
  personId: PersonId,
): Promise<string | null> =>
  groupId !== null && (await read(findMember, groupId, personId)) ? pathOfGroup({ id: groupId }) : null

/** The other party; null for an observer. */
const findOther = (role: Role, challenge: Challenge): PersonId | null =>
  role === 'observer' ? null : getPersonId(challenge, otherParty(role))

const receive = async (context: PageContext, sent: SentForm<SignedInVisit>): Promise<SiteResponse> => {
  const { visit, params, key } = sent
  const { actor, accountId } = visit.signedIn
  const { personId } = actor
  const id = params['id'] ?? ''
  const isOurs = await play(context, id, readPlay(sent.fields), {
    request: { by: { personId }, key: keyOf(accountId, key) },
    call: (endpoint, body, seen) =>
      context.call(endpoint, actor, {
        params: { id },
        body,
        key,
        check: (tx) => checkSeenAmounts(tx, personId, id, seen),
      }),
  })
  if (!isOurs)
    throw refuse('invalid_request', 'input_invalid', 'That could not be read. Nothing was changed.')
  return leadTo(withWord(pathOf(params), wordFor(sent.fields)))
}

export const challengePages = [
  signedInPage(PATH, challengePage),
  signedInForm({ path: PATH, work: doesOneOf(plays, receive), on: challengePage }),
]
