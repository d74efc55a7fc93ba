// The tools that a token may use, as a client lists them: always in the same order.
import { writeToolInput, writeToolOutput, type ExtraArguments, type Tool } from '@challenge-service/contract'
import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import { extraArgumentsOf, keyOfWay, type McpCall } from './mcp-call.ts'
import { listUsableTools } from './usable-tools.ts'

export const listTools = (call: McpCall): ListedTool[] => {
  const extra = extraArgumentsOf(call)
  return listUsableTools(call.caller).map((tool) => describe(tool, extra))
}

const described = new Map<string, ListedTool>()

/** Written once: there are as many as ways to call a tool. */
const describe = (tool: Tool, extra: ExtraArguments): ListedTool => {
  const key = keyOfWay(tool, extra)
  const known = described.get(key)
  if (known) return known
  const made: ListedTool = {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: { ...writeToolInput(tool, extra), type: 'object' },
    outputSchema: { ...writeToolOutput(tool), type: 'object' },
    annotations: { title: tool.title, ...tool.annotations },
  }
  described.set(key, made)
  return made
}
