/** A simulation would take too many requests, or charges of quotas. It has a file of its own, as commands that simulate nothing catch it, too. */
export class TooMuchWorkError extends Error {
  override readonly name = 'TooMuchWorkError'
}
