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
import { resolveActor } from '../../operations/acting-person.ts'
import { compileArguments } from '../../operations/input.ts'
import type { InProcessResponse } from '../../operations/in-process-calls.ts'
import type { RawMembers } from '../../operations/prepare.ts'
import { confirmFirst } from './confirm/confirm.ts'
import { explainMisfits, readSubject, type ReadToolCall } from './tool-call.ts'
import { extraArgumentsOf, keyOfWay, type McpCall, type McpParts } from './mcp-call.ts'
import { findSiteUrl } from './site-url.ts'
import { findTool } from './message.ts'
import { answerRefusal } from './refused-result.ts'
import { findAddressee, makeResult } from './tool-result.ts'

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
  let toolCall: ReadToolCall | undefined
  try {
    toolCall = await readToolCall(parts, call, tool, sent)
    return await perform(parts, call, toolCall, ctx)
  } catch (error) {
    return answerRefusal(parts, call, tool, toolCall ? explainMisfits(toolCall, error) : error, toolCall)
  }
}

const readToolCall = async (
  { context }: McpParts,
  call: McpCall,
  tool: Tool,
  sent: RawMembers,
): Promise<ReadToolCall> => {
  const { user_email: named, confirmation, ...input } = readArguments(tool, call)(sent)
  const actor = await resolveActor(
    context.store,
    call.caller,
    call.userEmail ?? (named as string | undefined),
  )
  return { tool, actor, input, confirmation: confirmation as string | undefined }
}

const perform = async (
  parts: McpParts,
  call: McpCall,
  { tool, actor, input, confirmation }: ReadToolCall,
  ctx: ServerContext,
): Promise<ToolResult> => {
  const { context, callInProcess } = parts
  const { name, endpoint, params, query, body } = tool.toCall(input)
  const siteUrl = findSiteUrl(context, call)
  const answerWith = async (response: InProcessResponse<unknown>): Promise<ToolResult> => {
    noteQuota(call, response.quotaRemaining)
    const role = name === 'getTally' ? (await readSubject(parts, actor, input)).role : null
    return makeResult(name, response, await findAddressee(context, actor, siteUrl, role))
  }
  if (!tool.confirms) {
    return answerWith(await callInProcess(endpoint, actor, { params, query, body, key: call.key }))
  }
  const confirmed = await confirmFirst({
    context,
    callInProcess,
    actor,
    tool,
    input,
    confirmation,
    siteUrl,
    ctx,
  })
  return confirmed.kind === 'answer' ? confirmed.result : answerWith(confirmed.response)
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
  const key = keyOfWay(tool, extra)
  const known = readers.get(key)
  if (known) return known
  const made = compileArguments(makeToolInput(tool, extra))
  readers.set(key, made)
  return made
}
