import type {SourceFile, Span} from './source-file.js'

/** A place as text: `.kadm.yaml:3:5`. */
export function placeText(file: SourceFile, {start}: Span): string {
  const {line, column} = file.position(start)
  return `${file.path}:${line}:${column}`
}
