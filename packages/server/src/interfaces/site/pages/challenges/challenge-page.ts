// /challenges/{id}: a challenge, and everything that whoever is signed in can do with it.
import type { Role } from '@challenge-service/contract/plain'
import { blockPerson, hasBlockedIn, unblockIn } from '../../../../features/challenges/link/blocks.store.ts'
import { actionOf } from '../../../../features/challenges/play/choice.rules.ts'
import { giveReply, type Reply } from '../../../../features/challenges/play/reply.service.ts'
import { showChallengeTo } from '../../../../features/challenges/play/shown.service.ts'
import { checkAction } from '../../../../features/challenges/rules/challenge.rules.ts'
import type { Challenge } from '../../../../features/challenges/rules/life.rules.ts'
import { getPersonId, otherParty } from '../../../../features/challenges/rules/party.rules.ts'
import {
  findVisible,
  type VisibleChallenge,
} from '../../../../features/challenges/storage/challenge.store.ts'
import { checkSeenAmounts } from '../../../../features/tally/seen-amounts.ts'
import { showTally } from '../../../../features/tally/shown-tally.ts'
import { cutTo } from '../../../../kernel/cut.ts'
import type { PersonId } from '../../../../kernel/ids.ts'
import type { Reader } from '../../../../store/store.ts'
import { findMember } from '../../../../features/access/groups.store.ts'
import { pathOfGroup } from '../groups/own-group.ts'
import { Fault, notVisible, refuse } from '../../../../kernel/refusal.ts'
import { doOnce } from '../../engine/do-once.ts'
import {
  leadTo,
  ownForm,
  ownPage,
  show,
  type FailedForm,
  type SentForm,
  type SiteAnswer,
  type SiteRequest,
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
import { readPlay } from './sent-play.ts'
import { describeStanding } from '../../../../wording/status.ts'

const PATH = '/challenges/:id'
const pathOf = (params: Readonly<Record<string, string>>): string => `/challenges/${params['id'] ?? ''}`

const TITLE_SIGNS = 60

const challengePage = async (
  context: PageContext,
  asked: SiteRequest<SignedInVisit>,
  failed?: FailedForm,
): Promise<SiteAnswer> => {
  const { visit, params, query } = asked
  const { store } = context
  const { personId } = visit.signedIn.account
  const seen = await showChallengeTo(store, personId, params['id'] ?? '', visit.now)
  if (!seen) throw notVisible()
  const { shown } = seen
  const otherId = findOther(shown.role, seen.challenge)
  const seat = {
    path: pathOf(params),
    times: timesFor(context, visit),
    shown,
    tally: await showTally(store, seen, visit.now, query.get('before')),
    isNameless: false,
    hasBlocked: otherId === null ? null : await hasBlockedIn(store, personId, seen.challenge.id),
    isByLink: false,
    groupPath: await findGroupPath(store, seen.challenge, personId),
    again: (await inviteAgain(context, asked, shown.challenge)) ?? rematchLink(shown.challenge),
    failed,
  }
  const { claim } = shown.challenge
  return show({
    title: cutTo(claim, TITLE_SIGNS),
    place: 'challenges',
    live: follow(
      visit,
      { kind: 'challenge', challenge: shown.challenge },
      `${describeStanding(shown.challenge).title}.`,
    ),
    main: challengeBody(
      seat,
      failed === undefined && said(asked, { ...doneWords(shown), ...challengeSaid(context) }),
    ),
  })
}

const findGroupPath = async (
  reader: Reader,
  { groupId }: Challenge,
  personId: PersonId,
): Promise<string | null> =>
  groupId !== null && (await findMember(reader, groupId, personId)) ? pathOfGroup({ id: groupId }) : null

/** The other party; null for an observer. */
const findOther = (role: Role, challenge: Challenge): PersonId | null =>
  role === 'observer' ? null : getPersonId(challenge, otherParty(role))

const play = async (context: PageContext, sent: SentForm<SignedInVisit>): Promise<SiteAnswer> => {
  const { visit, params, key } = sent
  const { actor } = visit.signedIn
  const id = params['id'] ?? ''
  const pressed = readPlay(sent.fields)
  switch (pressed.kind) {
    case 'reply':
      await reply(context, sent, id, pressed.reply)
      break
    case 'call':
      await context.call(pressed.endpoint, actor, {
        params: { id },
        body: pressed.body,
        key,
        check: (tx) => checkSeenAmounts(tx, actor.personId, id, pressed.seen),
      })
      break
    case 'block':
      await setBlock(context, sent, id, pressed.blocks)
      break
    default:
      throw refuse('invalid_request', 'input_invalid', 'That could not be read. Nothing was changed.')
  }
  return leadTo(withWord(pathOf(params), wordFor(sent.fields)))
}

const open = async (
  { store }: PageContext,
  { signedIn }: SignedInVisit,
  id: string,
): Promise<VisibleChallenge> => {
  const visible = await findVisible(store, { personId: signedIn.account.personId, groupId: null }, id)
  if (!visible) throw notVisible()
  return visible
}

const reply = async (
  context: PageContext,
  sent: SentForm<SignedInVisit>,
  id: string,
  given: Reply,
): Promise<void> => {
  const { visit } = sent
  const visible = await open(context, visit, id)
  const { role, challenge } = visible
  if (role === 'observer') {
    checkAction(challenge.life, visible, actionOf(given.choice), visit.now)
    throw new Fault('an observer was let through')
  }
  const player = { challengeId: challenge.id, party: role, personId: visit.signedIn.account.personId }
  await doOnce(context, sent, (tx, now) => giveReply(tx, player, given, now, context.settings))
}

/** From now on nothing that the other one makes reaches them; or all of it does again. */
const setBlock = async (
  context: PageContext,
  sent: SentForm<SignedInVisit>,
  id: string,
  blocks: boolean,
): Promise<void> => {
  const { visit } = sent
  const { role, challenge } = await open(context, visit, id)
  const otherId = findOther(role, challenge)
  if (otherId === null) throw notVisible()
  const { personId } = visit.signedIn.account
  const otherName = role === 'creator' ? challenge.opponentName : challenge.creatorName
  await doOnce(context, sent, (tx, now) =>
    blocks
      ? blockPerson(tx, personId, otherId, now, otherName, challenge.id)
      : unblockIn(tx, personId, challenge.id),
  )
}

export const challengePages = [
  ownPage(PATH, challengePage),
  ownForm({ path: PATH, receive: play, on: challengePage }),
]
