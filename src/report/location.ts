import {originPlace} from '../lint/at-origin.js'
import type {Place} from '../lint/diagnostic.js'
import {oneLine} from '../machinery/output/printable.js'
import type {Manifest} from '../manifests/manifest.js'

/** A place in a file for machines: lines and columns count from 1, the end is exclusive. */
export interface Location {
  readonly path: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** The location of a place; for a rendered text that of its source file, if known. */
export function locationOf(place: Place): Location {
  const {file, span} = originPlace(place)
  const start = file.position(span.start)
  const end = file.position(span.end)
  return {path: file.path, line: start.line, column: start.column, endLine: end.line, endColumn: end.column}
}

/** The first line of an object: `web.yaml:3`. */
export function lineText({document: {file}, node}: Pick<Manifest, 'document' | 'node'>): string {
  const {path, line} = locationOf({file, span: node})
  return `${oneLine(path)}:${line}`
}
