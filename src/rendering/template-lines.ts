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

/** Longer lines, and fields deeper than that, hold nothing that people look for. */
const longestLine = 1000
const mostLevels = 50

/** A key without blanks behind it: its indentation and the dashes of list items, the key, and what follows. */
const keyLine = /^([ ]*(?:- +)*)(?:"([^"\\]*)"|'([^']*)'|([\w./-]+)):(?:[ \t]+(.+))?$/

/** The fields that the lines of a template write by themselves. What actions write is not among them. */
export function fieldsOf(file: SourceFile): TemplateField[] {
  const fields: TemplateField[] = []
  const lines = [...file.text.matchAll(/[^\r\n]+/g)]
  let open: Open[] = []
  let document = 0
  for (const [i, {0: written, index}] of lines.entries()) {
    const line = written.trimEnd()
    if (/^---(\s|$)/.test(line)) [open, document] = [[], document + 1]
    else if (!isSkipped(line)) {
      const [, before = '', double, single, plain, rest = ''] = keyLine.exec(line) ?? []
      const key = double ?? single ?? plain
      const indent = key === undefined ? line.search(/[^\s-]|$/) : before.length
      open = [...open.filter((outer) => outer.indent < indent).slice(0, mostLevels), {indent, key}]
      if (key === undefined) continue
      const value = withoutComment(rest)
      const [keyStart, valueStart] = [index + before.length, index + line.length - rest.length]
      fields.push({
        keys: open.map((each) => each.key), key: {start: keyStart, end: keyStart + key.length + (plain === undefined ? 2 : 0)},
        value, valueSpan: {start: valueStart, end: valueStart + value.length}, document, previous: trimmed(lines[i - 1]), next: trimmed(lines[i + 1]),
      })
    }
  }
  return fields
}

const trimmed = (line: RegExpExecArray | undefined): string => line === undefined || line[0].length > longestLine ? '' : line[0].trim()

/** True of a line that writes no field: blanks, a comment, or nothing but actions, which write what cannot be known. */
function isSkipped(line: string): boolean {
  const text = line.trimStart()
  return text === '' || line.length > longestLine || text.startsWith('#') || (text.startsWith('{{') && text.endsWith('}}'))
}

function withoutComment(text: string): string {
  const comment = text.startsWith('#') ? 0 : text.search(/\s#/)
  return (comment === -1 ? text : text.slice(0, comment)).trimEnd()
}
