/** The operator asked for something that cannot be done; the message is one clear line. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}
