// The operator's command line. Exit status 0; 1 where it was refused, with one clear line on standard error;
// 2 for a wrong use.
import { Command, CommanderError } from 'commander'
import { ConfigError } from '../config/setting.ts'
import { OperatorError } from '../features/access/operator-input.ts'
import { addAccountCommands } from './account.ts'
import { UsageError } from './arguments.ts'
import { addGroupCommands } from './group.ts'
import { addMailCommands } from './mail.ts'
import { addMigrateCommand } from './migrate.ts'
import { addQuestionCommands } from './question.ts'
import { addSecretCommands } from './secret.ts'
import { addServeCommand } from './serve.ts'
import { addTokenCommands } from './token.ts'
import { addWebhookCommands } from './webhook.ts'

const REFUSED = 1
const WRONG_USE = 2

export const run = async (argv: readonly string[]): Promise<void> => {
  try {
    await program().parseAsync(argv)
  } catch (error) {
    process.exitCode = getExitStatus(error)
    if (!(error instanceof CommanderError))
      for (const line of listLines(error)) process.stderr.write(`error: ${line}\n`)
  }
}

const program = (): Command => {
  const root = new Command('challenge-service')
    .description('Runs Challenge Service and looks after its accounts, groups and tokens.')
    .addHelpText(
      'after',
      `
First steps:
  $ challenge-service account create --email ana@example.com --first-name Ana --plan club
  $ challenge-service token create --account ana@example.com
  $ challenge-service serve

Settings come from the environment; docs/operating.md lists them.`,
    )
    .showHelpAfterError('(add --help to see how it is used)')
    .exitOverride()
  addServeCommand(root)
  addMigrateCommand(root)
  addAccountCommands(root)
  addGroupCommands(root)
  addTokenCommands(root)
  addQuestionCommands(root)
  addMailCommands(root)
  addWebhookCommands(root)
  addSecretCommands(root)
  for (const command of everyCommand(root)) command.exitOverride()
  return root
}

const everyCommand = (command: Command): readonly Command[] =>
  command.commands.flatMap((sub) => [sub, ...everyCommand(sub)])

const getExitStatus = (error: unknown): number => {
  if (error instanceof UsageError) return WRONG_USE
  if (!(error instanceof CommanderError)) return REFUSED
  return error.exitCode === 0 ? 0 : WRONG_USE
}

const listLines = (error: unknown): readonly string[] => {
  if (error instanceof ConfigError) return error.problems
  if (error instanceof OperatorError || error instanceof UsageError) return [error.message]
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  return [explanations[getCode(error)] ?? `${error instanceof Error ? error.message : String(error)}${code}`]
}

/** Its own, or that of what caused it. */
const getCode = (error: unknown): string => {
  if (!(error instanceof Error)) return ''
  return 'code' in error && typeof error.code === 'string' ? error.code : getCode(error.cause)
}

const explanations: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens on that HOST and PORT already',
  EADDRNOTAVAIL: 'HOST is not an address of this machine',
  EACCES: 'the system does not allow that (EACCES): a port below 1024, or a file that this user may not open',
  ECONNREFUSED: 'the database of DATABASE_URL does not answer (ECONNREFUSED)',
  ENOTFOUND: 'the host of DATABASE_URL is not known (ENOTFOUND)',
  SQLITE_CANTOPEN: 'the database file of DATABASE_URL cannot be opened',
  SQLITE_NOTADB: 'the file of DATABASE_URL is not a SQLite database',
}
