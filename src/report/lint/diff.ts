import {sep} from '#platform/paths.js'

import type {FixedSource} from '../../lint/fix/fix-sources.js'
import {oneLine, printable} from '../../machinery/output/printable.js'
import {type Change, changes, hunks} from '../../machinery/go/unified-diff.js'

/** The changes of files as a unified diff, which `patch -p1` and `git apply` take. */
export const fixesDiff = (fixed: readonly FixedSource[]): string => fixed.map(({before, after}) => fileDiff(before.path, before.text, after.text)).join('')

function fileDiff(path: string, before: string, after: string): string {
  const [old, fixed] = [linesOf(before), linesOf(after)]
  const name = oneLine(path.replaceAll(sep, '/').replace(/^(?:\.?\/)+/, ''))
  return `--- a/${name}\n+++ b/${name}\n${hunks(changesIn(old, fixed)).map((hunk) => hunkText(hunk, old, fixed)).join('')}`
}

const linesOf = (text: string): string[] => text.split(/(?<=\n)/)

/** Maximum number of line pairs to compare. */
const maxPairs = 4_000_000

/** Compares texts of the same length line by line, as most fixes neither add nor remove lines. */
function changesIn(old: readonly string[], fixed: readonly string[]): Change[] {
  if (old.length === fixed.length) return runsOf(old.map((line, i) => line === fixed[i]))
  let start = 0
  while (start < old.length && old[start] === fixed[start]) start++
  let equalAtEnd = 0
  while (equalAtEnd < Math.min(old.length, fixed.length) - start && old.at(-1 - equalAtEnd) === fixed.at(-1 - equalAtEnd)) equalAtEnd++
  const [a2, b2] = [old.length - equalAtEnd, fixed.length - equalAtEnd]
  const isLarge = (a2 - start) * (b2 - start) > maxPairs
  const between = isLarge ? [{isEqual: false, a1: 0, a2: a2 - start, b1: 0, b2: b2 - start}] : changes(old.slice(start, a2), fixed.slice(start, b2))
  return [
    ...start > 0 ? [{isEqual: true, a1: 0, a2: start, b1: 0, b2: start}] : [],
    ...between.map((change) => ({isEqual: change.isEqual, a1: change.a1 + start, a2: change.a2 + start, b1: change.b1 + start, b2: change.b2 + start})),
    ...equalAtEnd > 0 ? [{isEqual: true, a1: a2, a2: old.length, b1: b2, b2: fixed.length}] : [],
  ]
}

/** Runs of consecutive changed or unchanged lines. */
function runsOf(areEqual: readonly boolean[]): Change[] {
  const runs: Change[] = []
  for (const [i, isEqual] of areEqual.entries()) {
    const last = runs.at(-1)
    if (last?.isEqual === isEqual) runs[runs.length - 1] = {...last, a2: i + 1, b2: i + 1}
    else runs.push({isEqual, a1: i, a2: i + 1, b1: i, b2: i + 1})
  }
  return runs
}

function hunkText(hunk: readonly Change[], old: readonly string[], fixed: readonly string[]): string {
  const [first, last] = [hunk[0], hunk.at(-1)]
  const range = (start = 0, end = 0): string => `${start + 1},${end - start}`
  const lines = hunk.flatMap(({isEqual, a1, a2, b1, b2}) => isEqual
    ? old.slice(a1, a2).map((line) => shown(' ', line))
    : [...old.slice(a1, a2).map((line) => shown('-', line)), ...fixed.slice(b1, b2).map((line) => shown('+', line))])
  return `@@ -${range(first?.a1, last?.a2)} +${range(first?.b1, last?.b2)} @@\n${lines.join('')}`
}

/** A line of a diff; a last line without a line break is followed by a note. */
function shown(sign: string, line = ''): string {
  const text = line.replace(/\r?\n$/, '')
  const end = line.slice(text.length)
  return `${sign}${text.split('\t').map((part) => printable(part)).join('\t')}${end === '' ? '\n\\ No newline at end of file\n' : end}`
}
