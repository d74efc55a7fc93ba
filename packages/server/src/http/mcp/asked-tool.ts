// A call of a tool whose arguments are read, and of which it is known who acts.
import { endpoints, type Challenge, type Tool } from '@challenge-service/contract'
import type { Actor } from '../../features/access/actor.ts'
import type { RawMembers } from '../prepare.ts'
import type { McpParts } from './mcp-call.ts'

export interface AskedTool {
  readonly tool: Tool
  readonly actor: Actor
  /** The arguments, without those that are about the call itself. */
  readonly input: RawMembers
  readonly confirmation: string | undefined
}

/** The challenge that the arguments name, as whoever acts sees it. */
export const lookAt = async (
  { callOwn }: Pick<McpParts, 'callOwn'>,
  actor: Actor,
  input: RawMembers,
): Promise<Challenge> => {
  const params = { id: String(input['challenge_id']) }
  return (await callOwn(endpoints.getChallenge, actor, { params })).data
}
