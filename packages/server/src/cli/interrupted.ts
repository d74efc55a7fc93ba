// Thrown where someone pressed Ctrl-C at a question: nothing was begun.
import { OperatorError } from '../kernel/operator-error.ts'

export class Interrupted extends OperatorError {
  constructor() {
    super('nothing was done')
  }
}
