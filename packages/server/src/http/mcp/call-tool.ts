// Calls a tool: its arguments become a call of the endpoint table, which goes through the same schemas, transaction,
// quota and remembered answers as one by HTTP.
import { makeToolInput, type Tool } from '@challenge-service/contract'
import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { resolveActor } from '../acting-person.ts'
import { compileArguments } from '../input.ts'
import type { OwnAnswer } from '../own-calls.ts'
import type { RawMembers } from '../prepare.ts'
import { confirmFirst } from './confirm/confirm.ts'
import { extraArgumentsOf, type McpCall, type McpParts } from './mcp-call.ts'
import { findSiteUrl } from './site-url.ts'
import { findTool } from './message.ts'
import { answerRefusal } from './refused-result.ts'
import { makeResult } from './tool-result.ts'

export type ToolResult = CallToolResult | InputRequiredResult

export const callTool = async (
  parts: McpParts,
  call: McpCall,
  name: string,
  sent: RawMembers,
  ctx: ServerContext,
): Promise<ToolResult> => {
  const tool = findTool(name)
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no tool of this name.')
  try {
    return await perform(parts, call, tool, sent, ctx)
  } catch (error) {
    return answerRefusal(parts, call, tool, error)
  }
}

const perform = async (
  parts: McpParts,
  call: McpCall,
  tool: Tool,
  sent: RawMembers,
  ctx: ServerContext,
): Promise<ToolResult> => {
  const { floor, callOwn } = parts
  const { user_email: named, confirmation, ...input } = readArguments(tool, call)(sent)
  const actor = await resolveActor(floor.store, call.caller, call.userEmail ?? (named as string | undefined))
  const { endpoint, params, query, body } = tool.toCall(input)
  const answerWith = async (answer: OwnAnswer<unknown>): Promise<ToolResult> => {
    noteQuota(call, answer.quotaRemaining)
    return makeResult(floor, actor, endpoint, answer)
  }
  if (!tool.confirms) {
    return answerWith(await callOwn(endpoint, actor, { params, query, body, key: call.key }))
  }
  const confirmed = await confirmFirst({
    floor,
    callOwn,
    actor,
    tool,
    input,
    confirmation: confirmation as string | undefined,
    siteUrl: findSiteUrl(floor, call),
    ctx,
  })
  return confirmed.kind === 'answer' ? confirmed.result : answerWith(confirmed.answer)
}

/** What is left is said by the head of the answer. */
const noteQuota = ({ request }: McpCall, quotaRemaining: number | undefined): void => {
  if (request.allowance && quotaRemaining !== undefined) {
    request.allowance = { ...request.allowance, quotaRemaining }
  }
}

const readers = new Map<string, (sent: RawMembers) => RawMembers>()

const readArguments = (tool: Tool, call: McpCall): ((sent: RawMembers) => RawMembers) => {
  const extra = extraArgumentsOf(call)
  const key = `${tool.name} ${extra.actingPerson} ${extra.confirmation}`
  const known = readers.get(key)
  if (known) return known
  const made = compileArguments(makeToolInput(tool, extra))
  readers.set(key, made)
  return made
}
