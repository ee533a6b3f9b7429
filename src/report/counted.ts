/** A number of things: `1 file`, `2 files`. */
export const counted = (count: number | bigint, noun: string): string => `${count} ${noun}${Number(count) === 1 ? '' : 's'}`
