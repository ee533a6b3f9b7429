import type {SourceFile, Span} from '../source/source-file.js'

/** A field that a line of a template writes. */
export interface TemplateField {
  /** The keys that lead to it; undefined stands for a key that an action writes. Lists have none. */
  readonly keys: readonly (string | undefined)[]
  readonly key: Span
  /** What stands behind the colon on the same line, without a comment; empty for nothing. */
  readonly value: string
  readonly valueSpan: Span
  /** Which document of the template it is in, from 0. */
  readonly document: number
  /** What the lines before and after it hold, without blanks around it. */
  readonly previous: string
  readonly next: string
}

interface Open {
  readonly indent: number
  readonly key: string | undefined
}

/** A line with a key: its indentation, dashes of list items, the key and what follows. */
const keyLine = /^([ ]*(?:- +)*)(?:"([^"\\]*)"|'([^']*)'|([\w./-]+)):(?:[ \t]+(.*?))?[ \t]*$/

/** A line that holds nothing but actions: it writes what cannot be known, or nothing. */
const actionLine = /^\s*\{\{.*\}\}\s*$/

/** The fields that the lines of a template write by themselves. What actions write is not among them. */
export function fieldsOf(file: SourceFile): TemplateField[] {
  const fields: TemplateField[] = []
  const lines = [...file.text.matchAll(/[^\r\n]+/g)]
  let open: Open[] = []
  let document = 0
  for (const [i, {0: line, index}] of lines.entries()) {
    if (/^---(\s|$)/.test(line)) [open, document] = [[], document + 1]
    else if (!isSkipped(line)) {
      const [, before = '', double, single, plain, rest = ''] = keyLine.exec(line) ?? []
      const key = double ?? single ?? plain
      const indent = key === undefined ? line.search(/[^\s-]|$/) : before.length
      open = [...open.filter((outer) => outer.indent < indent), {indent, key}]
      if (key === undefined) continue
      const value = rest.replace(/^#.*|\s+#.*$/, '')
      const [keyStart, valueStart] = [index + before.length, index + line.trimEnd().length - rest.length]
      fields.push({
        keys: open.map((each) => each.key), key: {start: keyStart, end: keyStart + key.length + (plain === undefined ? 2 : 0)},
        value, valueSpan: {start: valueStart, end: valueStart + value.length}, document, previous: trimmed(lines[i - 1]), next: trimmed(lines[i + 1]),
      })
    }
  }
  return fields
}

const trimmed = (line: RegExpExecArray | undefined): string => line?.[0].trim() ?? ''

const isSkipped = (line: string): boolean => /^\s*(?:#.*)?$/.test(line) || actionLine.test(line)
