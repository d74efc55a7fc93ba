// The table of tools for assistants, in the order in which they are listed. It never depends on who asks.
import { challengeTools } from './challenge.tools.ts'
import { eventTools, groupTools, questionTools } from './group.tools.ts'
import { tallyTools } from './tally.tools.ts'
import type { Tool } from './tool.ts'

export const tools: readonly Tool[] = [
  ...challengeTools,
  ...tallyTools,
  ...eventTools,
  ...groupTools,
  ...questionTools,
]
