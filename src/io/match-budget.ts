import {UsageError} from '../usage-error.js'

/** Steps of matching paths with patterns in a run: about a second. Thousands of patterns for thousands of files take fewer. */
export const maxMatchSteps = 200_000_000

/** Limits how long paths are matched with patterns: patterns and names of files may be untrusted. */
export class MatchBudget {
  private left: number

  constructor(private readonly maximum = maxMatchSteps) {
    this.left = maximum
  }

  /** @throws UsageError if there are no steps left */
  spend(steps: number): void {
    this.left -= steps
    if (this.left >= 0) return
    throw new UsageError(`the patterns take more than ${this.maximum.toLocaleString('en')} steps to match with the paths of all files`, ['use fewer patterns', 'name folders instead of patterns'])
  }
}
