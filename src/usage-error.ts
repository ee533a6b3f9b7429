/** kadm cannot run as it was asked to: a flag that makes no sense, a file that is not there. Ends with exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'

  /** @param suggestions of other commands to try */
  constructor(message: string, readonly suggestions: readonly string[] = [], options?: ErrorOptions) {
    super(message, options)
  }
}
