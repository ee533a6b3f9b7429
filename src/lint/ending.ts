/** How a run ends. Every output that another program reads has both in it, so that none says something else than the exit status. */
export interface Ending {
  /** 0, 1 or 2: the exit status of the run. */
  readonly exitStatus: number
  /** Why there may be more to find than the result says, for people: `2 files cannot be read`. Empty for a whole result. */
  readonly incomplete: readonly string[]
}
