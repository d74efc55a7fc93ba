// The tree of commands: what they are called, what they take, and their help. Completion and docs/command-line.md are
// made from it.
import { Command, Help, type Option } from 'commander'
import { thisRelease } from '../kernel/release.ts'
import { addAccountCommands } from './commands/account.ts'
import { addCompletionCommand } from './commands/completion.ts'
import { addGroupCommands } from './commands/group.ts'
import { addMailCommands } from './commands/mail.ts'
import { addMcpCommand } from './commands/mcp.ts'
import { addQuestionCommands } from './commands/question.ts'
import { addSecretCommands, addServiceCommands } from './commands/service.ts'
import { addTokenCommands } from './commands/token.ts'
import { addWebhookCommands } from './commands/webhook.ts'

export const makeProgram = (): Command => {
  const root = new Command('challenge-service')
    .description('Runs Challenge Service and looks after its accounts, groups and tokens.')
    .version(thisRelease, '--version', 'print the release that is installed')
    .helpOption('-h, --help', 'show how it is used')
    .helpCommand(false)
    .addHelpText(
      'after',
      `
First steps:
  $ challenge-service account create --email ana@example.com --first-name Ana --plan club
  $ challenge-service token create --account ana@example.com
  $ challenge-service serve

Settings come from the environment; docs/settings.md lists them.`,
    )
  addServiceCommands(root)
  addAccountCommands(root)
  addGroupCommands(root)
  addTokenCommands(root)
  addQuestionCommands(root)
  addMailCommands(root)
  addWebhookCommands(root)
  addSecretCommands(root)
  addMcpCommand(root)
  addCompletionCommand(root)
  for (const command of [root, ...listCommands(root)]) {
    command.exitOverride().showHelpAfterError('(add --help to see how it is used)').configureHelp(helpLayout)
    if (command !== root) command.helpOption('-h, --help', 'show how it is used').helpCommand(false)
  }
  return root
}

/** Options that many commands take come last, and what a command does is a sentence of its own. */
const helpLayout = {
  commandDescription: (command: Command): string => toSentence(command.description()),
  visibleOptions: (command: Command): Option[] =>
    new Help().visibleOptions(command).toSorted((one, other) => rank(one) - rank(other)),
}

const lastOptions = ['--yes', '--database-url', '--json', '--version', '--help']

const rank = ({ long }: Option): number => lastOptions.indexOf(long ?? '')

const toSentence = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`

/** Every command below this one, each after the one that it belongs to. */
const listCommands = (command: Command): readonly Command[] =>
  command.commands.flatMap((sub) => [sub, ...listCommands(sub)])
