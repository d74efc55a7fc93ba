// Asks before something is destroyed. Where nobody can be asked, it must have been said beforehand.
import { createInterface } from 'node:readline/promises'
import { OperatorError } from '../kernel/operator-error.ts'
import type { ConfirmOptions } from './options.ts'

/** `plan` says what would be done. Gives way only to --yes, or to a yes on the terminal. */
export const confirm = async ({ yes }: ConfirmOptions, plan: readonly string[]): Promise<void> => {
  if (yes) return
  const { stdin, stderr } = process
  if (!stdin.isTTY || !stderr.isTTY) {
    throw new OperatorError('this cannot be undone, and there is no terminal to ask on: say --yes to do it')
  }
  stderr.write(plan.map((line) => `${line}\n`).join(''))
  const terminal = createInterface({ input: stdin, output: stderr })
  try {
    const answer = await terminal.question('This cannot be undone. Type yes to do it: ')
    if (answer.trim().toLowerCase() !== 'yes') throw new OperatorError('nothing was done')
  } finally {
    terminal.close()
  }
}
