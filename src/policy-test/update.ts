import {applyEdits} from '../lint/fix/edits.js'
import type {Edit} from '../source/edit.js'
import {contentOf, type ScalarNode} from '../source/node.js'
import {readDocuments} from '../source/read-documents.js'
import {SourceFile} from '../source/source-file.js'
import {readTestFile} from '../test-file/read-test-file.js'
import type {Failure, FileResult} from './types.js'

type Value = NonNullable<Failure['update']>['value']

/** A test file with actual values in place of the expected ones. */
export interface UpdatedFile {
  readonly before: SourceFile
  readonly after: SourceFile
  /** Number of values that are written. */
  readonly values: number
}

/**
 * Writes actual values over the expected ones that differ, in place; the rest of the file stays as it is. Values that several answers
 * want to change in different ways stay, and so do texts with `contains` and `matches`.
 *
 * @returns undefined if nothing changes
 */
export function updated({file, tests}: FileResult): UpdatedFile | undefined {
  const values = new Map<ScalarNode, Set<Value>>()
  for (const {update} of tests.flatMap(({failures}) => failures)) {
    if (update !== undefined) values.set(update.node, (values.get(update.node) ?? new Set()).add(update.value))
  }
  const edits = [...values].flatMap(([node, [value, ...others]]) => value === undefined || others.length > 0 ? [] : [editOf(file, node, value)])
  const {text, made} = applyEdits(file.text, edits)
  const after = new SourceFile(file.path, text)
  return made.length === 0 || readTestFile(after).test === undefined ? undefined : {before: file, after, values: made.length}
}

function editOf({text}: SourceFile, node: ScalarNode, value: Value): Edit {
  const {start, end} = node
  const current = scalarText(text.slice(start, end), node, value)
  // A value that is missing begins right after its colon.
  const space = start === end && !/\s/.test(text.charAt(start - 1)) ? ' ' : ''
  return {start, end, text: `${space}${current}`}
}

/** A value as YAML, in the style in which another one is written. */
function scalarText(current: string, {style}: ScalarNode, value: Value): string {
  if (typeof value !== 'string') return String(value)
  if (style === 'literal' || style === 'folded') return blockText(current, value) ?? JSON.stringify(value)
  if (style === 'single-quoted' && /^[\x20-\x7e]*$/.test(value)) return `'${value.replaceAll("'", "''")}'`
  return style === 'plain' && isPlain(value) ? value : JSON.stringify(value)
}

/** A text under the header of a block scalar, if it fits on one line there. */
function blockText(current: string, value: string): string | undefined {
  const [, header = '', indentation = '', end = ''] = /^([^\n]*\r?\n)([ ]+)[^]*?(\s*)$/.exec(current) ?? []
  return indentation === '' || !/^[!-~][ -~]*$/.test(value) || value.endsWith(' ') ? undefined : `${header}${indentation}${value}${end}`
}

/** True for a text that YAML reads unchanged without quotes, in brackets, too. */
function isPlain(value: string): boolean {
  if (!/^[\w./-][\w ./-]*$/.test(value) || value.endsWith(' ')) return false
  const [document] = readDocuments(new SourceFile('', `a: ${value}\n`))
  const root = document?.root && contentOf(document.root)
  const node = root?.kind === 'mapping' ? root.entries[0]?.value : undefined
  return node?.kind === 'scalar' && node.value === value
}
