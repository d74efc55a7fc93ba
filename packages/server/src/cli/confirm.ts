// Asks before something is destroyed. Where nobody can be asked, it must have been said beforehand.
import { createInterface } from 'node:readline'
import { OperatorError } from '../kernel/operator-error.ts'
import { Interrupted } from './interrupted.ts'
import type { ConfirmOptions } from './options.ts'

/** `plan` says what would be done. Gives way only to --yes, or to a yes on the terminal. */
export const confirm = async ({ yes }: ConfirmOptions, plan: readonly string[]): Promise<void> => {
  if (yes) return
  const { stdin, stderr } = process
  if (!stdin.isTTY || !stderr.isTTY) {
    throw new OperatorError('this cannot be undone, and there is no terminal to ask on: say --yes to do it')
  }
  stderr.write(plan.map((line) => `${line}\n`).join(''))
  const answer = await ask('This cannot be undone. Type yes to do it: ')
  if (answer === INTERRUPT) throw new Interrupted()
  if (answer.trim().toLowerCase() !== 'yes') throw new OperatorError('nothing was done')
}

const INTERRUPT = Symbol('Ctrl-C')

/** Empty where the input ends without an answer, as it does with Ctrl-D. */
const ask = async (question: string): Promise<string | typeof INTERRUPT> => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await new Promise((resolve) => {
      // The line of the question has no end yet.
      const leave = (answer: '' | typeof INTERRUPT): void => {
        process.stderr.write('\n')
        resolve(answer)
      }
      const end = (): void => leave('')
      terminal.once('SIGINT', () => leave(INTERRUPT)).once('close', end)
      terminal.question(question, (answer) => {
        terminal.off('close', end)
        resolve(answer)
      })
    })
  } finally {
    terminal.removeAllListeners('close').close()
  }
}
