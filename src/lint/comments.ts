import {nodeAt, type Steps} from '../manifests/locate.js'
import type {Manifest} from '../manifests/manifest.js'

const wholeLine = /^\s*#(.*)$/

const atEnd = /\s#(.*)$/

/** The comments in the text of a field of a manifest, and on the lines right above it; a `#` in a text may count as one. */
export function commentsAt({document: {file}, node}: Manifest, steps: Steps): string[] {
  const found = nodeAt(node, steps)
  if (found === undefined) return []
  const first = file.position(found.start).line
  const last = file.position(found.end).line
  let above = first
  while (above > 1 && wholeLine.test(file.line(above - 1))) above--
  const lines = Array.from({length: last - above + 1}, (_, i) => file.line(above + i))
  return lines.flatMap((line) => (wholeLine.exec(line) ?? atEnd.exec(line))?.[1]?.trim() ?? [])
}
