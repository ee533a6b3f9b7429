// The diff in the messages of immutable specs: a unified diff without file names, with the hunks that difflib chooses
// (apimachinery util/diff, which uses go-difflib's SequenceMatcher).

/** A run of equal lines: `size` lines from `a` in the old text and from `b` in the new one. */
interface Match {
  readonly a: number
  readonly b: number
  readonly size: number
}

/** A part of both texts, from the old lines `a1..a2` to the new lines `b1..b2`. */
export interface Change {
  readonly isEqual: boolean
  readonly a1: number
  readonly a2: number
  readonly b1: number
  readonly b2: number
}

const context = 3

/** Returns the unified diff of two texts, with a line break after each line of a hunk; empty if they are equal. */
export function unifiedDiff(from: string, to: string): string {
  const a = from.split('\n')
  const b = to.split('\n')
  return hunks(changes(a, b)).map((hunk) => printHunk(hunk, a, b)).join('')
}

/** Returns the longest run of equal lines within bounds; of equally long ones the first in `a`, then in `b`. */
function longestMatch(a: readonly string[], b: readonly string[], {a1, a2, b1, b2}: Omit<Change, 'isEqual'>): Match {
  let best: Match = {a: a1, b: b1, size: 0}
  let lengths = new Map<number, number>()
  for (let i = a1; i < a2; i++) {
    const next = new Map<number, number>()
    for (let j = b1; j < b2; j++) {
      if (a[i] !== b[j]) continue
      const size = (lengths.get(j - 1) ?? 0) + 1
      next.set(j, size)
      if (size > best.size) best = {a: i - size + 1, b: j - size + 1, size}
    }
    lengths = next
  }
  return best
}

function matches(a: readonly string[], b: readonly string[], bounds: Omit<Change, 'isEqual'>): Match[] {
  const match = longestMatch(a, b, bounds)
  if (match.size === 0) return []
  return [
    ...matches(a, b, {...bounds, a2: match.a, b2: match.b}),
    match,
    ...matches(a, b, {...bounds, a1: match.a + match.size, b1: match.b + match.size}),
  ]
}

/** Returns the equal and the different parts of two lists of lines, in order. */
export function changes(a: readonly string[], b: readonly string[]): Change[] {
  const result: Change[] = []
  let i = 0
  let j = 0
  const all = [...matches(a, b, {a1: 0, a2: a.length, b1: 0, b2: b.length}), {a: a.length, b: b.length, size: 0}]
  for (const match of all) {
    if (i < match.a || j < match.b) result.push({isEqual: false, a1: i, a2: match.a, b1: j, b2: match.b})
    i = match.a + match.size
    j = match.b + match.size
    if (match.size > 0) result.push({isEqual: true, a1: match.a, a2: i, b1: match.b, b2: j})
  }
  return result
}

/** Groups changes with a few equal lines around them. */
export function hunks(all: readonly Change[]): Change[][] {
  if (all.every(({isEqual}) => isEqual)) return []
  const groups: Change[][] = [[]]
  for (const [i, change] of all.entries()) {
    const group = groups.at(-1) ?? []
    if (!change.isEqual) group.push(change)
    else if (i === 0) group.push(tail(change))
    else if (i === all.length - 1) group.push(head(change))
    else if (change.a2 - change.a1 <= 2 * context) group.push(change)
    else {
      group.push(head(change))
      groups.push([tail(change)])
    }
  }
  return groups
}

const head = (change: Change): Change =>
  ({...change, a2: Math.min(change.a2, change.a1 + context), b2: Math.min(change.b2, change.b1 + context)})

const tail = (change: Change): Change =>
  ({...change, a1: Math.max(change.a1, change.a2 - context), b1: Math.max(change.b1, change.b2 - context)})

function printHunk(hunk: readonly Change[], a: readonly string[], b: readonly string[]): string {
  const first = hunk[0]
  const last = hunk.at(-1)
  if (first === undefined || last === undefined) return ''
  const lines = hunk.flatMap(({isEqual, a1, a2, b1, b2}) => isEqual
    ? a.slice(a1, a2).map((line) => ` ${line}`)
    : [...a.slice(a1, a2).map((line) => `-${line}`), ...b.slice(b1, b2).map((line) => `+${line}`)])
  return `@@ -${range(first.a1, last.a2)} +${range(first.b1, last.b2)} @@\n${lines.map((line) => `${line}\n`).join('')}`
}

function range(start: number, end: number): string {
  // Never empty: a text has at least one line, and a hunk has context or a replaced line.
  return end - start === 1 ? String(start + 1) : `${start + 1},${end - start}`
}
