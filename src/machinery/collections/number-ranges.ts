/** A half-open range of numbers. */
export type NumberRange = readonly [from: number, to: number]

/** The ranges of indexes with the value true. */
export function rangesOf(holds: readonly boolean[]): NumberRange[] {
  const ranges: NumberRange[] = []
  for (let from = holds.indexOf(true); from !== -1;) {
    const end = holds.indexOf(false, from)
    const to = end === -1 ? holds.length : end
    ranges.push([from, to])
    from = holds.indexOf(true, to)
  }
  return ranges
}

/** Splits the ranges into segments, in order, each with the indexes of the kinds that cover it. Skips gaps. */
export function * segments(kinds: readonly (readonly NumberRange[])[]): Generator<readonly [NumberRange, readonly number[]]> {
  const changes = kinds.flatMap((rows, kind) => rows.flatMap(([from, to]) => [{at: from, kind, isStart: true}, {at: to, kind, isStart: false}]))
    .sort((a, b) => a.at - b.at)
  const open = new Map<number, number>()
  let from = 0
  for (const {at, kind, isStart} of changes) {
    if (at > from && open.size > 0) yield [[from, at], [...open.keys()].sort((a, b) => a - b)]
    from = at
    const depth = (open.get(kind) ?? 0) + (isStart ? 1 : -1)
    if (depth === 0) open.delete(kind)
    else open.set(kind, depth)
  }
}

/** The part of a range inside another one; empty if they do not meet. */
export const intersection = ([from, to]: NumberRange, [first, end]: NumberRange): NumberRange =>
  [Math.max(from, first), Math.max(Math.min(to, end), Math.max(from, first))]

/** Adds a range to ranges in order. Ranges that meet become one. */
export function withRange(rows: readonly NumberRange[], [from, to]: NumberRange): readonly NumberRange[] {
  const [before, after] = [rows.filter(([, end]) => end < from), rows.filter(([first]) => first > to)]
  const touched = rows.slice(before.length, rows.length - after.length)
  return [...before, [Math.min(from, touched[0]?.[0] ?? from), Math.max(to, touched.at(-1)?.[1] ?? to)], ...after]
}

/** Removes a range from ranges in order. */
export const withoutRange = (rows: readonly NumberRange[], [from, to]: NumberRange): readonly NumberRange[] =>
  rows.flatMap(([first, end]): NumberRange[] => end <= from || first >= to ? [[first, end]]
    : [...first < from ? [[first, from]] as const : [], ...end > to ? [[to, end]] as const : []])

/** The numbers of a range that are in none of the ranges, which are in order. */
export const gaps = (row: NumberRange, rows: readonly NumberRange[]): readonly NumberRange[] => rows.reduce<readonly NumberRange[]>(withoutRange, [row])

/** The number at which the digits of a number become one more: 10 for 0 to 9, 100 for 10 to 99. */
export const smallestWithMoreDigits = (number: number): number => 10 ** String(number).length

/** The least number with as many digits: 0 for 0 to 9, 10 for 10 to 99. */
export const smallestWithSameDigits = (number: number): number => number < 10 ? 0 : smallestWithMoreDigits(number) / 10

/** The number in a name that consists of a prefix and a decimal number; undefined for other names. */
export function numberIn(name: string, prefix: string): number | undefined {
  if (!name.startsWith(prefix)) return undefined
  const number = Number(name.slice(prefix.length))
  return Number.isSafeInteger(number) && number >= 0 && name === `${prefix}${number}` ? number : undefined
}

/** The prefixes and numbers of which a name consists, the shortest number first: those for which {@link numberIn} finds a number. */
export function numbersIn(name: string): (readonly [prefix: string, number: number])[] {
  const parts: (readonly [string, number])[] = []
  for (let i = name.length - 1; i >= 0 && isDigit(name, i); i--) {
    const prefix = name.slice(0, i)
    const number = numberIn(name, prefix)
    if (number !== undefined) parts.push([prefix, number])
  }
  return parts
}

const isDigit = (text: string, index: number): boolean => text.charCodeAt(index) >= 0x30 && text.charCodeAt(index) <= 0x39
