// The table of tools for assistants, in the order in which they are listed. It never depends on who asks.
// There is none for webhooks or members.
import { challengeTools } from './challenge.tools.ts'
import { eventTools, groupTools, questionTools } from './group.tools.ts'
import { tallyTools } from './tally.tools.ts'

export const tools = [
  ...challengeTools,
  ...tallyTools,
  ...eventTools,
  ...groupTools,
  ...questionTools,
] as const

export type Tool = (typeof tools)[number]
/** One whose call the person is asked about first. */
export type ConfirmedTool = Extract<Tool, { readonly confirms: true }>

export type ToolCall = ReturnType<Tool['toCall']>
export type ConfirmedCall = ReturnType<ConfirmedTool['toCall']>
