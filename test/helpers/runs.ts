/** True if tests run with all of their inputs (`PROPERTY_RUNS=all`), as each night and before a release. */
export const hasAllRuns = process.env['PROPERTY_RUNS'] === 'all'

/**
 * Returns with how many random inputs a property is tested: a third of the number, or all with `PROPERTY_RUNS=all`, as each night and before a release. A third is the
 * start of the same sequence if the property has a seed.
 */
export const runs = (count: number): number => hasAllRuns ? count : Math.ceil(count / 3)
