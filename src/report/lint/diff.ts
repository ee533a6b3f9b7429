import {sep} from 'node:path'

import type {FixedSource} from '../../lint/fix/fix-sources.js'
import {oneLine, printable} from '../../machinery/printable.js'

/** Lines of context around a change. */
const context = 3

/** The changes of files as a unified diff, which `patch -p1` and `git apply` take. */
export const fixesDiff = (fixed: readonly FixedSource[]): string => fixed.map(({before, after}) => fileDiff(before.path, before.text, after.text)).join('')

/** No fix adds a line or takes one away, so that each line is compared with itself. */
function fileDiff(path: string, before: string, after: string): string {
  const [old, fixed] = [linesOf(before), linesOf(after)]
  const changed = old.flatMap((line, i) => line === fixed[i] ? [] : [i])
  const name = oneLine(path.replaceAll(sep, '/').replace(/^(?:\.?\/)+/, ''))
  return `--- a/${name}\n+++ b/${name}\n${hunksOf(changed).map((lines) => hunk(lines, old, fixed)).join('')}`
}

const linesOf = (text: string): string[] => text.split(/(?<=\n)/)

/** Changes that are so close to each other that they have lines of context in common. */
function hunksOf(changed: readonly number[]): number[][] {
  const hunks: number[][] = []
  for (const line of changed) {
    const last = hunks.at(-1)
    if (last !== undefined && line - (last.at(-1) ?? 0) <= 2 * context) last.push(line)
    else hunks.push([line])
  }
  return hunks
}

function hunk(changed: readonly number[], old: readonly string[], fixed: readonly string[]): string {
  const start = Math.max(0, (changed[0] ?? 0) - context)
  const end = Math.min(old.length, (changed.at(-1) ?? 0) + context + 1)
  const range = `${start + 1},${end - start}`
  const lines = blocks(start, end, new Set(changed)).flatMap(({isChanged, from, to}) => isChanged
    ? [...old.slice(from, to).map((line) => shown('-', line)), ...fixed.slice(from, to).map((line) => shown('+', line))]
    : old.slice(from, to).map((line) => shown(' ', line)))
  return `@@ -${range} +${range} @@\n${lines.join('')}`
}

/** Stretches of lines of which all have changed, or none. */
function blocks(start: number, end: number, changed: ReadonlySet<number>): {isChanged: boolean, from: number, to: number}[] {
  const found: {isChanged: boolean, from: number, to: number}[] = []
  for (let i = start; i < end; i++) {
    const last = found.at(-1)
    if (last?.isChanged === changed.has(i)) last.to = i + 1
    else found.push({isChanged: changed.has(i), from: i, to: i + 1})
  }
  return found
}

/** A line as diffs have it; one that the file ends in without a line break has a note behind it. */
function shown(sign: string, line = ''): string {
  const text = line.replace(/\r?\n$/, '')
  const end = line.slice(text.length)
  return `${sign}${text.split('\t').map(printable).join('\t')}${end === '' ? '\n\\ No newline at end of file\n' : end}`
}
