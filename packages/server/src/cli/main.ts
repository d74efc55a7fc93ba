// The operator's command line. Exit status 0; 1 where it was refused, with one clear line on standard error;
// 2 for a wrong use.
import { CommanderError } from 'commander'
import { describeError } from './errors.ts'
import { makeProgram } from './program.ts'
import { UsageError } from './usage-error.ts'

const REFUSED = 1
const WRONG_USE = 2

export const run = async (argv: readonly string[]): Promise<void> => {
  // Once, however many commands one process runs.
  if (!process.stdout.listeners('error').includes(leaveUnread)) process.stdout.on('error', leaveUnread)
  try {
    await makeProgram().parseAsync(argv)
  } catch (error) {
    process.exitCode = getExitStatus(error)
    if (!(error instanceof CommanderError))
      for (const line of describeError(error)) process.stderr.write(`error: ${line}\n`)
  }
}

/** Whoever read what is printed wants no more of it, as `| head` does. */
const leaveUnread = (error: Error): void => {
  if ('code' in error && error.code === 'EPIPE') process.exit()
  throw error
}

const getExitStatus = (error: unknown): number => {
  if (error instanceof UsageError) return WRONG_USE
  if (!(error instanceof CommanderError)) return REFUSED
  return error.exitCode === 0 ? 0 : WRONG_USE
}
