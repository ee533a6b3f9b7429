/**
 * Appends the items of other lists to a list, in place. Unlike `list.push(...items)`, it does not overflow the stack if input
 * makes a list of some ten thousand items.
 */
export function append<T>(list: T[], ...others: readonly (readonly T[])[]): void {
  for (const items of others) for (const item of items) list.push(item)
}

/** Returns the greatest of the numbers and `first`. */
export const greatest = (numbers: readonly number[], first: number): number => numbers.reduce((maximum, number) => Math.max(maximum, number), first)
