/** There are too many objects for the quotas of a simulation. It has a file of its own, as commands that simulate nothing catch it, too. */
export class TooManyChargesError extends Error {
  override readonly name = 'TooManyChargesError'
}
