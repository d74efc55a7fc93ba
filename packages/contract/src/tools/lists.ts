// Lists are short unless a model asks for more: what it reads costs its person's time.
import type { ToolArguments } from './tool.ts'

const SHORT = 10

export const tenAtOnce = {
  takes: { limit: 'limit', cursor: 'cursor' },
  words: {
    limit: `How many at most; ${SHORT} if left out.`,
    cursor: 'The next_cursor of the answer before, for what comes after it. Leave the filters out then.',
  },
  defaults: (): ToolArguments => ({ limit: SHORT }),
}
