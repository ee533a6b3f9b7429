/**
 * Appends the items of other lists to a list, in place. `list.push(...items)` and every other call that spreads a list as its
 * arguments overflow the stack where the list has some ten thousand items, which input decides.
 */
export function append<T>(list: T[], ...others: readonly (readonly T[])[]): void {
  for (const items of others) for (const item of items) list.push(item)
}

/** Returns the greatest of some numbers and a first one. */
export const greatest = (numbers: readonly number[], first: number): number => numbers.reduce((most, number) => Math.max(most, number), first)
