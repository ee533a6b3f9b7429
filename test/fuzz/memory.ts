/** Maximum memory of a run, in kilobytes. */
export const maxMemory = 512 * 1024

/** Growth of memory in one run, in kilobytes, from which on this run may be the cause. Less is garbage of many runs. */
const suspectGrowth = 64 * 1024

/** Finds the runs that may take too much memory, in a process that keeps the garbage of the runs before. */
export class MemoryWatch {
  /** @param known the maximum memory of the process before the first run, in kilobytes */
  constructor(private known: number) {}

  /** True if the last run may have taken too much memory. @param maximum the maximum memory of the process up to now, in kilobytes */
  isSuspect(maximum: number): boolean {
    const growth = maximum - this.known
    this.known = maximum
    return maximum > maxMemory && growth >= suspectGrowth
  }
}
