/** A wrong use that no single argument shows: exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
