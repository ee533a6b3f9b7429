import type {SourceFile, Span} from '../source/source-file.js'

/** A field in a line of a template. */
export interface TemplateField {
  /** The keys of its path; undefined for a key that an action writes. Lists have no keys. */
  readonly keys: readonly (string | undefined)[]
  readonly key: Span
  /** The text after the colon on the same line, without comments; may be empty. */
  readonly value: string
  readonly valueSpan: Span
  /** The index of its document in the template. */
  readonly document: number
  /** The lines before and after it, trimmed. */
  readonly previous: string
  readonly next: string
}

interface Open {
  readonly indent: number
  readonly key: string | undefined
}

/** Limits on the length of lines and the depth of fields; others are ignored. */
const longestLine = 1000
const maxLevels = 50

/** Matches a key: its indentation with the dashes of list items, the key, and the rest of the line. */
const keyLine = /^([ ]*(?:- +)*)(?:"([^"\\]*)"|'([^']*)'|([\w./-]+)):(?:[ \t]+(.+))?$/

/** Returns the literal fields of a template, without those that actions write. */
export function fieldsOf(file: SourceFile): TemplateField[] {
  const fields: TemplateField[] = []
  const lines = [...file.text.matchAll(/[^\r\n]+/g)]
  let open: Open[] = []
  let document = 0
  for (const [i, {0: lineText, index}] of lines.entries()) {
    const line = lineText.trimEnd()
    if (/^---(\s|$)/.test(line)) [open, document] = [[], document + 1]
    else if (!isSkipped(line)) {
      const [, before = '', double, single, plain, rest = ''] = keyLine.exec(line) ?? []
      const key = double ?? single ?? plain
      const indent = key === undefined ? line.search(/[^\s-]|$/) : before.length
      open = [...open.filter((outer) => outer.indent < indent).slice(0, maxLevels), {indent, key}]
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

/** Returns true for a line without a literal field: blank, a comment, or only actions, whose output is unknown. */
function isSkipped(line: string): boolean {
  const text = line.trimStart()
  return text === '' || line.length > longestLine || text.startsWith('#') || (text.startsWith('{{') && text.endsWith('}}'))
}

function withoutComment(text: string): string {
  const comment = text.startsWith('#') ? 0 : text.search(/\s#/)
  return (comment === -1 ? text : text.slice(0, comment)).trimEnd()
}
