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

/** In a text of this length, lines that make up more than a hundredth of it are no anchors of a match. */
const longText = 200

/** Returns the positions in a text of each line that can be an anchor of a match (`chainB`). */
function positionsOf(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const positions = new Map<string, number[]>()
  for (const [i, line] of lines.entries()) {
    const known = positions.get(line)
    if (known === undefined) positions.set(line, [i])
    else known.push(i)
  }
  if (lines.length < longText) return positions
  const maximum = Math.floor(lines.length / 100) + 1
  return new Map([...positions].filter(([, places]) => places.length <= maximum))
}

type Bounds = Omit<Change, 'isEqual'>

/** The comparisons after which a matcher gives up, and the rest counts as different. A server takes many seconds for as many. */
const maxComparisons = 50_000_000

/** Finds the runs of equal lines in two texts (go-difflib `SequenceMatcher`). */
class Matcher {
  /** The positions in `b` of each line of `a`. */
  private readonly anchors: readonly (readonly number[])[]
  /** By the line of `b`, the length of the run that ends there and at a line of `a`. */
  private lengths: Int32Array
  /** The same for the line of `a` before it. */
  private previous: Int32Array
  private comparisons = 0

  constructor(private readonly a: readonly string[], private readonly b: readonly string[]) {
    const positions = positionsOf(b)
    const none: readonly number[] = []
    this.anchors = a.map((line) => positions.get(line) ?? none)
    this.lengths = new Int32Array(b.length)
    this.previous = new Int32Array(b.length)
  }

  /** Returns the runs of equal lines in order. */
  matches(): Match[] {
    const found: Match[] = []
    const open: Bounds[] = [{a1: 0, a2: this.a.length, b1: 0, b2: this.b.length}]
    for (let bounds = open.pop(); bounds !== undefined && this.comparisons < maxComparisons; bounds = open.pop()) {
      const match = this.grown(this.longestMatch(bounds), bounds)
      if (match.size === 0) continue
      found.push(match)
      const [a1, b1] = [match.a + match.size, match.b + match.size]
      if (bounds.a1 < match.a && bounds.b1 < match.b) open.push({...bounds, a2: match.a, b2: match.b})
      if (a1 < bounds.a2 && b1 < bounds.b2) open.push({...bounds, a1, b1})
    }
    return found.sort((one, other) => one.a - other.a)
  }

  /** Returns the longest run of anchors within bounds; of equally long ones the first in `a`, then in `b` (`findLongestMatch`). */
  private longestMatch({a1, a2, b1, b2}: Bounds): Match {
    let best: Match = {a: a1, b: b1, size: 0}
    for (let i = a1; i < a2; i++) {
      const places = this.anchors[i] ?? []
      this.comparisons += 1 + places.length
      for (const j of places) {
        if (j < b1) continue
        if (j >= b2) break
        const size = (j > b1 ? this.previous[j - 1] ?? 0 : 0) + 1
        this.lengths[j] = size
        if (size > best.size) best = {a: i - size + 1, b: j - size + 1, size}
      }
      for (const j of i > a1 ? this.anchors[i - 1] ?? [] : []) this.previous[j] = 0
      ;[this.lengths, this.previous] = [this.previous, this.lengths]
    }
    for (const j of a2 > a1 ? this.anchors[a2 - 1] ?? [] : []) this.previous[j] = 0
    return best
  }

  /** Returns a run with the equal lines on both sides of it. */
  private grown({a, b, size}: Match, {a1, a2, b1, b2}: Bounds): Match {
    let [before, length] = [0, size]
    while (a - before > a1 && b - before > b1 && this.a[a - before - 1] === this.b[b - before - 1]) before++
    while (a + length < a2 && b + length < b2 && this.a[a + length] === this.b[b + length]) length++
    return {a: a - before, b: b - before, size: before + length}
  }
}

/** Joins runs that are adjacent in both texts. */
function joined(all: readonly Match[]): Match[] {
  const result: Match[] = []
  for (const match of all) {
    const last = result.at(-1)
    if (last !== undefined && last.a + last.size === match.a && last.b + last.size === match.b) {
      result[result.length - 1] = {...last, size: last.size + match.size}
    } else result.push(match)
  }
  return result
}

/** Returns the equal and the different parts of two lists of lines, in order. */
export function changes(a: readonly string[], b: readonly string[]): Change[] {
  const result: Change[] = []
  let i = 0
  let j = 0
  for (const match of [...joined(new Matcher(a, b).matches()), {a: a.length, b: b.length, size: 0}]) {
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
