// A sequence of commands told from its beginning to its end, at a service that limits nobody.
import { wholeOf, type Command } from './commands.ts'
import { Story, type StoryService } from './story.ts'
import type { World } from './world.ts'

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
  for (const command of wholeOf(told)) {
    onCommand(story.world, command)
    await story.run(command)
  }
  await story.end()
}
