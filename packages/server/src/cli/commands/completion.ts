// challenge-service completion
import type { Command } from 'commander'
import { shells, type Shell } from '../completion/shells.ts'
import { choiceArgument } from './common.ts'

export const addCompletionCommand = (program: Command): void => {
  program
    .command('completion')
    .description('print a script by which a shell completes commands, options and fixed choices')
    .addArgument(choiceArgument('<shell>', 'the shell that it is for', shells))
    .addHelpText(
      'after',
      `
Examples:
  $ source <(challenge-service completion bash)
  $ challenge-service completion zsh > ~/.zfunc/_challenge-service
  $ challenge-service completion fish > ~/.config/fish/completions/challenge-service.fish
`,
    )
    .action(async (shell: Shell) => {
      const { writeCompletion } = await import('../completion/write.ts')
      process.stdout.write(writeCompletion(program, shell))
    })
}
