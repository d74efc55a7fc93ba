// What someone does on the page of a challenge that no endpoint does: signed in, or by a link of a mail.
import { oneOf, personName } from '@challenge-service/contract'
import * as Type from 'typebox'
import { choices } from '../../../kernel/choices.ts'
import { notVisible } from '../../../kernel/refusal.ts'
import type { ChallengeLink } from '../../../mail/messages/links.ts'
import { inputId, noInput, operation, type OperationCall } from '../../operation.ts'
import { inviteOnceMore } from '../invite-again.service.ts'
import { blockPerson, unblockIn, type BlockOrigin } from '../link/blocks.store.ts'
import { noteLinkUse, renewLink } from '../link/link.service.ts'
import { getPersonId, otherParty } from '../rules/party.rules.ts'
import { challengeSettings } from '../settings.ts'
import { findVisible } from '../storage/challenge.store.ts'
import { giveReply } from './reply.service.ts'

const ofOne = Type.Object({ id: inputId() }, { additionalProperties: false })

/** An answer to the other party. The form checks by the API's own schemas what must come with it. */
export const replyToChallenge = operation({
  name: 'challenges.reply',
  by: 'person',
  input: Type.Object(
    {
      id: inputId(),
      choice: oneOf(choices),
      first_name: Type.Optional(personName(40)),
      reason: Type.Optional(Type.String({ maxLength: 2_000 })),
      meaning: Type.Optional(Type.String({ maxLength: 100 })),
    },
    { additionalProperties: false },
  ),
  once: 'by_key',
  run: (tx, { by: { personId }, input, config, now }) => {
    const { id, choice, first_name = null, reason = '', meaning = null } = input
    const reply = { choice, firstName: first_name, reason, meaning }
    return giveReply(tx, personId, id, reply, now, challengeSettings(config))
  },
})

/** From now on nothing that the other one makes reaches them; or all of it does again. */
export const blockOpponent = operation({
  name: 'challenges.block',
  by: 'person',
  input: Type.Object({ id: inputId(), blocks: Type.Boolean() }, { additionalProperties: false }),
  run: async (tx, { by: { personId }, input: { id, blocks }, now }) => {
    const visible = await findVisible(tx, { personId, groupId: null }, id)
    if (!visible || visible.role === 'observer') throw notVisible()
    const { challenge, role } = visible
    const otherId = getPersonId(challenge, otherParty(role))
    const otherName = role === 'creator' ? challenge.opponentName : challenge.creatorName
    if (blocks) await blockPerson(tx, personId, otherId, now, otherName, challenge.id)
    else await unblockIn(tx, personId, challenge.id)
  },
})

/** Found: where they were blocked; undefined where they are not, or no more. */
export const unblock = operation({
  name: 'challenges.unblock',
  by: 'account',
  input: noInput,
  run: async (tx, { by: { account }, found }: OperationCall<'account', object, BlockOrigin | undefined>) => {
    if (found === undefined) throw notVisible()
    await unblockIn(tx, account.personId, found)
  },
})

/** Sends the invitation once more. */
export const inviteAgain = operation({
  name: 'challenges.invite_again',
  by: 'account',
  input: ofOne,
  once: 'by_key',
  run: (tx, { by: { actor }, input, now }) => inviteOnceMore(tx, actor, input.id, now),
})

/** Ends every link that was mailed to them for a challenge, and mails a new one. Found: the link that it was asked by. */
export const renewLinks = operation({
  name: 'challenges.renew_links',
  by: 'person',
  input: noInput,
  once: 'by_key',
  run: (tx, { found, now }: OperationCall<'person', object, ChallengeLink>) => renewLink(tx, found, now),
})

/** That someone has seen the page of a link, though nothing else came of it. */
export const noteLinkSeen = operation({
  name: 'challenges.note_link_use',
  by: 'nobody',
  input: noInput,
  run: async (tx, { found, now }: OperationCall<'nobody', object, ChallengeLink>) => {
    await noteLinkUse(tx, found, now)
  },
})
