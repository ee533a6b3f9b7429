/** A number of things: `1 file`, `2 files`. */
export const counted = (count: number | bigint, thing: string): string => `${count} ${thing}${Number(count) === 1 ? '' : 's'}`
