// Does what was pressed on the page of a challenge, for someone who is signed in or has a link from a mail.
import type { Endpoint } from '@challenge-service/contract'
import { blockOpponent, replyToChallenge } from '../../../../features/challenges/play/play.operations.ts'
import type { SeenAmounts } from '../../../../features/tally/seen-amounts.ts'
import type { RawMembers } from '../../../../operations/prepare.ts'
import type { OperationRequest } from '../../../../operations/run-operation.ts'
import type { PageContext } from '../../engine/page-context.ts'
import { playCalls, type SentPlay } from './sent-play.ts'

/** All that can be done there. */
export const plays = [replyToChallenge, blockOpponent, ...playCalls]

/** Whether what was pressed adds something. */
export const doesCreate = (pressed: SentPlay): boolean => {
  switch (pressed.kind) {
    case 'reply':
      return replyToChallenge.creates
    case 'block':
      return blockOpponent.creates
    case 'call':
      return pressed.endpoint.creates
    default:
      return false
  }
}

export interface Player {
  /** As whom, under which key. */
  readonly request: Omit<OperationRequest<'person'>, 'members' | 'found'>
  /** Calls an endpoint, and refuses where a tally is no longer what they saw. */
  readonly call: (endpoint: Endpoint, body: RawMembers, seen: SeenAmounts) => Promise<unknown>
}

/** False where it was none of the forms of the page. */
export const play = async (
  { operations }: PageContext,
  id: string,
  pressed: SentPlay,
  { request, call }: Player,
): Promise<boolean> => {
  const found = undefined
  switch (pressed.kind) {
    case 'reply':
      await operations.run(replyToChallenge, { ...request, found, members: { id, ...pressed.members } })
      return true
    case 'call':
      await call(pressed.endpoint, pressed.body, pressed.seen)
      return true
    case 'block':
      await operations.run(blockOpponent, { ...request, found, members: { id, blocks: pressed.blocks } })
      return true
    default:
      return false
  }
}
