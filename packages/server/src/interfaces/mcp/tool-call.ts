// A call of a tool whose arguments are read, and of which it is known who acts.
import { endpoints, type Challenge, type Tool } from '@challenge-service/contract'
import type { Actor } from '../../features/access/actor.ts'
import { invalidFields, Refusal } from '../../kernel/refusal.ts'
import type { RawMembers } from '../../operations/prepare.ts'
import type { McpParts } from './mcp-call.ts'

export interface ReadToolCall {
  readonly tool: Tool
  readonly actor: Actor
  /** The arguments, without those that are about the call itself. */
  readonly input: RawMembers
  readonly confirmation: string | undefined
}

/** The challenge that the arguments name, as whoever acts sees it. */
export const readSubject = async (
  { callInProcess }: Pick<McpParts, 'callInProcess'>,
  actor: Actor,
  input: RawMembers,
): Promise<Challenge> => {
  const params = { id: String(input['challenge_id']) }
  return (await callInProcess(endpoints.getChallenge, actor, { params })).data
}

/** An argument that the called endpoint does not know may belong to the other endpoint of the tool. */
export const explainMisfits = ({ tool, input }: ReadToolCall, error: unknown): unknown => {
  const fields = error instanceof Refusal ? error.details.fields : undefined
  const misfits = tool.listMisfits(input)
  if (!fields || misfits.length === 0) return error
  return invalidFields(
    fields.map((problem) => misfits.find(({ field }) => field === problem.field) ?? problem),
  )
}
