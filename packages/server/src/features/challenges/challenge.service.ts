// What people do with challenges that are there. Each works in the transaction that it is handed.
import type { endpoints, Evidence, InputOf } from '@challenge-service/contract'
import { newId, type UncheckedId } from '../../kernel/ids.ts'
import { invalidFields } from '../../kernel/refusal.ts'
import type { Tx } from '../../store/store.ts'
import type { Viewer } from '../access/actor.ts'
import { findMember } from '../access/groups.store.ts'
import { Answered, type Call, type RawJson, type ViewerCall } from '../route.ts'
import { changeVisible, type Change, type Changed } from './change/change.ts'
import { respondWith } from './create.service.ts'
import { viewEvidence } from './reading/challenge.view.ts'
import { decide, type Move } from './rules/challenge.rules.ts'
import { getParty } from './rules/action.rules.ts'
import type { Challenge, ChallengeSettings, Life } from './rules/life.rules.ts'
import { insertEvidence, putSupport } from './storage/additions.store.ts'
import type { VisibleChallenge } from './storage/challenge.store.ts'

/** What a move makes of a challenge, as the rules decide. */
const applyMove = (
  current: Challenge,
  visible: VisibleChallenge,
  move: Move,
  now: number,
  settings: ChallengeSettings,
): Change => {
  const { next, event } = decide(visible.challenge.life, visible, move, now, settings)
  return {
    challenge: next === current.life ? current : { ...current, life: next },
    event: event && { type: event, actor: visible.role },
    result: undefined,
  }
}

/** What someone answers to the other party. */
export type ChallengeReply =
  { readonly action: 'accept' } | Extract<Move, { readonly action: 'cancel' | 'resolve' | 'dispute' }>

/**
 * The one way in which someone answers, by a call, an assistant, a page or a link. `choose`: the answer, once it is known how
 * things stand; none where they stand so already.
 */
export const answerChallenge = (
  tx: Tx,
  viewer: Viewer,
  id: UncheckedId<'challenge'>,
  now: number,
  settings: ChallengeSettings,
  choose: (life: Life, visible: VisibleChallenge) => ChallengeReply | undefined,
): Promise<Changed<undefined>> =>
  changeVisible(tx, viewer, id, now, (current, visible) => {
    const reply = choose(current.life, visible)
    if (!reply) return { challenge: visible.challenge, result: undefined }
    return reply.action === 'accept'
      ? applyAccept(tx, current, visible, viewer, now, settings)
      : applyMove(current, visible, reply, now, settings)
  })

/** Accept, cancel, resolve and dispute. */
export const moveChallenge = async (
  tx: Tx,
  { actor, input, now }: Call<{ readonly id: string }>,
  reply: ChallengeReply,
  settings: ChallengeSettings,
): Promise<RawJson> => {
  const { before, challenge } = await answerChallenge(tx, actor, input.id, now, settings, () => reply)
  return respondWith(challenge, before, now)
}

/** With it the opponent gets a name: that of their membership, or of the account that accepts. */
const applyAccept = async (
  tx: Tx,
  current: Challenge,
  visible: VisibleChallenge,
  viewer: Viewer,
  now: number,
  settings: ChallengeSettings,
): Promise<Change> => {
  const { groupId, creatorId, opponentId, opponentName } = current
  // Who is a member now was one when the challenge was accepted.
  const [creator, opponent] =
    groupId === null
      ? []
      : await Promise.all([findMember(tx, groupId, creatorId), findMember(tx, groupId, opponentId)])
  const supportDecides = creator !== undefined && opponent !== undefined
  const move = { action: 'accept', supportDecides, byOwnHand: viewer.byOwnHand } as const
  const named = { ...current, opponentName: opponentName ?? opponent?.first_name ?? viewer.firstName }
  return applyMove(named, visible, move, now, settings)
}

export const addEvidence = async (
  tx: Tx,
  { actor, input, now }: ViewerCall<InputOf<typeof endpoints.addEvidence>>,
  settings: ChallengeSettings,
): Promise<Evidence> => {
  const { id, text = null, url = null } = input
  if (!text && !url) throw invalidFields([{ field: 'text', message: 'is required where there is no url' }])
  const { result } = await changeVisible(tx, actor, id, now, (current, visible) => {
    const { challenge, event } = applyMove(current, visible, { action: 'evidence' }, now, settings)
    const added = { id: newId('evidence', now), party: getParty(visible), text, url, created_at: now }
    const evidence = viewEvidence(added)
    return {
      challenge,
      event: event && { ...event, extra: { evidence } },
      write: () => insertEvidence(tx, current.id, added),
      result: evidence,
    }
  })
  return result
}

export const supportChallenge = async (
  tx: Tx,
  { actor, input, now }: Call<InputOf<typeof endpoints.supportChallenge>>,
  settings: ChallengeSettings,
): Promise<Answered<RawJson>> => {
  const { id, side, comment = null } = input
  const support = { side, comment }
  const { before, challenge, result } = await changeVisible(tx, actor, id, now, (current, visible) => {
    const taken = visible.mine && { side: visible.mine, comment: visible.comment }
    const move = { action: 'support', support, before: taken } as const
    const { challenge: next, event } = applyMove(current, visible, move, now, settings)
    return {
      challenge: next,
      event: event && { ...event, extra: { support }, authorId: actor.personId },
      write: event && (() => putSupport(tx, current.id, actor.personId, side, comment, now)),
      result: { isChange: taken !== null && event !== undefined },
    }
  })
  const { mine, supportChanges = 0 } = before
  const access = { ...before, mine: side, supportChanges: supportChanges + (result.isChange ? 1 : 0) }
  return new Answered(mine === null ? 201 : 200, respondWith(challenge, access, now))
}
