import type {Place} from '../lint/diagnostic.js'

/** A place in a file as machines read it: lines and columns count from 1, the end is exclusive. */
export interface Location {
  readonly path: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

export function locationOf({file, span}: Place): Location {
  const start = file.position(span.start)
  const end = file.position(span.end)
  return {path: file.path, line: start.line, column: start.column, endLine: end.line, endColumn: end.column}
}
