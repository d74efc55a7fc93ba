// A sequence of commands told from its beginning to its end, at a service that limits nobody.
import type { Command } from './commands.ts'
import { Story, type StoryService } from './story.ts'
import { DAY_MS, type World } from './world.ts'

/** The sequences of a short run. */
export const SHORT = 150

export const settings = {
  WRITES_PER_MINUTE: '1000000',
  READS_PER_MINUTE: '1000000',
  ACCOUNT_QUOTA: '1000000',
  LOG_LEVEL: 'silent',
}

export const tellStory = async (
  service: StoryService,
  told: readonly Command[],
  onCommand: (world: World, command: Command) => void = () => undefined,
): Promise<void> => {
  const story = await Story.begin(service)
  const open: Command = { do: 'create', by: 0, dueDays: 2 }
  // Long enough for every deadline that can still stand, so that nothing is left for the next sequence.
  const end: readonly Command[] = [{ do: 'advance', ms: 45 * DAY_MS }, { do: 'run_due' }]
  for (const command of [open, ...told, ...end]) {
    onCommand(story.world, command)
    await story.run(command)
  }
  await story.end()
}
