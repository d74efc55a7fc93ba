// The operator's command line. Exit status 0; 1 where it was refused, with one clear line on standard error;
// 2 for a wrong use; 130 where it was interrupted at a question.
import { CommanderError } from 'commander'
import { environment } from '../config/environment.ts'
import { OperatorError } from '../kernel/operator-error.ts'
import { speak } from '../wording/words.ts'
import { describeError } from './errors.ts'
import { Interrupted } from './interrupted.ts'
import { makeProgram } from './program.ts'
import { UsageError } from './usage-error.ts'

const REFUSED = 1
const WRONG_USE = 2
/** As a shell says of a program that Ctrl-C has ended. */
const INTERRUPTED = 130

export const run = async (argv: readonly string[]): Promise<void> => {
  // Once, however many commands one process runs.
  if (!process.stdout.listeners('error').includes(endUnprinted)) {
    process.stdout.on('error', endUnprinted)
    // What went wrong has nobody to read it: the exit status tells it all the same.
    process.stderr.on('error', () => undefined)
  }
  try {
    await speak(environment()['LANGUAGE'] ?? 'en')
    await makeProgram().parseAsync(argv)
  } catch (error) {
    process.exitCode = getExitStatus(error)
    // Commander has said it already.
    if (!(error instanceof CommanderError)) complain(error)
  }
}

const complain = (error: unknown): void => {
  for (const line of describeError(error)) process.stderr.write(`error: ${line}\n`)
}

/** What is printed goes nowhere: its reader wants no more of it, as `| head` does, or the disk is full. */
const endUnprinted = (error: NodeJS.ErrnoException): void => {
  if (error.code === 'EPIPE') process.exit()
  complain(new OperatorError(`what this command prints cannot be written (${error.code ?? error.message})`))
  process.exit(REFUSED)
}

const getExitStatus = (error: unknown): number => {
  if (error instanceof UsageError) return WRONG_USE
  if (error instanceof Interrupted) return INTERRUPTED
  if (!(error instanceof CommanderError)) return REFUSED
  return error.exitCode === 0 ? 0 : WRONG_USE
}
